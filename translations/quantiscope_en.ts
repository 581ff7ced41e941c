<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>quantiscope::AccuracyPanel</name>
    <message>
        <source>%1
%2 %</source>
        <comment>run, its accuracy</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No labels: choose them with the evaluation data, then measure the run again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Labelled accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List the samples whose answer flipped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run %1 to FP32: %2 lost · %3 gained. McNemar&apos;s exact p = %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How likely so uneven a split of lost and gained answers is by chance</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>top-1, 95 % interval, %n sample(s)</source>
        <translation>
            <numerusform>top-1, 95 % interval, %n sample</numerusform>
            <numerusform>top-1, 95 % interval, %n samples</numerusform>
        </translation>
    </message>
    <message>
        <source>top-1 accuracy, %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::AdviceModel</name>
    <message>
        <source>%1: %2 → %3</source>
        <comment>key of the recipe, before, after</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Best recipe found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (not with these rules)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Over the recipe as it is, on the same samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change of the recipe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MACs in 8 bits, %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Activations, bits</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::AdvicePanel</name>
    <message>
        <source>%1 %2</source>
        <comment>metric, value</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2 of &apos;%3&apos;</source>
        <comment>metric, value, output</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find advice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress of the advice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Apply to the recipe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What breaks the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Goal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the quantized model is to reach, as a gate: [OUTPUT:]METRIC&gt;=NUMBER or &lt;=NUMBER</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recipes that may mend it</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Goal: %1. This recipe: %2, on %n sample(s).</source>
        <translation>
            <numerusform>Goal: %1. This recipe: %2, on %n sample.</numerusform>
            <numerusform>Goal: %1. This recipe: %2, on %n samples.</numerusform>
        </translation>
    </message>
    <message>
        <source>quantized alone: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>quantized alone, there is an infinity or NaN.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The edited recipe becomes what was measured; Undo takes it back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rules of this preset do not allow it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a row</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::AnalyseController</name>
    <message>
        <source>Analyse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Analyse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare every quantized tensor of the run with the float model, in the background</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Measure the sensitivity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find out what quantizing each part of the network does to its outputs, in the background</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Next worst tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select the tensor that comes next in the table of layer errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the &amp;table of errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the &amp;histogram</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the errors as CS&amp;V</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the table of layer errors, as it is sorted and filtered, for a spreadsheet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the errors as Mar&amp;kdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the table of layer errors, as it is sorted and filtered, for a text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sensitivity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run %1 · %2</source>
        <comment>number, preset</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of run %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model is open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no run yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is being done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no run yet. Quantize the model; then its layers can be analysed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run %1 is being looked into.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run was not analysed yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No analysis of run %1 yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is not known yet which parts of run %1 matter to its outputs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Range of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Range of channel %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Advice: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a report of run %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page (*.html)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Markdown text (*.md)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CSV tables (*.csv)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>selected nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is marked. Select nodes in the graph, or add rules to the recipe, to measure them as one part.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which layers break run %1, why, and what mends it: each change is tried and measured.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Load the values of the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get what a run that was analysed before needs for histograms and what-ifs, in the background</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find a&amp;dvice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find out which layers break the run, why, and which recipe mends it, in the background</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Report…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write what is known of the run as a page (HTML), text (Markdown) or tables (CSV)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to where it first goes &amp;wrong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Advice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sensitivity was not measured yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the &amp;sensitivity as CSV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the ranking with all that was measured of each part, for a spreadsheet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select the tensor or weight at which the run first goes wrong, or the lowest tensor where none stands out</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::Breadcrumb</name>
    <message>
        <source>Shown part of the graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outer blocks</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::CatchBars</name>
    <message>
        <source>Caught nodes by operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>others</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::ChangesPanel</name>
    <message>
        <source>What changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export what &amp;changed…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Second graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write the list of changes, as it is filtered, as CSV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the list of changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export what changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What changed was written to %1.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::ChannelModel</name>
    <message>
        <source>Channel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>max |w|</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SQNR, dB</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::ClosingStatus</name>
    <message>
        <source>Saves and closes when the tasks are done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Don&apos;t close</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::CommandPalette</name>
    <message>
        <source>Command palette</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What to look for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Up and Down choose · Enter runs · Esc closes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing to go to: no model is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing holds “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::ContextMenus</name>
    <message>
        <source>Copy “%1”</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::DataDesk</name>
    <message>
        <source>The data are being looked at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Choose data…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose &amp;labels…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Previous sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Next sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model is open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are no samples yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is the first one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is the last one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose stacked &amp;arrays…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take class &amp;folders as labels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove la&amp;bels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Remove data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The samples do not lie in class folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are no labels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No data are chosen</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::DataSession</name>
    <message>
        <source>Choose calibration data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose evaluation data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose labels</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Take back %n sample(s)</source>
        <translation>
            <numerusform>Take back %n sample</numerusform>
            <numerusform>Take back %n samples</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Leave out %n sample(s)</source>
        <translation>
            <numerusform>Leave out %n sample</numerusform>
            <numerusform>Leave out %n samples</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove the calibration data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the evaluation data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the labels</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::DataSourcePanel</name>
    <message>
        <source>Calibration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Evaluation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Images</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Random</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder or file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Path of the data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number of samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed of the choice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chooses which samples are taken, and makes random ones</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change the number of samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change the seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add labels…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Labels: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a model first: the data are read for its inputs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No data yet. Choose a folder of pictures or arrays, or drop it here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n picture(s)</source>
        <translation>
            <numerusform>%n picture</numerusform>
            <numerusform>%n pictures</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n sample</numerusform>
            <numerusform>%n samples</numerusform>
        </translation>
    </message>
    <message>
        <source>Arrays (*.npy *.npz)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the folder of the samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Labels (*.tsv *.txt *.npy);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose data first: labels belong to samples.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The samples are being listed…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove these data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A &amp;folder, one file for each sample…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One .npy or .npz &amp;file with stacked samples…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The class of each picture is the sub-folder that it lies in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This preset needs no calibration data; samples are used for comparing only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 chosen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 labelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n class(es)</source>
        <translation>
            <numerusform>%n class</numerusform>
            <numerusform>%n classes</numerusform>
        </translation>
    </message>
    <message>
        <source>Add labels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Labels: folder names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>True classes, for accuracy: from the folders, a .tsv or .txt file with a name, a tab and a class index in each line, or a .npy file of class indices.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Take the %n folder(s) as classes</source>
        <translation>
            <numerusform>Take the %n folder as class</numerusform>
            <numerusform>Take the %n folders as classes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>From the &amp;names of the %n folder(s)</source>
        <translation>
            <numerusform>From the &amp;name of the %n folder</numerusform>
            <numerusform>From the &amp;names of the %n folders</numerusform>
        </translation>
    </message>
    <message>
        <source>From the &amp;names of class folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From a &amp;file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>N&amp;one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lines of a file: name, tab, class index (.tsv, .txt); or a .npy of indices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a file with stacked samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the labels: lines of name, tab, class index</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::DifferencePanel</name>
    <message>
        <source>Recipe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scales</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is different</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Differences of the recipes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show this tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the table as CSV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run %1 → run %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Differences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The reports are being read…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time and memory stand in a run&apos;s report; there is none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>tab, count</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>run %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both recipes say the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a run with another one before it to see what its recipe changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a run and a baseline to see what differs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>All %n scale(s) are the same.</source>
        <translation>
            <numerusform>The %n scale is the same.</numerusform>
            <numerusform>All %n scales are the same.</numerusform>
        </translation>
    </message>
    <message>
        <source>Scales stand in a run&apos;s report; one of them has none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure both runs to compare their outputs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The runs have no tensor in common.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Analyse both runs in the perspective Analyse to compare their tensors.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::Differences</name>
    <message>
        <source>activation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>constant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bias</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>ratios</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Role</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scale, ratio</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The scale after over the one before; of channels the least and the largest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1; the zero point is another</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Metric</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean over the run&apos;s own samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean over the samples that both runs were measured on, with its 95 % interval; * marks what chance alone does not explain</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>95 % interval %1 to %2, of %n sample(s)</source>
        <translation>
            <numerusform>95 % interval %1 to %2, of %n sample</numerusform>
            <numerusform>95 % interval %1 to %2, of %n samples</numerusform>
        </translation>
    </message>
    <message>
        <source>Own, dB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SQNR of the tensor&apos;s own quantization after; in the tooltip before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Δ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change of the own SQNR, dB; above 0 is better</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All, dB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accumulated SQNR: with everything in front quantized, too, after; in the tooltip before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change of the accumulated SQNR, dB; above 0 is better</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>before: %1 dB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run %1, s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak, MiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The most memory of the whole process during the stage of run %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of the codes: before and after where it changed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::DropArea</name>
    <message>
        <source>&amp;Open…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop a model, a recipe or a project here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>.onnx with or without external data · recipe .json · project .qsproj</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 could not be opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Continue %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open another…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::EffectCard</name>
    <message>
        <source>%1 (%2): %3</source>
        <comment>operator, count, reason</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Effect before running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nodes quantized</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nodes float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensors integer → float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Multiply-adds in float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found in %1 ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The effect shows here as soon as the recipe is free of errors.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a model to see what the recipe does to it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 points</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>… and %n more</numerusform>
            <numerusform>… and %n more</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing else stays float.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Float without a rule:
%1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensors float → integer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight bytes saved</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::EffectLines</name>
    <message>
        <source>float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not kept: another node does its work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rule %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>preset %1 does not quantize this type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>control flow is kept as it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the NPU has only the HardSigmoid with alpha 1/6 and beta 1/2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>both operands are computed, and MatMulConstBOnly asks for a constant one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a constant holds infinity or NaN, which no scale covers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has no float values, or no neighbour is quantized</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NodesToQuantize, InputNodes or OutputNodes leave it out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Effective</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Because of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 → float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>float → %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Boundary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 at input %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 at output %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it becomes one operator with a node that a rule keeps float</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::EffectSection</name>
    <message>
        <source>Effect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All figures of the effect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows as soon as the recipe is free of errors.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 quantized, %2 float · boundaries: %3 to float, %4 to integer · weights: %5 of %6 saved</source>
        <comment>nodes, nodes, values, values, bytes, bytes</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What a run with this recipe and these data will need</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::EngineSentence</name>
    <message>
        <source>The channels of &apos;%1&apos; differ %2 in range; with one scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> %1 of %2 keep fewer than 4 levels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> %1 of %2 keeps fewer than 4 levels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> the smaller ones keep few levels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Few elements of &apos;%1&apos; lie %2 standard deviations out and leave few levels to the others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The codes of &apos;%1&apos; keep only %2 dB of its values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 channels of &apos;%3&apos; is zero and could be removed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 channels of &apos;%3&apos; are zero and could be removed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; with other rules than the NPU&apos;s </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>per-channel scales gain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>per-channel scales</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>per-channel scales of 16 bits gain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>per-channel scales of 16 bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>16 bits gain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>16 bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>equalization gains</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>equalization</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> %1 dB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> everything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All values of &apos;%1&apos; are above 0, from %2 to %3, but the step that %4 bits leave is %5: the smallest become 0, which what divides by them does not bear.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The scale of &apos;%1&apos; clips %2 % of its values: they reach from %3 to %4, its codes only from %5 to %6.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The values of &apos;%1&apos; reach from %2 to %3, but %4 % of them lie between %5 and %6: the step that %7 bits leave is %8.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The %1 bits of &apos;%2&apos; keep only %3 dB of its values, with a step of %4 between %5 and %6.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It first goes wrong at &apos;%1&apos; (an input)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It first goes wrong at &apos;%1&apos; (%2 &apos;%3&apos;)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>: its own quantization makes it infinite or NaN in %1 samples.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>: its own quantization makes it infinite or NaN in %1 sample.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>: its own quantization leaves %1 dB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, and what reaches it is exact</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, and what reaches it loses %1 dB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; the scale of &apos;%1&apos; is %2 times as wide as its values need.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; the error comes from &apos;%1&apos;, of which quantization leaves %2 dB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; values beyond the ends of its scale are cut off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; its values spread over %1 levels of its scale.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>: it makes the errors that reach it %1 dB larger against its values, so that %2 dB are left; its own quantization leaves %3 dB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No tensor stands out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, but the errors of all add up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>: the outputs are exact</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>: the outputs keep %1 dB or more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>. The lowest accumulated SQNR is %1 dB, at &apos;%2&apos; (%3 &apos;%4&apos;).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>. The lowest accumulated SQNR is %1 dB, at &apos;%2&apos; (an input).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The recipe reaches the goal as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing that was tried is better than the recipe as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The goal is not reached with what was tried. </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The goal is not reached with what was tried so far. </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 % of the multiply-adds have no 8-bit weights any more: rounding that is learned (AdaRound), which this version does not have, may bring them back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rounding that is learned (AdaRound), which this version does not have, is what is left to try.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 % of the multiply-adds keep 8-bit weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, %1 %2 more of the weights stay float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, the weights take %1 %2 instead of %3 %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, activations: %1 bits instead of %2 bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, activations: float instead of %1 bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, activations: %1 bits instead of float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer &apos;%1&apos; in float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>these %1 layers in float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the last layer in float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the last %1 layers in float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>preset %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>per-channel weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>16-bit activations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>asymmetric activations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>asymmetric weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ranges by %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weight ranges by least squared error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cross-layer equalization</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no cross-layer equalization</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> and </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>: </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; rounding alone would leave %1 dB: most of the error is how the quantized model computes it, as where an operator is replaced for the target.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing goes wrong: quantization changes none of the values.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>float layer &apos;%1&apos;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>16-bit weights of &apos;%1&apos;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>: the errors that reach it make it infinite or NaN in %1 samples.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>: the errors that reach it make it infinite or NaN in %1 sample.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, but the outputs are infinite or NaN in the float model itself</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::EngineText</name>
    <message>
        <source>How ranges of activations are found from the samples.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>--external-data stores weights beside the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>--quiet and --report say what is told</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>--quiet leaves out all but errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>--report holds every tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>--threads sets the number of threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>-1 or a whole number from 1 to 1000</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>-1 | 1 … 1000</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 &lt; number &lt;= 100</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 or a whole number from 10 to 26</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 | 10 … 26</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>4-bit weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A BatchNormalization that is left becomes a Conv.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A Clip from 0 becomes a Relu.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A GlobalAveragePool of more than 512 values becomes two poolings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A Split becomes one Slice for each of its outputs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A pair of Q and DQ for every operator that reads a tensor.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A16W8 with a scale for every channel of a weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A8W8 with a scale for every channel of a weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Activations: range [-M, M], zero point in the middle.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>AdaQuant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>AdaRound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After an alignment a bias gets the scale input x weight again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Alignment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At most so many samples; 0: all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Average pooling: the NPU&apos;s approximation of the division.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Below this sum of both sides&apos; largest weights a channel is left alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bias</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Biases are int16 with the scale input x weight (opset 21).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Biases are int32 with the scale input x weight; otherwise they are of the weights&apos; type with a scale of their own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Biases are quantized.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Biases that several operators of these types read are copied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CLEScaleUseThreshold is false</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CalibMovingAverage is false</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calibrate on random data when no others are given.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calibration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Channels with small weights on both sides are left alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clip(0, 6) becomes Relu before, so that layers around it form a pair.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clip: bounds become whole numbers from -128 to 127.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compute as the NPU does where that differs from ONNX (options below).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Constants of Add, Sub, Mul, Div, Min and Max take the activations&apos; type.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Constants that are listed as inputs are no inputs any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Constants that several operators of these types read are copied; an empty list: of all types.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Convert the model to this opset first; 0: only as far as the result needs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DPU simulation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>EnableNPUCnn is false</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Equalization</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Even out the channels&apos; ranges of weights between consecutive layers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First choice for NPUs that want signed 8-bit data with float scales.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fold BatchNormalization into Conv, ConvTranspose and Gemm, also behind a Concat.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fold constants and batch normalizations (ONNX Runtime&apos;s basic graph optimization).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For ONNX Runtime on CPUs when a few outliers stretch the activation ranges.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For a smaller file when only its size matters, or to see what the weights alone cost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For convolutional networks on AMD&apos;s NPUs (Ryzen AI).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For convolutional networks that 8 bits do not save.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For processors that multiply unsigned by unsigned only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For targets that take signed activations only (ARM, GPUs).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For the Vitis AI compiler; the four options that it asks for are set and checked (Target).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For transformers and recurrent networks on CPUs when there are no calibration data.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For transformers that 8 bits do not save.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For transformers: products with weights in 8 bits, all else in float.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>HardSigmoid: the NPU&apos;s approximation of 1/6.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How often all pairs of layers are equalized; -1: until it settles.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How often the limits are gone through, at most.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How ranges of weights are found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the reference balances channels.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the reference stores large models.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Input and output of a Pad share a scale.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Input and output of a Reshape share a scale.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Input and output of a Slice share a scale.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Input and output of a Transpose share a scale.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Input and output of a pooling share a scale.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inputs and output of a Concat share a scale.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inputs with 4 dimensions take their channels last.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>InstanceNormalization counts as an operator like Conv in these rules.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>InstanceNormalization: the NPU&apos;s approximation.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Integer type of activations.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Integer type of weights.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep float weights and put Q and DQ behind them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep scales within the limits of the NPU&apos;s shifts, and align them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LeakyRelu: alpha becomes a multiple of 1/256.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave a MatMul of two activations in float.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MX types</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Method Entropy: bins that a window is reduced to.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Method LayerwisePercentile: the error that is compared.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Method LayerwisePercentile: the percentiles of which the best is taken.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Method MinMSE with float scales: windows of percentiles, or shrinking ones with the error of a histogram or of all values.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Method MinMSE with power-of-two scales: least error of all values, the best scale of most samples, or least error within the percentile.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Method Percentile: the share of the values that the range holds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Methods Entropy and MinMSE (HistCenter, All): bins of the histogram that windows are cut from.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Methods MinMax and NonOverflow: mean of the samples&apos; ranges instead of all values.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MinMax | MinMSE | null (as activations with powers of two, otherwise MinMax)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MinMax, MinMSE or null</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MixedPrecisionTensor acts whenever it is given</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NPU limits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No Q/DQ between a Mul and an Add behind it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No Q/DQ between an operator like Conv and a Clip behind it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No Q/DQ between an operator like Conv and a Gelu behind it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No Q/DQ between an operator like Conv and a LeakyRelu behind it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No Q/DQ between an operator like Conv and a PRelu behind it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No Q/DQ between an operator like Conv and a Relu behind it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ONNX Runtime</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ONNX Runtime&apos;s rules are in force (PlacementRules is OnnxRuntime)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One Q for a tensor, and a DQ for every operator that reads it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One scale per output channel of a weight instead of one per weight.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operator types whose weights get a scale per channel, and the channels&apos; axis.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outputs of Relu and of Clip from 0 are asymmetric.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outputs of these nodes are not quantized for their sake.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outputs of these operator types are not quantized for their sake.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overrides</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pairs of operator types with no Q/DQ between them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Placement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preparation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prepare the model only as far as the result needs to load.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put the operators of a Gelu together (opset 20 or later).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put the operators of a layer normalization together (opset 17 or later).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put the operators of an L2 normalization together.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put the operators of an instance normalization together.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantiscope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantize Gemm and MatMul only, for the NPU&apos;s engine for transformers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantize activations while the model runs; no calibration data are needed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantize every operator type of the model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantize pass-through operators (Reshape, MaxPool …) even if their input is not quantized otherwise.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantize these nodes only; an empty list: all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantize these operator types as well.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantize these operator types only; an empty list: those of the rules.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantize weights and leave activations in float.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quark, QConfig objects</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quick first try for convolutional networks on CPUs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Random data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Random data: between which values an input&apos;s lie; without it 0 and 1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Random data: the shapes of inputs whose sizes the model leaves open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ranges are looked for as [-M, M]; Percentile: of magnitudes instead of both tails.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ReduceMean over height and width becomes GlobalAveragePool.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ReduceMean: the NPU&apos;s approximation of the division.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove operators that change nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rules of the NPU&apos;s engine for convolutions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scales of HardSigmoid within what its table holds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shapes that inputs and outputs get before everything else.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shift behind Add within -7 … 25, behind Mul within 0 … 32.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shift behind Conv and Gemm within 0 … 16.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shift between the inputs of Add and Sub within 0 … 7.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shift of biases within what the accumulator holds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shift of x * HardSigmoid(x) within 0 … 15.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sigmoid becomes HardSigmoid.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Softmax: the NPU&apos;s approximation.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps end when the weights change by less than this in all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensors that take another integer type; gives way to the rules of layers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The bias counts as a weight of its channel.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The compiler that takes the result; what it asks for is checked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The domain of the reference&apos;s Q and DQ.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The most accurate preset with 8-bit weights, when A8W8_PC and A16W8 lose too much: on 7 networks that A8W8 breaks it reaches cosine 0.975 to 0.9995.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The output of these operators takes the range of what they read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The output scale of an operator does the work of the Relu or Clip behind it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The reference&apos;s Python warnings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The reference&apos;s care for int32 biases.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The reference&apos;s debug output.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The reference&apos;s devices.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The reference&apos;s folder for temporary files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The reference&apos;s log level.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The reference&apos;s number of threads for statistics.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The reference&apos;s summary.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The reference&apos;s switch for MixedPrecisionTensor.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The reference&apos;s way of comparing percentiles.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The reference&apos;s way of saving disk space.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The reference&apos;s way of saving memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The start of mixed precision: rules of layers bring down to 8 bits what bears it (the reference searches for them).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To reproduce a script that uses A16W8_QCONFIG, which differs from A16W8 in the method.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To reproduce a script that uses A8W8_QCONFIG, which differs from A8W8 in method and format.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To reproduce a script that uses VINT8_QCONFIG.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To reproduce a script that uses XINT8_QCONFIG, which differs from XINT8 in the activations&apos; type.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To reproduce onnxruntime.quantization.quantize_static with its usual CPU settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To reproduce quantize_static(per_channel=True); depthwise networks on CPUs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn a float16 model into float32.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Types</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight of a new batch in the moving average.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights use one bit less, for processors without 8-bit dot products.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights: range [-M, M].</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What a scale may be: any number, a power of two, or M / 2^n with a 16-bit M.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is laid down for single tensors, or for each of their channels: quant_type, symmetric, reduce_range, per_channel, axis, rmin with rmax, scale with zero_point.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is not reached from these nodes stays float.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What leads to none of these nodes stays float.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When 8-bit activations lose too much and ranges lie on one side of zero.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When 8-bit activations lose too much and the target wants zero points of 0.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When 8-bit activations lose too much: transformers, detection heads, anything with wide activation ranges.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When one scale cannot serve all channels of a weight (depthwise convolutions): on 7 networks that A8W8 breaks (cosine 0.02 to 0.97) it reaches 0.59 to 0.999.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where types change between operators, a second pair converts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which pairs are equalized: all, as the reference does; where the predicted error falls and if the one measured on calibration samples does; or by prediction alone, whatever the data.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whose rules decide which tensors are quantized and which share a scale.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without effect here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a bias that does not fit into int32 is always taken care of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a list of [producer, consumer] with operator types</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a list of at least one number above 0, at most 100</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a list of node names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a list of operator types</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a list of operator types, or null</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a list of texts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a number above 0, at most 100</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a number from 0 to 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a number from 0 to 1e30</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a symmetric range does not cut below zero (ActivationSymmetric is true)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a text like &quot;in:[1,3,224,224];out:[1,1000]&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a text or null</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a whole number from 0 to 1000000000</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a whole number from 0 to 65536, or null</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a whole number from 1 to 1000</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a whole number from 2 to 4096</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a whole number that is not negative</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>activations are asymmetric anyway (ActivationSymmetric is false)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>activations are quantized to uint8 while the model runs (UseDynamicQuant is true)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all operators that there are while the model runs are quantized anyway (UseDynamicQuant is true)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all samples are one batch, whose mean is the average</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an object with [lowest, highest] for each input, or null</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an object with a list of overrides for each tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an object with a list of sizes above 0 for each input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an object with a list of tensors for Int8, UInt8, Int16 or UInt16</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an object with an axis from -8 to 7 for each operator type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as VINT8, without equalization</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bfloat16 types</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>biases are not int32 (Int32Bias)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>biases are quantized last, with their final scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>biases stay float (QuantizeBias is false)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>block floating point types</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>calibration runs on the processor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>constants are never inputs of a model that was read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every operator type is quantized (QuantizeAllOpTypes is true)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every reader has a pair of its own (DedicatedQDQPair is true)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>float16 types</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>int16 activations, int8 weights, both symmetric, Percentile 99.999; extended QDQ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>int16 activations, int8 weights, both symmetric, float scales, MinMax; extended QDQ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>int16 activations, int8 weights, both symmetric, float scales, Percentile 99.999; extended QDQ, no equalization</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>int16 asymmetric activations, int16 symmetric weights and biases, Percentile 99.9999; extended QDQ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>int8 activations and weights, both symmetric, float scales, MinMax; extended QDQ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>int8 activations and weights, both symmetric, float scales, Percentile 99.999; plain QDQ, no equalization</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>int8 activations and weights, both symmetric, power-of-two scales by least squared error; NPU rules, no equalization</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>int8 activations and weights, both symmetric, power-of-two scales by least squared error; every operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>int8 asymmetric activations, int8 per-channel weights, MinMax, ONNX Runtime&apos;s own placement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>int8 asymmetric activations, int8 symmetric weights, Percentile 99.9999</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>int8 symmetric weights, activations stay float; no calibration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layers are not equalized (IncludeCLE is false)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>list of [producer, consumer]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>list of node names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>list of numbers above 0, at most 100</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>list of operator types</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>list of operator types | null (none)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>list of texts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no layer and no tensor has types of its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no temporary models are written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing is to be aligned (AlignConcat and its like are off)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing is to be simulated (ConvertAvgPoolToDPUVersion and its like are off)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one of All | MostCommon | Percentile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one of Always | Improvement | Prediction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one of Float32 | PowerOf2 | Int16</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one of Int8, UInt8, Int16, UInt16</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one of None | VitisAI</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one of OnnxRuntime | Quark | QuarkExtended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one of Percentile | HistCenter | All</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one of mae | mse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only the NPU&apos;s rules know it, and PlacementRules is not Quark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only the extended rules know it (PlacementRules is not QuarkExtended)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only the method max exists, here and in the reference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only weights are quantized (WeightsOnly is true)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>per-channel weights are always symmetric (PerChannel is true)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ranges are looked for as [-M, M] (CalibTensorRangeSymmetric)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scales are not powers of two (ScaleType is Float32)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scales are not powers of two (ScaleType is not PowerOf2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scales are powers of two (ScaleType)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>statistics are gathered sample by sample, nothing is kept on disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>text like &quot;in:[1,3,224,224];out:[1,1000]&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the DPU is not simulated (SimulateDPU is false)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the NPU&apos;s limits are not checked (NPULimitationCheck is false)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the NPU&apos;s rules need symmetric activations (EnableNPUCnn)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the domain of Q and DQ follows from types and opset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the errors of percentiles are always computed from histograms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the extended rules do all that it asks for (PlacementRules is QuarkExtended)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method is Entropy, not Entropy (or MinMSE with MinMSEModeFloatScale HistCenter or All)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method is Entropy, not LayerwisePercentile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method is Entropy, not MinMSE</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method is Entropy, not MinMSE, and that of weights is not MinMSE either</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method is Entropy, not MinMax or NonOverflow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method is Entropy, not Percentile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method is LayerwisePercentile, not Entropy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method is LayerwisePercentile, not Entropy (or MinMSE with MinMSEModeFloatScale HistCenter or All)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method is LayerwisePercentile, not MinMSE</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method is LayerwisePercentile, not MinMSE, and that of weights is not MinMSE either</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method is LayerwisePercentile, not MinMax or NonOverflow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method is LayerwisePercentile, not Percentile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method is MinMSE, not Entropy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method is MinMSE, not Entropy (or MinMSE with MinMSEModeFloatScale HistCenter or All)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method is MinMSE, not LayerwisePercentile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method is MinMSE, not MinMSE, and that of weights is not MinMSE either</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method is MinMSE, not MinMax or NonOverflow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method is MinMSE, not Percentile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method is MinMax, not Entropy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method is MinMax, not Entropy (or MinMSE with MinMSEModeFloatScale HistCenter or All)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method is MinMax, not LayerwisePercentile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method is MinMax, not MinMSE</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method is MinMax, not MinMSE, and that of weights is not MinMSE either</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method is MinMax, not Percentile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method is NonOverflow, not Entropy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method is NonOverflow, not Entropy (or MinMSE with MinMSEModeFloatScale HistCenter or All)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method is NonOverflow, not LayerwisePercentile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method is NonOverflow, not MinMSE</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method is NonOverflow, not MinMSE, and that of weights is not MinMSE either</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method is NonOverflow, not Percentile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method is Percentile, not Entropy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method is Percentile, not Entropy (or MinMSE with MinMSEModeFloatScale HistCenter or All)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method is Percentile, not LayerwisePercentile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method is Percentile, not MinMSE</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method is Percentile, not MinMSE, and that of weights is not MinMSE either</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method is Percentile, not MinMax or NonOverflow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the model is not prepared (SkipPreprocess is true)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the number of steps is fixed (CLESteps is not -1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>true or false</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>true | false | null (as OptimizeModel)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>true | false | null (false for MinMax and Entropy, otherwise true)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>true | false | null (false for the NPU, otherwise true)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>true | false | null (true for signed types)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>true | false | null (true for the NPU and in the extended flow)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>true | false | null (true for the NPU only)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>true | false | null (true with EnableNPUTransformer or UseDynamicQuant)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>true, false or null</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>uint16 asymmetric activations, int16 symmetric weights, MinMax; extended QDQ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>uint16 asymmetric activations, int16 symmetric weights, mean of the samples&apos; ranges; Gemm and MatMul only, extended QDQ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>uint16 asymmetric activations, int8 symmetric weights, Percentile 99.999; extended QDQ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>uint8 activations and weights, both asymmetric, Percentile 99.999</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>uint8 activations, int8 weights, both symmetric, power-of-two scales by least squared error; NPU rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>uint8 asymmetric activations, int8 symmetric weights, MinMax</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>uint8 asymmetric activations, int8 symmetric weights, MinMax, ONNX Runtime&apos;s own placement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>uint8 asymmetric activations, int8 symmetric weights, Percentile 99.999</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>uint8 asymmetric activations, int8 symmetric weights, mean of the samples&apos; ranges; Gemm and MatMul only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>uint8 weights; activations become uint8 while the model runs, no calibration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>warnings are told unless --quiet is given</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weights have one scale each (PerChannel is false)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whole number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whole number, 0 to 1000000000</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whole number, 0 to 65536 | null (2048; Entropy: twice NumQuantizedBins)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whole number, 1 to 1000</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whole number, 2 to 4096</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{input: [lowest, highest]}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{input: [sizes]}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{operator type: axis}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{tensor: [{key: value}]}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{type: [tensors]}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only weights are quantized (WeightsOnly is true), by WeightCalibrateMethod</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::ErrorStrip</name>
    <message>
        <source>Error along the graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SQNR, dB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No layer errors yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>accumulated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1
own: %2 dB
accumulated: %3 dB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decibels are logarithmic already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>own SQNR (dB)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>accumulated SQNR (dB)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::ErrorStripBox</name>
    <message>
        <source>SQNR along the graph, dB</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::FedTensorPanel</name>
    <message>
        <source>Fed tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Histogram of the fed values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No samples have been looked at yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fed by these steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model expects</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fed and expected</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>all %n sample(s)</source>
        <translation>
            <numerusform>all %n sample</numerusform>
            <numerusform>all %n samples</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing can be fed: see the guidelines.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>value fed to “%1”, no unit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share, %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 and others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about 0 … 1 likely</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 … 255 likely</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 … %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean · std</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the model expects</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not as the model expects</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 does not fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 % at %2, cut</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 % in %2 … %3, cut</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the model does not tell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about %1 · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show this input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>value %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::FindingWords</name>
    <message>
        <source>Check scale, mean and std against the code that trained the model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Random numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Good for a trial only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use real data before the result is used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s), 100 to 1000 advised</source>
        <translation>
            <numerusform>%n sample, 100 to 1000 advised</numerusform>
            <numerusform>%n samples, 100 to 1000 advised</numerusform>
        </translation>
    </message>
    <message>
        <source>Ranges may still move with more samples.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n unreadable</source>
        <translation>
            <numerusform>%n unreadable</numerusform>
            <numerusform>%n unreadable</numerusform>
        </translation>
    </message>
    <message>
        <source>They cannot be read or do not fit the input.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace them or leave them out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n duplicate(s)</source>
        <translation>
            <numerusform>%n duplicate</numerusform>
            <numerusform>%n duplicates</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The same content in %n group(s).</source>
        <translation>
            <numerusform>The same content in %n group.</numerusform>
            <numerusform>The same content in %n groups.</numerusform>
        </translation>
    </message>
    <message>
        <source>Keep one of each group.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n near-duplicate(s)</source>
        <translation>
            <numerusform>%n near-duplicate</numerusform>
            <numerusform>%n near-duplicates</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Difference hash: at most 4 of 64 bits differ, in %n group(s).</source>
        <translation>
            <numerusform>Difference hash: at most 4 of 64 bits differ, in %n group.</numerusform>
            <numerusform>Difference hash: at most 4 of 64 bits differ, in %n groups.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n frame(s) in sequence</source>
        <translation>
            <numerusform>%n frame in sequence</numerusform>
            <numerusform>%n frames in sequence</numerusform>
        </translation>
    </message>
    <message>
        <source>Neighbours look alike, as in a film; the longest run has %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep one of each run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n blurred</source>
        <translation>
            <numerusform>%n blurred</numerusform>
            <numerusform>%n blurred</numerusform>
        </translation>
    </message>
    <message>
        <source>Laplacian variance below %1, median %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave them out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Soft throughout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Median Laplacian variance %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that they were not enlarged or compressed more than in production.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n blank</source>
        <translation>
            <numerusform>%n blank</numerusform>
            <numerusform>%n blank</numerusform>
        </translation>
    </message>
    <message>
        <source>One value everywhere.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n with NaN or infinity</source>
        <translation>
            <numerusform>%n with NaN or infinity</numerusform>
            <numerusform>%n with NaN or infinity</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 elements are not finite.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repair these samples or leave them out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n outlier(s)</source>
        <translation>
            <numerusform>%n outlier</numerusform>
            <numerusform>%n outliers</numerusform>
        </translation>
    </message>
    <message>
        <source>Values up to %1; the median sample reaches %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave out what production never sees: it stretches every range.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Classes are unbalanced</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take about as many samples of each class.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n without a label</source>
        <translation>
            <numerusform>%n without a label</numerusform>
            <numerusform>%n without a label</numerusform>
        </translation>
    </message>
    <message>
        <source>They count for no accuracy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add lines for them to the labels.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n grey picture(s)</source>
        <translation>
            <numerusform>%n grey picture</numerusform>
            <numerusform>%n grey pictures</numerusform>
        </translation>
    </message>
    <message>
        <source>The model takes three channels.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Very different proportions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Width / height from %1 to %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resize with letterbox or crop, so that nothing is distorted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n much enlarged</source>
        <translation>
            <numerusform>%n much enlarged</numerusform>
            <numerusform>%n much enlarged</numerusform>
        </translation>
    </message>
    <message>
        <source>Use pictures of production&apos;s size.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 to 255 fed, 0 to 1 likely expected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values up to %1 are fed to %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 to 1 fed, 0 to 255 likely expected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Channels last, first is usual</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The arrays for %1 look like [N, H, W, C].</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the order of the axes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layout not stated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 leaves open whether channels come first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State it in the step Layout.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add samples that differ as those of production do.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 samples of class %2, %3 of class %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Right where production&apos;s pictures are grey, too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both sides are below %1 pixels.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values unlike those of the training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is fed a standard deviation of %2; its first layers were trained with about %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is fed a mean of %2; its first layers were trained with about %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pictures fed as %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hardly any model was trained on such values.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Range not judged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing in the model tells which range %1 expects.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pictures keep different sizes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 leaves its size open; many models fail on sizes that 32 does not divide.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set height and width in the step Resize.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One file of a folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>The file holds one sample; %n such file(s) lie in its folder.</source>
        <translation>
            <numerusform>The file holds one sample; %n such file lies in its folder.</numerusform>
            <numerusform>The file holds one sample; %n such files lie in its folder.</numerusform>
        </translation>
    </message>
    <message>
        <source>Use the folder to take them all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An input that never changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing but %1 is fed to %2: no range of what follows from it can be told.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Feed what production feeds; for a state, what the model gave for the sample before.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::FindingsList</name>
    <message>
        <source>Findings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stays float: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing stands out: the recipe quantizes all that it is asked to.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::GatesEditor</name>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No gates: every result passes. A gate is a bound that the result has to keep, on evaluation data where there are some, otherwise on calibration data.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Metric</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>worst sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean or worst sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At least or at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add gate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add gate: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Delete %n gate(s)</source>
        <translation>
            <numerusform>Delete %n gate</numerusform>
            <numerusform>Delete %n gates</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quantiscope::GraphExportDialog</name>
    <message>
        <source>Export picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whole graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is in sight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PNG (pixels)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SVG (lines and texts)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drawn at any size without loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 × %2 pixels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, at %2 %: larger pictures are not written. SVG has no such limit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PNG (*.png)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SVG (*.svg)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::GraphFindField</name>
    <message>
        <source>Find in graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words in names, operators and values; also op:Conv, attr:kernel_shape=[3,3], shape:1x64x*, and -op:Conv for what shall not be</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Regular expression (Alt+R)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n found</source>
        <translation>
            <numerusform>%n found</numerusform>
            <numerusform>%n found</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::GraphHitList</name>
    <message>
        <source>What the search found</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::GraphLegend</name>
    <message>
        <source>Colours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>kind of nodes · how many</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::GraphMinimap</name>
    <message>
        <source>Overview of the graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drag to look elsewhere</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::GraphPainter</name>
    <message>
        <source>START</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>END</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::GraphPane</name>
    <message>
        <source>The graph is being laid out…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The graph cannot be drawn. %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the &amp;bodies of a control-flow node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The selected node has no body: select an If, Loop or Scan</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n block(s)</source>
        <translation>
            <numerusform>%n block</numerusform>
            <numerusform>%n blocks</numerusform>
        </translation>
    </message>
    <message>
        <source>Second graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colour nodes by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the colours of nodes mean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The graph is being laid out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The graph of the model will be here once one is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Precision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parameter bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Graph: &amp;back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Graph: &amp;forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To the block &amp;around</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open or close block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show &amp;only this block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a&amp;ll blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Close all blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Find in graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find by &amp;regular expression</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find &amp;next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find &amp;previous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select &amp;all nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fit &amp;graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Frame &amp;selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom o&amp;ut</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom to &amp;100 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change the &amp;direction of the graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select by &amp;clicking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select by a rubber &amp;band</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Overview</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Export picture…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model is open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was shown before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was left by going back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No block is open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The graph has no blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The picture was saved as %1, at %2 % instead of %3 %, since it would be too large.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The picture was saved as %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fold &amp;quantizers into edges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Unfold or fold the quantizers of the selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The graph has no QuantizeLinear and no DequantizeLinear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing that is selected is quantized here</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::GraphSearch</name>
    <message>
        <source>The expression is wrong at character %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A quotation mark is not closed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After op: an operator is missing, as in op:Conv</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After attr: an attribute is missing, as in attr:group=1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After shape: extents are missing, as in shape:1x64x*</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Before = an attribute is missing, as in attr:group=1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An extent is missing in shape:%1; * stands for any</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::GraphTexts</name>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
    <message>
        <source>same structure as %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::GraphView</name>
    <message>
        <source>Graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Read by %n node(s); click to list them</source>
        <translation>
            <numerusform>Read by %n node; click to list it</numerusform>
            <numerusform>Read by %n nodes; click to list them</numerusform>
        </translation>
    </message>
    <message>
        <source>Here the precision changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Input %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Output %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Closed block %1, %n node(s)</source>
        <translation>
            <numerusform>Closed block %1, %n node</numerusform>
            <numerusform>Closed block %1, %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Open block %1, %n node(s)</source>
        <translation>
            <numerusform>Open block %1, %n node</numerusform>
            <numerusform>Open block %1, %n nodes</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>inputs %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>caught by the rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Select all %n node(s) that read it</source>
        <translation>
            <numerusform>Select the %n node that reads it</numerusform>
            <numerusform>Select all %n nodes that read it</numerusform>
        </translation>
    </message>
    <message>
        <source>Select the value</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
    <message>
        <source>float</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Double-click to see its %n node(s)</source>
        <translation>
            <numerusform>Double-click to see its %n node</numerusform>
            <numerusform>Double-click to see its %n nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quantiscope::GuidelinesPanel</name>
    <message>
        <source>Guidelines</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
    <message>
        <source>checked in %1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No data to judge yet. Choose them on the left.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing stands against these data.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1
%2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>+ %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Leave out %n</source>
        <translation>
            <numerusform>Leave out %n</numerusform>
            <numerusform>Leave out %n</numerusform>
        </translation>
    </message>
    <message>
        <source>The samples are being looked at…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn off the scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scale by 1/255</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This preset needs no calibration data; samples are used for comparing only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List all of these samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use the folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resize to %1×%2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy this finding</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::HistogramDesk</name>
    <message>
        <source>weight of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>output of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Analyse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Histograms are made of the values that analysing the run collects.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are no statistics of %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load the values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The values of this run are not in memory. They are read from the cache, or collected again where that has gone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a node or a row of the layer errors to see how its values are distributed; several rows are laid over each other.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::HistogramView</name>
    <message>
        <source>%1 dB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt; %1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Revert</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Keep as override</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Histogram of the tensor&apos;s values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a tensor to see its values.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both lines go to where they hold so many of the values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Percentile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All channels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Channels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SQNR</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clipped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Levels used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the range in force</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The recipe lays this range down for the tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · channel %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>value of %1, no unit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>elements per bin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>≤ %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>≥ %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in force</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>quantized</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as dragged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export picture or numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>value %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 elements</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of these values on the levels of this scale alone. The own error in the tables has
the quantized weights and the arithmetic of the layer in it, too.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::InspectorTree</name>
    <message>
        <source>Go to the node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the node at its other end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the value</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::Job</name>
    <message>
        <source>cosine %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 gates met</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>statistics reused</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s)</source>
        <translation>
            <numerusform>%n tensor</numerusform>
            <numerusform>%n tensors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n sample</numerusform>
            <numerusform>%n samples</numerusform>
        </translation>
    </message>
    <message>
        <source>Read the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prepare the graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Collect statistics</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose scales</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Place Q/DQ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that it loads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare with FP32</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replaced by a newer job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, far from FP32</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantize %1 · %2</source>
        <comment>model, preset</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calibrate %1 · %2</source>
        <comment>model, preset</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Evaluate %1 · %2</source>
        <comment>model, its quantized model</comment>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 · %n warning(s) about the data</source>
        <translation>
            <numerusform>%1 · %n warning about the data</numerusform>
            <numerusform>%1 · %n warnings about the data</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n part(s) of the network</source>
        <translation>
            <numerusform>%n part of the network</numerusform>
            <numerusform>%n parts of the network</numerusform>
        </translation>
    </message>
    <message>
        <source>not finished</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Analyse %1 · %2</source>
        <comment>model, preset</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sensitivity of %1 · %2</source>
        <comment>model, preset</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare every tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch parts on and off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a better recipe was found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no better recipe was found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Advice for %1 · %2</source>
        <comment>model, preset</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load the values of %1 · %2</source>
        <comment>model, preset</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep more and more in float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure the recipe as it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantize suspects alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try changes of the recipe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Treat single layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Treat layers together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure the best on all samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find shares of the final error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at the weights</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::JobStrip</name>
    <message>
        <source>Cancel; what is known stays</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2 / %3</source>
        <comment>stage, done, all</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::JobsModel</name>
    <message>
        <source>%1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>duration · result</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1
%2</source>
        <comment>job title, then what became of it</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <comment>job title, status: detail</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::JsonView</name>
    <message>
        <source>The recipe as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In a window of its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keeps the JSON in sight, beside options and graph</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::LanePlot</name>
    <message>
        <source>%1: %2, %3</source>
        <comment>run, value, sample</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2, 95 % interval %3 to %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A logarithmic scale has no place for values of 0 and below</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::LayerErrorModel</name>
    <message>
        <source>input of the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>activation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The error that this tensor&apos;s own quantization makes, with float values in front of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The error of this tensor when everything in front of it is quantized, too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of the own error; mean over the samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the error of the outputs that this tensor explains</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Own SQNR, dB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accumulated, dB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>RMSE</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Max error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Output, %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is wrong with the weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The own error above what rounding to 8 bits over the whole range makes: near 0 where the scale is sound, 18 where it is eight times too wide. The worst come first by it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smallest scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Largest scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smallest value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Largest value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Excess, dB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the accumulated SQNR loses here against the worst of the tensors in front; negative where it is better than all of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of the own error; of the sample where it is worst</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of the accumulated error; mean over the samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of the accumulated error; of the sample where it is worst</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop, dB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Worst own SQNR, dB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Worst cosine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Worst RMSE</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Worst max error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accumulated cosine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accumulated RMSE</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accumulated max error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Worst accumulated, dB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Worst accumulated cosine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Worst accumulated RMSE</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Worst accumulated max error</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::LayerErrorPanel</name>
    <message>
        <source>Analyse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run whose errors are shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The recipe was edited since this run; the numbers are the run&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>tensors · samples</comment>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s)</source>
        <translation>
            <numerusform>%n tensor</numerusform>
            <numerusform>%n tensors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n sample</numerusform>
            <numerusform>%n samples</numerusform>
        </translation>
    </message>
    <message>
        <source>Show it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress of the analysis</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where to look first</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::LinkedGraphs</name>
    <message>
        <source>fused</source>
        <comment>node, into another one</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>constant</source>
        <comment>node that became one</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>converted</source>
        <comment>node, into others</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gone</source>
        <comment>node</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stand-in</source>
        <comment>node, for another one</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>new</source>
        <comment>node</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::LogModel</name>
    <message>
        <source>%1: %2</source>
        <comment>severity: message</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Error</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::LogPanel</name>
    <message>
        <source>Filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter the log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Least severity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the messages of all tasks again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was said yet. Notes, warnings and errors of tasks stand here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No line fits the filter.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::MainWindow</name>
    <message>
        <source>As it was opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>History of edits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>History</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unsaved work cannot be kept safe.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The graph was not written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The recipe was not exchanged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1[*] – Quantiscope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantiscope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model is open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no run yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No task is running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) · opset %1 · %2</source>
        <translation>
            <numerusform>%n node · opset %1 · %2</numerusform>
            <numerusform>%n nodes · opset %1 · %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n selected</source>
        <translation>
            <numerusform>%n selected</numerusform>
            <numerusform>%n selected</numerusform>
        </translation>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a model, a recipe, a project or a run&apos;s report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the &amp;sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Save project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save project &amp;as…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Close project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was changed yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was undone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Undo: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Redo: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Preferences…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Quantize</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Collect statistics</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Evaluate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare the newest run with the float model on the evaluation data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Pause the running task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cance&amp;l the running task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Commands…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Go to node…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Reset layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light or &amp;dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch between the light and the dark theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;About Quantiscope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About Quantiscope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt;b&gt;Quantiscope %1&lt;/b&gt;&lt;p&gt;Quantizes ONNX models and shows where accuracy goes.&lt;/p&gt;&lt;p&gt;ONNX Runtime %2, onnx %3, Qt %4&lt;/p&gt;&lt;p&gt;GPL-3.0-or-later&lt;/p&gt;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Recipe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>R&amp;un</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models, recipes, projects (*.onnx *.json *.qsproj);;Models (*.onnx);;Projects (*.qsproj);;Recipes and reports (*.json);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take the recipe %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The recipe names no model. Open the model first, then this recipe.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 could not be opened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open another…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantiscope projects (*.qsproj)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The project was not saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has changes that are not saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models and reports of runs stay where they are in any case.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An export is being written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The window closes when it is done. Close it again to cancel the export.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The project&apos;s recipe cannot be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1
Model and runs are here, and a new recipe begins. The project&apos;s file keeps the old one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tasks are running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel the tasks that run or wait?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unsaved work was found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was not saved when Quantiscope ended on %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restore</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask again later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calibration data are missing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 needs typical inputs of the model. Choose a folder of pictures or arrays here, or random data for a first try, then quantize.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run cannot be evaluated.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 failed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n rule(s) match nothing</source>
        <translation>
            <numerusform>%n rule matches nothing</numerusform>
            <numerusform>%n rules match nothing</numerusform>
        </translation>
    </message>
    <message>
        <source>Findings</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s) about the data</source>
        <translation>
            <numerusform>%n warning about the data</numerusform>
            <numerusform>%n warnings about the data</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Mark bar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The ways of marking nodes, above the graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Second graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Locate %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models (*.onnx);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Locate the model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel the tasks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is done.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model is %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>There are %n warning(s) about the data.</source>
        <translation>
            <numerusform>There is %n warning about the data.</numerusform>
            <numerusform>There are %n warnings about the data.</numerusform>
        </translation>
    </message>
    <message>
        <source>See the warnings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The recipe of %1 was taken.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Precision ru&amp;les</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantize the model with this recipe, in the background. The result goes to a folder of runs beside the project or model, and from there wherever you export it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the &amp;folder for runs…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the next runs of this project go; kept in the project&apos;s file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the &amp;task as command line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the qscope command that does what the running or the newest task does</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was changed by another window or program since it was opened here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overwriting loses what was saved there, for example its runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overwrite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open it anew</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run %1 was not exported.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The recipe of run %1 is restored.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder for runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The next runs go to %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantize</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no run of this task here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It was deleted, or belongs to a project that was open before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its outputs are far from those of the float model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calibrate only. Later runs with this data use what was collected, also with other rules or another method; it is collected anew only where equalization decides otherwise for them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finish the tasks that run or wait before the window closes?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The project is saved with what they give; then the window closes by itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finish, then close</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) in %1 belong to no run of the project.</source>
        <translation>
            <numerusform>%n file in %1 belongs to no run of the project.</numerusform>
            <numerusform>%n files in %1 belong to no run of the project.</numerusform>
        </translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Analyse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Compare with a model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Second graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the graph of another model beside this one, and what changed between them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare with a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ONNX models (*.onnx)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That was not done.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The report was written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not among the data of the recipe.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run was measured on others; restore its recipe to see them.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::MarkBar</name>
    <message>
        <source>Ways of marking nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Regex</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Between</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Upstream until</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Downstream until</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Esc</source>
        <comment>the key</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give up the rule and close the bar</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::MarkController</name>
    <message>
        <source>Marking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep &amp;float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The selected nodes are not quantized</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the whole &amp;scope float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep this &amp;operator type float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;16 bit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The outputs of the selected nodes take 16 bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;8 bit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The outputs of the selected nodes take 8 bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the &amp;preset says</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Takes the marks off the selected nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add to s&amp;tart set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rule that is being made starts at the selected nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add to &amp;end set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rule that is being made ends at the selected nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Between…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A rule for what lies between start and end nodes, both included</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Upstream until…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A rule for what leads here, back to nodes where it ends, both included</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Downstream until…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A rule for what follows from here, as far as nodes where it ends, both included</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By e&amp;xpression…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A rule for all nodes whose names match an expression</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select this operator t&amp;ype</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model is open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No node is selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Precision</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
    <message>
        <source>Keep %1 float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 as the preset says</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 is caught by the rule “%2”, with %n other node(s). Switch the rule off, edit or delete it.</source>
        <translation>
            <numerusform>%1 is caught by the rule “%2”, with %n other node. Switch the rule off, edit or delete it.</numerusform>
            <numerusform>%1 is caught by the rule “%2”, with %n other nodes. Switch the rule off, edit or delete it.</numerusform>
        </translation>
    </message>
    <message>
        <source>Add rule: %1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit rule: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The group around the selected nodes is not quantized</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whole scope: 16 bit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The outputs of the group around the selected nodes take 16 bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whole scope: 8 bit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The outputs of the group around the selected nodes take 8 bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No node of the selected nodes&apos; operator types is quantized</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operator type: 16 bit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The outputs of all nodes of the selected nodes&apos; operator types take 16 bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operator type: 8 bit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The outputs of all nodes of the selected nodes&apos; operator types take 8 bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selects all nodes of the selected nodes&apos; operator types</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The selected nodes are in no group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whole scope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operator type</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::MemorySparkline</name>
    <message>
        <source>Memory over time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>budget %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::MessageStrip</name>
    <message>
        <source>Dismiss</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::MetricsPanel</name>
    <message>
        <source>cosine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>L2 distance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>largest error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, dB</source>
        <comment>title of an axis</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, no unit</source>
        <comment>title of an axis</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, unit of the output</source>
        <comment>title of an axis</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 dB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Distribution over the samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Metric of the plot</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The metric that the plot and the worst samples are about</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FP32 against quantized</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show this output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy these outputs as CSV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a run to see how near its outputs are to the float model&apos;s.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its report is being read…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This run was not measured. Measure it to compare it with the float model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values of single samples are not known of this run: an older version measured it, or its report has gone. Measure it again to see them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No sample has a value of this metric.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>per sample · %1</source>
        <comment>of an output</comment>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source> · %n without a value</source>
        <translation>
            <numerusform> · %n without a value</numerusform>
            <numerusform> · %n without a value</numerusform>
        </translation>
    </message>
    <message>
        <source>the first %1 of %2 samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · %1 dots a run stand for all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decibels are logarithmic already</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::ModelChangesModel</name>
    <message>
        <source>Fused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Made a constant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Converted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Added</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight rounded otherwise</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight of a fused node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight of another shape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operator set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of constants</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of activations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>per channel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantizers added</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
    <message>
        <source>up to %1 % of the largest, %2 of %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n fused</source>
        <comment>nodes</comment>
        <translation>
            <numerusform>%n fused</numerusform>
            <numerusform>%n fused</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n gone</source>
        <comment>nodes</comment>
        <translation>
            <numerusform>%n gone</numerusform>
            <numerusform>%n gone</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n converted</source>
        <comment>nodes</comment>
        <translation>
            <numerusform>%n converted</numerusform>
            <numerusform>%n converted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n added</source>
        <comment>nodes</comment>
        <translation>
            <numerusform>%n added</numerusform>
            <numerusform>%n added</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n quantizer(s)</source>
        <translation>
            <numerusform>%n quantizer</numerusform>
            <numerusform>%n quantizers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n weight(s) changed</source>
        <translation>
            <numerusform>%n weight changed</numerusform>
            <numerusform>%n weights changed</numerusform>
        </translation>
    </message>
    <message>
        <source>opset %1 → %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Detail</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::ModelTreeModel</name>
    <message>
        <source>%1, operator %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1: one of %n groups of the same structure</source>
        <translation>
            <numerusform>%1: the only group of its structure</numerusform>
            <numerusform>%1: one of %n groups of the same structure</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::ModelTreePanel</name>
    <message>
        <source>Filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter nodes by name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nodes by scope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nodes by operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No name or operator holds this text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Names carry no scopes: blocks inferred from structure and weight names.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::NewRulePanel</name>
    <message>
        <source>Add rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind of rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Between start and end nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Upstream until</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Downstream until</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Names that match</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operator type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expression, operator type or name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>int16</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>int8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rule as the recipe holds it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Precision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved in the recipe as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Escape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo takes it back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S in the graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>E in the graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take the chosen nodes out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything on a path from a start to an end, both included. Select nodes, then S or E.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Until (may be empty)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Upstream of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything that leads to the nodes, themselves included; ways end at the “until” nodes, which are caught, too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Downstream of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything that follows from the nodes, themselves included; ways end at the “until” nodes, which are caught, too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every node whose name the expression matches somewhere. ^ is the beginning of a name, $ its end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every node of this operator type, for example Softmax.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The node of this name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>&lt;b&gt;Caught %n node(s)&lt;/b&gt;</source>
        <translation>
            <numerusform>&lt;b&gt;Caught %n node&lt;/b&gt;</numerusform>
            <numerusform>&lt;b&gt;Caught %n nodes&lt;/b&gt;</numerusform>
        </translation>
    </message>
    <message>
        <source>&lt;b&gt;Caught&lt;/b&gt; nothing yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model has no node of this name. Take it out, or add the one that is meant.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>… and %n more</numerusform>
            <numerusform>… and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Only the first %n name(s) of a list are shown here.</source>
        <translation>
            <numerusform>Only the first %n name of a list are shown here.</numerusform>
            <numerusform>Only the first %n names of a list are shown here.</numerusform>
        </translation>
    </message>
    <message>
        <source>Rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select these nodes in the graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy their names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the node</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::NodeColoring</name>
    <message>
        <source>Operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Precision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>float, not quantized by the preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>float, kept by a rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parameter bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parameter bytes, logarithmic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nodes without parameters have no colour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Own error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accumulated error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 dB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Own error · SQNR, dB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accumulated error · SQNR, dB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>higher is better</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>own %1 dB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>acc %1</source>
        <comment>accumulated error, dB</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>worst %1 dB</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::NodeInspector</name>
    <message>
        <source>Properties of the selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model is open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Domain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, version %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantization</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read by its subgraphs</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1, %n element(s)</source>
        <translation>
            <numerusform>%1, %n element</numerusform>
            <numerusform>%1, %n elements</numerusform>
        </translation>
    </message>
    <message>
        <source>Range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 … %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean, deviation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zeros</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NaN or infinite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
    <message>
        <source>Operators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operator set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantized</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selected node or value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Constant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Made by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an input of the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an output of the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Read by %n node(s)</source>
        <translation>
            <numerusform>Read by %n node</numerusform>
            <numerusform>Read by %n nodes</numerusform>
        </translation>
    </message>
    <message>
        <source>Not known</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::OpeningStatus</name>
    <message>
        <source>Do not open it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opening %1…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::OperatorCategory</name>
    <message>
        <source>Quantize, dequantize</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Convolution, matrix product</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Activation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Element by element</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pooling, resizing, reduction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shape, data movement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Input, output</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::OperatorModel</name>
    <message>
        <source>Operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::OptionModel</name>
    <message>
        <source>No effect: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>was %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Option</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 must be: %2. It stays as it was.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 as in the preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All options as in the preset</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::OptionView</name>
    <message>
        <source>Options</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search in options</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n option(s)</source>
        <translation>
            <numerusform>%n option</numerusform>
            <numerusform>%n options</numerusform>
        </translation>
    </message>
    <message>
        <source>Show only what differs from the preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%n changed</numerusform>
            <numerusform>%n changed</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose an option to read what it means. Enter or F2 edits it, Delete takes the preset&apos;s value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As in the preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All options as in the preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expand all groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Collapse all groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preset: %1 · default: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Default: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::Options</name>
    <message>
        <source>automatic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::PaletteSource</name>
    <message numerus="yes">
        <source>Selection · %n node(s)</source>
        <translation>
            <numerusform>Selection · %n node</numerusform>
            <numerusform>Selection · %n nodes</numerusform>
        </translation>
    </message>
    <message>
        <source>Selection · %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>commands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not possible now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>options</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open recent</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>block of %n node(s)</source>
        <translation>
            <numerusform>block of %n node</numerusform>
            <numerusform>block of %n nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quantiscope::PanelParts</name>
    <message>
        <source>Columns</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::PartsEditor</name>
    <message>
        <source>Add part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parts of outputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only whole outputs are measured. A part is a slice of an output with a name, such as the class scores of a detector, which a mean over all columns hides: it gets metrics and gates of its own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name of the part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What of which output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The output with a selection of each axis, as NumPy writes it: output[..., 5:], boxes[0, :, 1]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 = %2</source>
        <comment>name of a part, what it selects</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add part %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change part %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Delete %n part(s)</source>
        <translation>
            <numerusform>Delete %n part</numerusform>
            <numerusform>Delete %n parts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quantiscope::Perspective</name>
    <message>
        <source>Inspect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calibrate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Analyse</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::PlotLegend</name>
    <message>
        <source>Legend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::PlotView</name>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show &amp;all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Export picture or numbers…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export plot</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&apos;%1&apos; could not be written. Choose another folder, and a name that ends with .png, .svg or .csv.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PNG picture (*.png)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SVG drawing (*.svg)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CSV table (*.csv)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Logarithmic scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Logarithmic scale (L)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::PreferencesDialog</name>
    <message>
        <source>The language changes when Quantiscope is started again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one per core</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> MiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The most memory that the program may take while it calibrates. What cannot be done within it is refused, with the figure that would do.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Theme:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Language:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>T&amp;hreads of jobs:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Memory of jobs:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The most samples that layers, sensitivity, what-if and advice are measured on from now on. More take longer and tell more exactly.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Samples to analyse:</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::PreprocessPanel</name>
    <message>
        <source>Preprocessing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>custom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Built-in preprocessing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preprocess as %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sample shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This model does not take pictures as its only input. Use .npy or .npz arrays.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These samples are fed as they are: arrays have no preprocessing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The steps show a sample as soon as data are chosen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2 / %3</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::PresetHelp</name>
    <message>
        <source>Which preset?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begin with the device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>AMD NPU (Ryzen AI), convolutional network: {XINT8}. Scales are powers of two, which the device computes fastest with. Many models need nothing else.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vitis AI compiler: {VINT8}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Processor (CPU) with ONNX Runtime: {U8S8_AAWS}, or {ORT_U8S8} for exactly what ONNX Runtime&apos;s own tool does.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transformer or language model on a processor without calibration data: {UINT8_DYNAMIC_QUANT}; only a smaller file: {WEIGHTS_ONLY}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When the accuracy is not reached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go one step at a time, and evaluate after each: the first that suffices costs least.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at the calibration data first: pictures like those of the later use, prepared as in training, some hundred of them. Most losses come from here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cross-layer equalization (option IncludeCLE) evens out the channels of weights between layers. It costs no time on the device.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another way of finding ranges (CalibrateMethod): Percentile cuts outliers off, MinMSE looks for the least error, MinMax keeps everything.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A wider format: {A8W8} frees the scales from powers of two; {A16W8} gives activations 16 bits, for values that 8 bits cannot hold; a scale per channel (PerChannel, {A8W8_PC}) helps where the channels of a weight differ much.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the few layers float, or at 16 bits, that lose most: often the first layer, the last ones, and what turns network outputs into boxes. Each costs speed and size, so take few.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rounding that is learned (AdaRound, AdaQuant) and bfloat16 formats are not in this version; the list of presets says what comes nearest.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::PresetModel</name>
    <message>
        <source>not in this version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Needs %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nearest: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::PresetPopup</name>
    <message>
        <source>Presets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search in presets: npu, 16, weights…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which preset?</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::ProblemStrip</name>
    <message>
        <source>Problems of the recipe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show option %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::Project</name>
    <message>
        <source>Untitled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no run %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are no data to compare on. Choose calibration or evaluation data.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restore the recipe of run %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unpin the baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run %1 is the baseline</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::QuantizedFacts</name>
    <message numerus="yes">
        <source>%n scale(s)</source>
        <translation>
            <numerusform>%n scale</numerusform>
            <numerusform>%n scales</numerusform>
        </translation>
    </message>
    <message>
        <source>zero point %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>per channel ×%1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dynamic</source>
        <comment>scale found while the model runs</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>zp %1</source>
        <comment>zero point</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scales from %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::RangePlot</name>
    <message>
        <source>clipped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lower clip line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Upper clip line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>← %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 →</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>← %1 %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2 →</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::RecentModel</name>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
    <message>
        <source>today %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cosine %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::RecipeDifferenceModel</name>
    <message>
        <source>new</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::RecipeExchange</name>
    <message>
        <source>“%1” cannot be written: %2. Choose another place.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recipes (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Import recipe…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Takes the recipe of a file of the command line, or of a run&apos;s report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import recipe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Export recipe…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writes the recipe as a file for &apos;qscope run&apos;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export recipe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export as AMD &amp;Quark script…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A Python script that does the same with AMD Quark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export as &amp;ONNX Runtime script…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A Python script that does the same with onnxruntime.quantization</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy recipe as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export script</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Python scripts (*.py)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” has %2 rules, and the window takes %3 at most. Write the names as expressions, or run it with the command line.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It names no calibration data: the ones chosen here stay.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It names no evaluation data: the ones chosen here stay.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::RecipePanel</name>
    <message>
        <source>Preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which preset?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Options</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preset %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parts</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::RuleModel</name>
    <message>
        <source>%1, %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1, %2, %n node(s)</source>
        <translation>
            <numerusform>%1, %2, %n node</numerusform>
            <numerusform>%1, %2, %n nodes</numerusform>
        </translation>
    </message>
    <message>
        <source>Rule on: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rule off: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete rule: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Delete %n rule(s)</source>
        <translation>
            <numerusform>Delete %n rule</numerusform>
            <numerusform>Delete %n rules</numerusform>
        </translation>
    </message>
    <message>
        <source>Repair rule: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move rule: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::RuleView</name>
    <message>
        <source>Precision rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New rule…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 int16</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 int8</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) vanish when the graph is prepared.</source>
        <translation>
            <numerusform>%n node vanishes when the graph is prepared.</numerusform>
            <numerusform>%n nodes vanish when the graph is prepared.</numerusform>
        </translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select in graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Precision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No rules: all that the preset quantizes is quantized. X keeps the selected nodes float.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch on or off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use the nearest name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>16 bit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>8 bit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No rule is chosen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rule catches no node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rule is not dead, or no name is near</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no layer rule above it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no layer rule below it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy names of the caught nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none · X adds nodes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::Rules</name>
    <message>
        <source>Use it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nearest: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>16 bit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>8 bit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>operator %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>upstream of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>upstream of %1 until %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>downstream of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>downstream of %1 until %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::RunCards</name>
    <message>
        <source>%1 %</source>
        <comment>per cent</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantized</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 MiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 MiB to run %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>÷ %1 to FP32</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of the float model</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n node(s)</source>
        <translation>
            <numerusform>%1 of %n node</numerusform>
            <numerusform>%1 of %n nodes</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of multiply-adds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in integers: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in float: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bounds of the recipe that a result must keep</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n met</source>
        <translation>
            <numerusform>%1 of %n met</numerusform>
            <numerusform>%1 of %n met</numerusform>
        </translation>
    </message>
    <message>
        <source>met</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not met</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>✕ %1</source>
        <comment>a gate that is not met</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>statistics reused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, peak %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::RunExporter</name>
    <message>
        <source>ONNX models (*.onnx)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recipes (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reports (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shell scripts (*.sh)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workflows (*.yml)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Python scripts (*.py)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export run %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace the recipe that belongs to it as well?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Web page, one file (*.html)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything, with all samples (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the dashboard</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::RunFindings</name>
    <message>
        <source>What was found out is of another quantized model than run %1&apos;s: its model or its data have changed since. Quantize again, and analyse that run.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::RunOutputsModel</name>
    <message>
        <source>run %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PSNR, dB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>run %1, baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>part of an output, what it selects</comment>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n sample</numerusform>
            <numerusform>%n samples</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s) left out: a value was NaN or infinite</source>
        <translation>
            <numerusform>%n sample left out: a value was NaN or infinite</numerusform>
            <numerusform>%n samples left out: a value was NaN or infinite</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s) left out: the models gave different extents</source>
        <translation>
            <numerusform>%n sample left out: the models gave different extents</numerusform>
            <numerusform>%n samples left out: the models gave different extents</numerusform>
        </translation>
    </message>
    <message>
        <source>The largest difference of an element in any sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The lowest cosine of any sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean over the samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Δ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SQNR, dB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SSIM</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>RMSE</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>L2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Max. error</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::RunningJobCard</name>
    <message>
        <source>%1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress of the stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stage %1 of %2 · %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <comment>done of all</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 /s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More: command line, log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Variants</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::RunsModel</name>
    <message>
        <source>+ float: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>− float: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>+ layer rule: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>− layer rule: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>+ %1</source>
        <comment>an option that was switched on</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>− %1</source>
        <comment>an option that was switched off</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>an option and its new value</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>same recipe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
    <message>
        <source>FP32</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <comment>quantized of all</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The float model, which the runs are compared with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2, worst sample %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 dB, worst sample %3 dB</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Measured on %n calibration sample(s)</source>
        <translation>
            <numerusform>Measured on %n calibration sample</numerusform>
            <numerusform>Measured on %n calibration samples</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Measured on %n sample(s)</source>
        <translation>
            <numerusform>Measured on %n sample</numerusform>
            <numerusform>Measured on %n samples</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Top-1 and top-5 of %n labelled sample(s): %1 % and %2 %</source>
        <translation>
            <numerusform>Top-1 and top-5 of %n labelled sample: %1 % and %2 %</numerusform>
            <numerusform>Top-1 and top-5 of %n labelled samples: %1 % and %2 %</numerusform>
        </translation>
    </message>
    <message>
        <source>No labels: set them with the evaluation data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>preset, what differs</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The lowest of the outputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PSNR, dB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top-1, %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size, MiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantized nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time, s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>far from FP32</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
    <message>
        <source>statistics reused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 calibration</source>
        <comment>samples, measured on</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 evaluation</source>
        <comment>samples, measured on</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Far from FP32: an output&apos;s mean cosine is below %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The samples were not run again: their statistics came from an earlier run.
Scales, placement and the comparison with FP32 were made anew.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The current run is always shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The baseline is always shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n runs are shown already: take one away first.</source>
        <translation>
            <numerusform>%n run is shown already: take one away first.</numerusform>
            <numerusform>%n runs are shown already: take one away first.</numerusform>
        </translation>
    </message>
    <message>
        <source>Show it beside the current run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Δ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Δ run %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shown</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::RunsPage</name>
    <message>
        <source>Runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open the quantized graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the run&apos;s quantized model beside the float one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Restore this run&apos;s recipe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make the run&apos;s recipe the edited one; can be undone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Measure again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare the run&apos;s model with the float one on the evaluation data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantized &amp;model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Recipe…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Re&amp;port as JSON…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as &amp;command line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the qscope command that makes the run again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;GitHub workflow…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Shell script for CI…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Script for AMD &amp;Quark…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Script for &amp;ONNX Runtime…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Delete the run…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run that the current one is compared with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No runs yet. Every quantization becomes a row here, with what changed and what came of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantize</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the run before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>run %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
    <message>
        <source>No run is selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete run %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take run %1 out of the project?</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Delete run %1 and its %n file(s)?</source>
        <translation>
            <numerusform>Delete run %1 and its %n file?</numerusform>
            <numerusform>Delete run %1 and its %n files?</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the &amp;folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the folder that the run&apos;s model lies in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the table as CS&amp;V</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the table of runs, as it is sorted, for a spreadsheet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the table as Mar&amp;kdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the table of runs, as it is sorted, for a text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take the selected runs out of the project and delete their files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recipe changed since run %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Delete %n run(s)</source>
        <translation>
            <numerusform>Delete %n run</numerusform>
            <numerusform>Delete %n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n run(s) and their files?</source>
        <translation>
            <numerusform>Delete %n run and their files?</numerusform>
            <numerusform>Delete %n runs and their files?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message>
        <source>Copy what the current cell of the table of runs says</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy this ce&amp;ll</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n other file(s) stay: only files named as the run&apos;s own are deleted, in a folder for runs of this project or in one that you chose.</source>
        <translation>
            <numerusform>%n other file stays: only files named as the run&apos;s own are deleted, in a folder for runs of this project or in one that you chose.</numerusform>
            <numerusform>%n other files stay: only files named as the run&apos;s own are deleted, in a folder for runs of this project or in one that you chose.</numerusform>
        </translation>
    </message>
    <message>
        <source>Reports are being read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dash&amp;board as HTML, CSV or JSON…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write what is shown of the runs side by side, and how they differ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Pin as baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare all other runs with this one, or no longer; can be undone</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::SampleListModel</name>
    <message>
        <source>%1
Not among the samples that the seed chooses</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::SamplesPanel</name>
    <message>
        <source>Worst samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lost: right in FP32, wrong now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gained: wrong in FP32, right now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All that flipped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open as data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List these samples alone in the perspective Calibrate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show it with its preprocessing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>was %1</source>
        <comment>a value in the baseline</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <comment>class in FP32, class now</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gained</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Worst samples of run %1: %2 of %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flipped samples of run %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples are listed here once a run was measured on some.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No sample has a value of this metric.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No sample flipped this way.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without labels no answer is right or wrong. Choose labels with the evaluation data, then measure again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>run %1 · %2 of %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n sample</numerusform>
            <numerusform>%n samples</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quantiscope::SecondGraphPane</name>
    <message>
        <source>Close this graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the graph around</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>control-flow body, node</comment>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Open %1 (%n node(s))</source>
        <translation>
            <numerusform>Open %1 (%n node)</numerusform>
            <numerusform>Open %1 (%n nodes)</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;What changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Second graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The list of what is different between the two models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Move both graphs together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep what belongs together at the same place of both views</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No second model is shown: open the graph of a run, or of a file</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::SensitivityModel</name>
    <message>
        <source>1 − cosine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 − top-1 accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dB below 60</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cosine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SQNR, dB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>L2 distance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KL divergence, nats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>top-1 accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2
%3</source>
        <comment>name, operators, nodes</comment>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>name, number of nodes</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Part · nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, estimated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, lower is better</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, less by</source>
        <comment>what keeping a part in float takes off a loss</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 dB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KL divergence %1 nats</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::SensitivityPanel</name>
    <message>
        <source>Measure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Metric</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the outputs are compared by; top-1 accuracy needs labels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The recipe was edited since this run; the numbers are the run&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sensitivity</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n sample(s)</source>
        <translation>
            <numerusform>%1 of %n sample</numerusform>
            <numerusform>%1 of %n samples</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n sample</numerusform>
            <numerusform>%n samples</numerusform>
        </translation>
    </message>
    <message>
        <source>Quantized by itself, everything else in float</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Keep these %n in float</source>
        <translation>
            <numerusform>Keep this one in float</numerusform>
            <numerusform>Keep these %n in float</numerusform>
        </translation>
    </message>
    <message>
        <source>Progress of the measurement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by scope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by mark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is quantized by itself, one after the other. By mark: what each rule of the recipe catches, and what is selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>estimate, first order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>estimate, own errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Way of measuring</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured: every part runs on every sample. Estimates take a fraction of the time and may rank some parts wrongly</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>estimate · %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Estimated without running every part on every sample; measure to be sure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only this quantized</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only this in float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is switched</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only this quantized: what harm each part does by itself. Only this in float: what it gains to keep each part in float while everything else is quantized</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By itself in float, everything else quantized</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::ShortcutDialog</name>
    <message>
        <source>&amp;Assign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Default</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter by name or key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Action</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shortcut</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Actions and their shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New shortcut</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;New shortcut:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” has %2 already. Take another key, or change that one first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everywhere (fixed)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next or previous control</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Menu of the chosen node, row or finding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open or follow the chosen row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave a dialog, a menu, the search or the rule that is being made</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::StageList</name>
    <message>
        <source>Stages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <comment>done of all</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: done</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::StartPage</name>
    <message>
        <source>What you open appears here, with its last result.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantize an ONNX model, see where accuracy goes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try the sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A small picture classifier with 64 pictures to calibrate and 512 to test, bundled. Quantized and compared in a few seconds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open &amp;sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sample is not installed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open and pick a preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The graph is drawn in under a second. A preset sets every option for a chip or runtime; each change stays marked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Point at data, mark what stays float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pictures or arrays, with each preprocessing step shown. Mark nodes on the graph; a live count shows the catch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantize, look, tune</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the background, with the command line&apos;s own engine. Statistics are collected once: a new variant takes a second.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recent documents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which preset?</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>All %n</source>
        <translation>
            <numerusform>All %n</numerusform>
            <numerusform>All %n</numerusform>
        </translation>
    </message>
    <message>
        <source>Ryzen AI NPU, convolutional networks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vitis AI NPU, convolutional networks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ryzen AI NPU, float scales</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NPU, when 8 bits are not enough</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ONNX Runtime on CPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A smaller file, no calibration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Commands (Ctrl+Shift+P)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing leaves this computer.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::StepCard</name>
    <message>
        <source>Use step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn on %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn off %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::StepEditor</name>
    <message>
        <source>Change %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Mode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stretch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shorter side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>letterbox</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Height</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Interpolation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nearest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>linear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cubic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>area</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Pad value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Align</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>top left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>centre</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Factor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A number or a quotient such as 1/255</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One number for all channels, or one per channel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Mean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Std</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a list of numbers. %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One number belongs here.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::StepWords</name>
    <message>
        <source>stretch %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shorter side %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>letterbox %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · pad %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Channels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resize</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Crop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean · std</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>file → RGB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>centre %1×%2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::TaskCentre</name>
    <message>
        <source>No task yet. Quantize, calibrate and evaluate run here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting tasks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finished</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finished tasks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as command line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::TaskStatus</name>
    <message>
        <source>No task running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress of the stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <comment>done of all</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::TensorValuesModel</name>
    <message>
        <source>Place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::TensorValuesView</name>
    <message>
        <source>Copy all values, one in each line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the values as a NumPy file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n value(s)</source>
        <translation>
            <numerusform>%n value</numerusform>
            <numerusform>%n values</numerusform>
        </translation>
    </message>
    <message>
        <source>Too many for the clipboard: save them as a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The values are in the clipboard.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NumPy files (*.npy)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::TopKView</name>
    <message>
        <source>%1 G</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 M</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers in float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights in float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MACs in float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the metric is shown over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Metric against what is kept in float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No layer is ranked yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gate %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>k, kept in float, most sensitive first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weights kept in float, MiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weights kept in float, KiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MACs kept in float, G</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MACs kept in float, M</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>k = 0 · %1 %2 · nothing kept in float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>k = %1 · %2 %3 · +%4 of weights and %5 MACs kept in float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decibels are logarithmic already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>k = %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 MiB of weights in float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 KiB of weights in float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 G MACs in float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 M MACs in float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights in float, bytes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::WhatIf</name>
    <message>
        <source>no what-if</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No output of this recipe&apos;s model has a cosine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what-if …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the recipe would give as it is edited now is being measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: cosine %2 → %3</source>
        <comment>output, of the run, of the edited recipe</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run&apos;s recipe, and the recipe as it is edited now:</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>cosine %1 → %2 (what-if, %n sample(s))</source>
        <translation>
            <numerusform>cosine %1 → %2 (what-if, %n sample)</numerusform>
            <numerusform>cosine %1 → %2 (what-if, %n samples)</numerusform>
        </translation>
    </message>
    <message>
        <source>NaN or infinite</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::WindowDocks</name>
    <message>
        <source>Show %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Window</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::WindowStyle</name>
    <message>
        <source>Tabs</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::WindowToolBar</name>
    <message>
        <source>No model is open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Toolbar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write the quantized model, the recipe, a report, or scripts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to node, tensor or option (Ctrl+P)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1
Has changes that are not saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 · %n change(s)</source>
        <translation>
            <numerusform>%1 · %n change</numerusform>
            <numerusform>%1 · %n changes</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: choose another preset</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>quantiscope::shapeText</name>
    <message>
        <source>scalar</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
