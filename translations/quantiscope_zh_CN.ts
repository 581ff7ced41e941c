<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>quantiscope::AccuracyPanel</name>
    <message>
        <source>%1
%2 %</source>
        <comment>run, its accuracy</comment>
        <translation>%1
%2%</translation>
    </message>
    <message>
        <source>No labels: choose them with the evaluation data, then measure the run again.</source>
        <translation>没有标签：请与评估数据一起选择标签，然后重新测量该运行。</translation>
    </message>
    <message>
        <source>Labelled accuracy</source>
        <translation>有标签的准确率</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>List the samples whose answer flipped</source>
        <translation>列出答案翻转的样本</translation>
    </message>
    <message>
        <source>Run %1 to FP32: %2 lost · %3 gained. McNemar&apos;s exact p = %4</source>
        <translation>运行 %1 相对 FP32：失去 %2 · 得到 %3。McNemar 精确 p = %4</translation>
    </message>
    <message>
        <source>How likely so uneven a split of lost and gained answers is by chance</source>
        <translation>失去与得到的答案如此不均仅凭偶然的可能性</translation>
    </message>
    <message numerus="yes">
        <source>top-1, 95 % interval, %n sample(s)</source>
        <translation>
            <numerusform>top-1，95% 区间，%n 个样本</numerusform>
        </translation>
    </message>
    <message>
        <source>top-1 accuracy, %</source>
        <translation>top-1 准确率，%</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
</context>
<context>
    <name>quantiscope::AdviceModel</name>
    <message>
        <source>%1: %2 → %3</source>
        <comment>key of the recipe, before, after</comment>
        <translation>%1：%2 → %3</translation>
    </message>
    <message>
        <source>Best recipe found</source>
        <translation>找到的最佳配方</translation>
    </message>
    <message>
        <source>%1 (not with these rules)</source>
        <translation>%1（这些规则不允许）</translation>
    </message>
    <message>
        <source>float</source>
        <translation>浮点</translation>
    </message>
    <message>
        <source>Over the recipe as it is, on the same samples</source>
        <translation>相对于当前配方，在相同样本上</translation>
    </message>
    <message>
        <source>Change of the recipe</source>
        <translation>对配方的更改</translation>
    </message>
    <message>
        <source>Gain</source>
        <translation>增益</translation>
    </message>
    <message>
        <source>MACs in 8 bits, %</source>
        <translation>8 位 MAC，%</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Activations, bits</source>
        <translation>激活，位</translation>
    </message>
</context>
<context>
    <name>quantiscope::AdvicePanel</name>
    <message>
        <source>%1 %2</source>
        <comment>metric, value</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 %2 of &apos;%3&apos;</source>
        <comment>metric, value, output</comment>
        <translation>“%3”的 %1 %2</translation>
    </message>
    <message>
        <source>Find advice</source>
        <translation>查找建议</translation>
    </message>
    <message>
        <source>Progress of the advice</source>
        <translation>查找建议的进度</translation>
    </message>
    <message>
        <source>&amp;Apply to the recipe</source>
        <translation>应用到配方(&amp;A)</translation>
    </message>
    <message>
        <source>What breaks the run</source>
        <translation>运行变差的原因</translation>
    </message>
    <message>
        <source>&amp;Goal</source>
        <translation>目标(&amp;G)</translation>
    </message>
    <message>
        <source>What the quantized model is to reach, as a gate: [OUTPUT:]METRIC&gt;=NUMBER or &lt;=NUMBER</source>
        <translation>量化模型要达到的目标，写成门限：[OUTPUT:]METRIC&gt;=NUMBER 或 &lt;=NUMBER</translation>
    </message>
    <message>
        <source>Recipes that may mend it</source>
        <translation>可能改善它的配方</translation>
    </message>
    <message numerus="yes">
        <source>Goal: %1. This recipe: %2, on %n sample(s).</source>
        <translation>
            <numerusform>目标：%1。此配方：%2，%n 个样本。</numerusform>
        </translation>
    </message>
    <message>
        <source>quantized alone: %1.</source>
        <translation>单独量化时：%1。</translation>
    </message>
    <message>
        <source>quantized alone, there is an infinity or NaN.</source>
        <translation>单独量化时出现无穷大或 NaN。</translation>
    </message>
    <message>
        <source>The edited recipe becomes what was measured; Undo takes it back</source>
        <translation>正在编辑的配方变为所测量的配方；可以撤销</translation>
    </message>
    <message>
        <source>The rules of this preset do not allow it</source>
        <translation>此预设的规则不允许</translation>
    </message>
    <message>
        <source>Choose a row</source>
        <translation>请选择一行</translation>
    </message>
</context>
<context>
    <name>quantiscope::AnalyseController</name>
    <message>
        <source>Analyse</source>
        <translation>分析</translation>
    </message>
    <message>
        <source>&amp;Analyse</source>
        <translation>分析(&amp;A)</translation>
    </message>
    <message>
        <source>Compare every quantized tensor of the run with the float model, in the background</source>
        <translation>在后台将运行的每个量化张量与浮点模型比较</translation>
    </message>
    <message>
        <source>&amp;Measure the sensitivity</source>
        <translation>测量敏感度(&amp;M)</translation>
    </message>
    <message>
        <source>Find out what quantizing each part of the network does to its outputs, in the background</source>
        <translation>在后台查明量化网络的每个部分对输出的影响</translation>
    </message>
    <message>
        <source>&amp;Next worst tensor</source>
        <translation>下一个误差最大的张量(&amp;N)</translation>
    </message>
    <message>
        <source>Select the tensor that comes next in the table of layer errors</source>
        <translation>选择层误差表中的下一个张量</translation>
    </message>
    <message>
        <source>Go to the &amp;table of errors</source>
        <translation>转到误差表(&amp;T)</translation>
    </message>
    <message>
        <source>Go to the &amp;histogram</source>
        <translation>转到直方图(&amp;H)</translation>
    </message>
    <message>
        <source>Copy the errors as CS&amp;V</source>
        <translation>将误差复制为 CSV(&amp;V)</translation>
    </message>
    <message>
        <source>Copy the table of layer errors, as it is sorted and filtered, for a spreadsheet</source>
        <translation>按当前排序和筛选复制层误差表，供电子表格使用</translation>
    </message>
    <message>
        <source>Copy the errors as Mar&amp;kdown</source>
        <translation>将误差复制为 Markdown(&amp;K)</translation>
    </message>
    <message>
        <source>Copy the table of layer errors, as it is sorted and filtered, for a text</source>
        <translation>按当前排序和筛选复制层误差表，供文本使用</translation>
    </message>
    <message>
        <source>Layer errors</source>
        <translation>层误差</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>直方图</translation>
    </message>
    <message>
        <source>Sensitivity</source>
        <translation>敏感度</translation>
    </message>
    <message>
        <source>Run %1 · %2</source>
        <comment>number, preset</comment>
        <translation>运行 %1 · %2</translation>
    </message>
    <message>
        <source>of run %1</source>
        <translation>属于运行 %1</translation>
    </message>
    <message>
        <source>No model is open</source>
        <translation>没有打开模型</translation>
    </message>
    <message>
        <source>There is no run yet</source>
        <translation>还没有运行</translation>
    </message>
    <message>
        <source>It is being done</source>
        <translation>正在进行</translation>
    </message>
    <message>
        <source>There is no run yet. Quantize the model; then its layers can be analysed.</source>
        <translation>还没有运行。请先量化模型，然后即可分析各层。</translation>
    </message>
    <message>
        <source>Run %1 is being looked into.</source>
        <translation>正在分析运行 %1。</translation>
    </message>
    <message>
        <source>The run was not analysed yet</source>
        <translation>该运行尚未分析</translation>
    </message>
    <message>
        <source>No analysis of run %1 yet.</source>
        <translation>运行 %1 尚未分析。</translation>
    </message>
    <message>
        <source>It is not known yet which parts of run %1 matter to its outputs.</source>
        <translation>尚不清楚运行 %1 的哪些部分影响输出。</translation>
    </message>
    <message>
        <source>Range of %1</source>
        <translation>%1 的范围</translation>
    </message>
    <message>
        <source>Range of channel %1 of %2</source>
        <translation>%2 第 %1 通道的范围</translation>
    </message>
    <message>
        <source>Advice: %1</source>
        <translation>建议：%1</translation>
    </message>
    <message>
        <source>Write a report of run %1</source>
        <translation>写出运行 %1 的报告</translation>
    </message>
    <message>
        <source>Page (*.html)</source>
        <translation>网页 (*.html)</translation>
    </message>
    <message>
        <source>Markdown text (*.md)</source>
        <translation>Markdown 文本 (*.md)</translation>
    </message>
    <message>
        <source>CSV tables (*.csv)</source>
        <translation>CSV 表格 (*.csv)</translation>
    </message>
    <message>
        <source>selected nodes</source>
        <translation>选中的节点</translation>
    </message>
    <message>
        <source>Nothing is marked. Select nodes in the graph, or add rules to the recipe, to measure them as one part.</source>
        <translation>没有任何标记。请在计算图中选择节点，或向配方添加规则，以便把它们作为一个部分测量。</translation>
    </message>
    <message>
        <source>Which layers break run %1, why, and what mends it: each change is tried and measured.</source>
        <translation>哪些层使运行 %1 变差、原因是什么、如何改善：每项更改都会实际尝试并测量。</translation>
    </message>
    <message>
        <source>&amp;Load the values of the run</source>
        <translation>加载运行的数值(&amp;L)</translation>
    </message>
    <message>
        <source>Get what a run that was analysed before needs for histograms and what-ifs, in the background</source>
        <translation>在后台取得以前分析过的运行用于直方图和假设评估的数值</translation>
    </message>
    <message>
        <source>Find a&amp;dvice</source>
        <translation>查找建议(&amp;D)</translation>
    </message>
    <message>
        <source>Find out which layers break the run, why, and which recipe mends it, in the background</source>
        <translation>在后台查明哪些层使运行变差、原因是什么、哪个配方能够改善</translation>
    </message>
    <message>
        <source>&amp;Report…</source>
        <translation>报告(&amp;R)…</translation>
    </message>
    <message>
        <source>Write what is known of the run as a page (HTML), text (Markdown) or tables (CSV)</source>
        <translation>将运行的已知结果写成网页 (HTML)、文本 (Markdown) 或表格 (CSV)</translation>
    </message>
    <message>
        <source>Go to where it first goes &amp;wrong</source>
        <translation>转到最先出错之处(&amp;W)</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>The sensitivity was not measured yet</source>
        <translation>尚未测量敏感度</translation>
    </message>
    <message>
        <source>Copy the &amp;sensitivity as CSV</source>
        <translation>将敏感度复制为 CSV(&amp;S)</translation>
    </message>
    <message>
        <source>Copy the ranking with all that was measured of each part, for a spreadsheet</source>
        <translation>复制排名及各部分的全部测量值，供电子表格使用</translation>
    </message>
    <message>
        <source>Select the tensor or weight at which the run first goes wrong, or the lowest tensor where none stands out</source>
        <translation>选择运行最先出错的张量或权重；若没有突出者，则选择最低的张量</translation>
    </message>
</context>
<context>
    <name>quantiscope::Breadcrumb</name>
    <message>
        <source>Shown part of the graph</source>
        <translation>计算图的显示范围</translation>
    </message>
    <message>
        <source>Outer blocks</source>
        <translation>外层分块</translation>
    </message>
</context>
<context>
    <name>quantiscope::CatchBars</name>
    <message>
        <source>Caught nodes by operator</source>
        <translation>命中节点（按算子）</translation>
    </message>
    <message>
        <source>others</source>
        <translation>其他</translation>
    </message>
</context>
<context>
    <name>quantiscope::ChangesPanel</name>
    <message>
        <source>What changed</source>
        <translation>变化内容</translation>
    </message>
    <message>
        <source>Filter changes</source>
        <translation>筛选变化</translation>
    </message>
    <message>
        <source>Export what &amp;changed…</source>
        <translation>导出变化内容(&amp;C)…</translation>
    </message>
    <message>
        <source>Second graph</source>
        <translation>第二计算图</translation>
    </message>
    <message>
        <source>Write the list of changes, as it is filtered, as CSV</source>
        <translation>将筛选后的变化列表写为 CSV</translation>
    </message>
    <message>
        <source>Close the list of changes</source>
        <translation>关闭变化列表</translation>
    </message>
    <message>
        <source>Export what changed</source>
        <translation>导出变化内容</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>逗号分隔值 (*.csv)</translation>
    </message>
    <message>
        <source>What changed was written to %1.</source>
        <translation>变化内容已写入 %1。</translation>
    </message>
</context>
<context>
    <name>quantiscope::ChannelModel</name>
    <message>
        <source>Channel</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>max |w|</source>
        <translation>max |w|</translation>
    </message>
    <message>
        <source>SQNR, dB</source>
        <translation>SQNR，dB</translation>
    </message>
</context>
<context>
    <name>quantiscope::ClosingStatus</name>
    <message>
        <source>Saves and closes when the tasks are done</source>
        <translation>任务完成后保存并关闭</translation>
    </message>
    <message>
        <source>Don&apos;t close</source>
        <translation>不关闭</translation>
    </message>
</context>
<context>
    <name>quantiscope::CommandPalette</name>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>What to look for</source>
        <translation>查找内容</translation>
    </message>
    <message>
        <source>What fits</source>
        <translation>匹配项</translation>
    </message>
    <message>
        <source>Up and Down choose · Enter runs · Esc closes</source>
        <translation>上下键选择 · Enter 执行 · Esc 关闭</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>There is nothing to go to: no model is open.</source>
        <translation>没有可转到的内容：未打开模型。</translation>
    </message>
    <message>
        <source>Nothing holds “%1”.</source>
        <translation>没有包含“%1”的项。</translation>
    </message>
</context>
<context>
    <name>quantiscope::ContextMenus</name>
    <message>
        <source>Copy “%1”</source>
        <translation>复制“%1”</translation>
    </message>
</context>
<context>
    <name>quantiscope::DataDesk</name>
    <message>
        <source>The data are being looked at</source>
        <translation>正在检查数据</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>&amp;Choose data…</source>
        <translation>选择数据(&amp;C)…</translation>
    </message>
    <message>
        <source>Choose &amp;labels…</source>
        <translation>选择标签(&amp;L)…</translation>
    </message>
    <message>
        <source>&amp;Previous sample</source>
        <translation>上一个样本(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Next sample</source>
        <translation>下一个样本(&amp;N)</translation>
    </message>
    <message>
        <source>No model is open</source>
        <translation>未打开模型</translation>
    </message>
    <message>
        <source>There are no samples yet</source>
        <translation>尚无样本</translation>
    </message>
    <message>
        <source>This is the first one</source>
        <translation>这是第一个</translation>
    </message>
    <message>
        <source>This is the last one</source>
        <translation>这是最后一个</translation>
    </message>
    <message>
        <source>Choose stacked &amp;arrays…</source>
        <translation>选择堆叠数组(&amp;A)…</translation>
    </message>
    <message>
        <source>Take class &amp;folders as labels</source>
        <translation>以类别文件夹为标签(&amp;F)</translation>
    </message>
    <message>
        <source>Remove la&amp;bels</source>
        <translation>移除标签(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Remove data</source>
        <translation>移除数据(&amp;R)</translation>
    </message>
    <message>
        <source>The samples do not lie in class folders</source>
        <translation>样本不在类别文件夹中</translation>
    </message>
    <message>
        <source>There are no labels</source>
        <translation>没有标签</translation>
    </message>
    <message>
        <source>No data are chosen</source>
        <translation>未选择数据</translation>
    </message>
</context>
<context>
    <name>quantiscope::DataSession</name>
    <message>
        <source>Choose calibration data</source>
        <translation>选择校准数据</translation>
    </message>
    <message>
        <source>Choose evaluation data</source>
        <translation>选择评估数据</translation>
    </message>
    <message>
        <source>Choose labels</source>
        <translation>选择标签</translation>
    </message>
    <message numerus="yes">
        <source>Take back %n sample(s)</source>
        <translation>
            <numerusform>恢复 %n 个样本</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Leave out %n sample(s)</source>
        <translation>
            <numerusform>排除 %n 个样本</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove the calibration data</source>
        <translation>移除校准数据</translation>
    </message>
    <message>
        <source>Remove the evaluation data</source>
        <translation>移除评估数据</translation>
    </message>
    <message>
        <source>Remove the labels</source>
        <translation>移除标签</translation>
    </message>
</context>
<context>
    <name>quantiscope::DataSourcePanel</name>
    <message>
        <source>Calibration</source>
        <translation>校准</translation>
    </message>
    <message>
        <source>Evaluation</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>Folder or file</source>
        <translation>文件夹或文件</translation>
    </message>
    <message>
        <source>Path of the data</source>
        <translation>数据路径</translation>
    </message>
    <message>
        <source>Choose the data</source>
        <translation>选择数据</translation>
    </message>
    <message>
        <source>Number of samples</source>
        <translation>样本数</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Seed of the choice</source>
        <translation>抽样的随机种子</translation>
    </message>
    <message>
        <source>Chooses which samples are taken, and makes random ones</source>
        <translation>决定取用哪些样本，并用于生成随机样本</translation>
    </message>
    <message>
        <source>Change the number of samples</source>
        <translation>更改样本数</translation>
    </message>
    <message>
        <source>Change the seed</source>
        <translation>更改随机种子</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>选择文件夹…</translation>
    </message>
    <message>
        <source>Add labels…</source>
        <translation>添加标签…</translation>
    </message>
    <message>
        <source>Labels: %1</source>
        <translation>标签：%1</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>/ %1</translation>
    </message>
    <message>
        <source>Open a model first: the data are read for its inputs.</source>
        <translation>请先打开模型：数据按模型的输入读取。</translation>
    </message>
    <message>
        <source>No data yet. Choose a folder of pictures or arrays, or drop it here.</source>
        <translation>尚无数据。请选择图像或数组所在的文件夹，或将其拖放到此处。</translation>
    </message>
    <message numerus="yes">
        <source>%n picture(s)</source>
        <translation>
            <numerusform>%n 张图像</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n 个样本</numerusform>
        </translation>
    </message>
    <message>
        <source>Arrays (*.npy *.npz)</source>
        <translation>数组 (*.npy *.npz)</translation>
    </message>
    <message>
        <source>Choose the folder of the samples</source>
        <translation>选择样本文件夹</translation>
    </message>
    <message>
        <source>Labels (*.tsv *.txt *.npy);;All files (*)</source>
        <translation>标签 (*.tsv *.txt *.npy);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Choose data first: labels belong to samples.</source>
        <translation>请先选择数据：标签属于样本。</translation>
    </message>
    <message>
        <source>The samples are being listed…</source>
        <translation>正在列出样本…</translation>
    </message>
    <message>
        <source>Remove these data</source>
        <translation>移除这些数据</translation>
    </message>
    <message>
        <source>A &amp;folder, one file for each sample…</source>
        <translation>文件夹，每个样本一个文件(&amp;F)…</translation>
    </message>
    <message>
        <source>One .npy or .npz &amp;file with stacked samples…</source>
        <translation>一个堆叠样本的 .npy 或 .npz 文件(&amp;F)…</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>全部显示</translation>
    </message>
    <message>
        <source>The class of each picture is the sub-folder that it lies in.</source>
        <translation>每张图片的类别就是它所在的子文件夹。</translation>
    </message>
    <message>
        <source>This preset needs no calibration data; samples are used for comparing only.</source>
        <translation>此预设不需要校准数据；样本仅用于比较。</translation>
    </message>
    <message>
        <source>%1 left out</source>
        <translation>排除 %1 个</translation>
    </message>
    <message>
        <source>%1 chosen</source>
        <translation>选中 %1 个</translation>
    </message>
    <message>
        <source>%1 labelled</source>
        <translation>%1 个有标签</translation>
    </message>
    <message numerus="yes">
        <source>%n class(es)</source>
        <translation>
            <numerusform>%n 个类别</numerusform>
        </translation>
    </message>
    <message>
        <source>Add labels</source>
        <translation>添加标签</translation>
    </message>
    <message>
        <source>Labels: folder names</source>
        <translation>标签：文件夹名</translation>
    </message>
    <message>
        <source>True classes, for accuracy: from the folders, a .tsv or .txt file with a name, a tab and a class index in each line, or a .npy file of class indices.</source>
        <translation>用于计算准确率的真实类别：取自文件夹；或 .tsv、.txt 文件，每行为名称、制表符和类别序号；或类别序号的 .npy 文件。</translation>
    </message>
    <message numerus="yes">
        <source>Take the %n folder(s) as classes</source>
        <translation>
            <numerusform>以这 %n 个文件夹为类别</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>From the &amp;names of the %n folder(s)</source>
        <translation>
            <numerusform>取自这 %n 个文件夹的名称(&amp;N)</numerusform>
        </translation>
    </message>
    <message>
        <source>From the &amp;names of class folders</source>
        <translation>取自类别文件夹的名称(&amp;N)</translation>
    </message>
    <message>
        <source>From a &amp;file…</source>
        <translation>取自文件(&amp;F)…</translation>
    </message>
    <message>
        <source>N&amp;one</source>
        <translation>无(&amp;O)</translation>
    </message>
    <message>
        <source>Lines of a file: name, tab, class index (.tsv, .txt); or a .npy of indices</source>
        <translation>文件各行：名称、制表符、类别序号（.tsv、.txt）；或序号的 .npy</translation>
    </message>
    <message>
        <source>Only: %1</source>
        <translation>仅显示：%1</translation>
    </message>
    <message>
        <source>Choose a file with stacked samples</source>
        <translation>选择堆叠样本的文件</translation>
    </message>
    <message>
        <source>Choose the labels: lines of name, tab, class index</source>
        <translation>选择标签：每行为名称、制表符、类别序号</translation>
    </message>
</context>
<context>
    <name>quantiscope::DifferencePanel</name>
    <message>
        <source>Recipe</source>
        <translation>配方</translation>
    </message>
    <message>
        <source>Scales</source>
        <translation>缩放因子</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>What is different</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Differences of the recipes</source>
        <translation>配方的差异</translation>
    </message>
    <message>
        <source>Show this tensor</source>
        <translation>显示此张量</translation>
    </message>
    <message>
        <source>Copy the table as CSV</source>
        <translation>将表格复制为 CSV</translation>
    </message>
    <message>
        <source>Run %1 → run %2</source>
        <translation>运行 %1 → 运行 %2</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>The reports are being read…</source>
        <translation>正在读取报告…</translation>
    </message>
    <message>
        <source>Time and memory stand in a run&apos;s report; there is none.</source>
        <translation>时间和内存记录在运行的报告中；这里没有报告。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>tab, count</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>运行 %1</translation>
    </message>
    <message>
        <source>Both recipes say the same.</source>
        <translation>两个配方相同。</translation>
    </message>
    <message>
        <source>Choose a run with another one before it to see what its recipe changed.</source>
        <translation>选择一个前面还有其他运行的运行，以查看其配方的改动。</translation>
    </message>
    <message>
        <source>Choose a run and a baseline to see what differs.</source>
        <translation>选择一个运行和一个基准以查看差异。</translation>
    </message>
    <message numerus="yes">
        <source>All %n scale(s) are the same.</source>
        <translation>
            <numerusform>全部 %n 个缩放因子相同。</numerusform>
        </translation>
    </message>
    <message>
        <source>Scales stand in a run&apos;s report; one of them has none.</source>
        <translation>缩放因子记录在运行的报告中；其中一个没有报告。</translation>
    </message>
    <message>
        <source>Measure both runs to compare their outputs.</source>
        <translation>请测量两个运行以比较它们的输出。</translation>
    </message>
    <message>
        <source>The runs have no tensor in common.</source>
        <translation>两个运行没有共同的张量。</translation>
    </message>
    <message>
        <source>Analyse both runs in the perspective Analyse to compare their tensors.</source>
        <translation>请在“分析”视角中分析两个运行，以比较它们的张量。</translation>
    </message>
</context>
<context>
    <name>quantiscope::Differences</name>
    <message>
        <source>activation</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>常量</translation>
    </message>
    <message>
        <source>bias</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>float</source>
        <translation>浮点</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>ratios</comment>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Scale, ratio</source>
        <translation>缩放因子之比</translation>
    </message>
    <message>
        <source>The scale after over the one before; of channels the least and the largest</source>
        <translation>之后的缩放因子除以之前的；按通道时为最小值和最大值</translation>
    </message>
    <message>
        <source>%1; the zero point is another</source>
        <translation>%1；零点不同</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Mean over the run&apos;s own samples</source>
        <translation>该运行自身样本上的均值</translation>
    </message>
    <message>
        <source>Mean over the samples that both runs were measured on, with its 95 % interval; * marks what chance alone does not explain</source>
        <translation>两次运行都测量过的样本上的均值及其 95% 区间；* 表示仅凭偶然无法解释</translation>
    </message>
    <message numerus="yes">
        <source>95 % interval %1 to %2, of %n sample(s)</source>
        <translation>
            <numerusform>95% 区间 %1 至 %2，共 %n 个样本</numerusform>
        </translation>
    </message>
    <message>
        <source>Own, dB</source>
        <translation>自身，dB</translation>
    </message>
    <message>
        <source>SQNR of the tensor&apos;s own quantization after; in the tooltip before</source>
        <translation>之后该张量自身量化的 SQNR；提示中为之前的值</translation>
    </message>
    <message>
        <source>Δ</source>
        <translation>Δ</translation>
    </message>
    <message>
        <source>Change of the own SQNR, dB; above 0 is better</source>
        <translation>自身 SQNR 的变化，dB；大于 0 更好</translation>
    </message>
    <message>
        <source>All, dB</source>
        <translation>累积，dB</translation>
    </message>
    <message>
        <source>Accumulated SQNR: with everything in front quantized, too, after; in the tooltip before</source>
        <translation>前面全部量化时之后的 SQNR；提示中为之前的值</translation>
    </message>
    <message>
        <source>Change of the accumulated SQNR, dB; above 0 is better</source>
        <translation>累积 SQNR 的变化，dB；大于 0 更好</translation>
    </message>
    <message>
        <source>before: %1 dB</source>
        <translation>之前：%1 dB</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Run %1, s</source>
        <translation>运行 %1，秒</translation>
    </message>
    <message>
        <source>Peak, MiB</source>
        <translation>峰值，MiB</translation>
    </message>
    <message>
        <source>The most memory of the whole process during the stage of run %1</source>
        <translation>运行 %1 在该阶段整个进程的最大内存</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Of the codes: before and after where it changed</source>
        <translation>编码的类型；有变化时为之前和之后</translation>
    </message>
</context>
<context>
    <name>quantiscope::DropArea</name>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Reading the file</source>
        <translation>正在读取文件</translation>
    </message>
    <message>
        <source>Drop a model, a recipe or a project here</source>
        <translation>将模型、配方或项目拖放到此处</translation>
    </message>
    <message>
        <source>.onnx with or without external data · recipe .json · project .qsproj</source>
        <translation>.onnx（可带外部数据）· 配方 .json · 项目 .qsproj</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>正在读取 %1</translation>
    </message>
    <message>
        <source>%1 could not be opened</source>
        <translation>无法打开 %1</translation>
    </message>
    <message>
        <source>&amp;Continue %1</source>
        <translation>继续 %1(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Open another…</source>
        <translation>打开其他文件(&amp;O)…</translation>
    </message>
</context>
<context>
    <name>quantiscope::EffectCard</name>
    <message>
        <source>%1 (%2): %3</source>
        <comment>operator, count, reason</comment>
        <translation>%1（%2）：%3</translation>
    </message>
    <message>
        <source>Effect before running</source>
        <translation>运行前预估</translation>
    </message>
    <message>
        <source>Nodes quantized</source>
        <translation>量化节点</translation>
    </message>
    <message>
        <source>Nodes float</source>
        <translation>浮点节点</translation>
    </message>
    <message>
        <source>Tensors integer → float</source>
        <translation>整数 → 浮点的张量</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Multiply-adds in float</source>
        <translation>浮点乘加</translation>
    </message>
    <message>
        <source>found in %1 ms</source>
        <translation>耗时 %1 毫秒</translation>
    </message>
    <message>
        <source>all rules</source>
        <translation>全部规则</translation>
    </message>
    <message>
        <source>The effect shows here as soon as the recipe is free of errors.</source>
        <translation>配方无误后，此处显示其效果。</translation>
    </message>
    <message>
        <source>Open a model to see what the recipe does to it.</source>
        <translation>打开模型后，此处显示配方对它的作用。</translation>
    </message>
    <message>
        <source>%1 points</source>
        <translation>%1 个百分点</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>… 另有 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing else stays float.</source>
        <translation>没有其他节点保持浮点。</translation>
    </message>
    <message>
        <source>Float without a rule:
%1</source>
        <translation>未经规则而保持浮点：
%1</translation>
    </message>
    <message>
        <source>Tensors float → integer</source>
        <translation>浮点 → 整数的张量</translation>
    </message>
    <message>
        <source>Weight bytes saved</source>
        <translation>节省的权重字节</translation>
    </message>
</context>
<context>
    <name>quantiscope::EffectLines</name>
    <message>
        <source>float</source>
        <translation>浮点</translation>
    </message>
    <message>
        <source>not kept: another node does its work</source>
        <translation>未保留：由另一个节点完成其工作</translation>
    </message>
    <message>
        <source>rule %1: %2</source>
        <translation>规则 %1：%2</translation>
    </message>
    <message>
        <source>preset %1 does not quantize this type</source>
        <translation>预设 %1 不量化此类算子</translation>
    </message>
    <message>
        <source>control flow is kept as it is</source>
        <translation>控制流保持原样</translation>
    </message>
    <message>
        <source>the NPU has only the HardSigmoid with alpha 1/6 and beta 1/2</source>
        <translation>NPU 仅支持 alpha 为 1/6、beta 为 1/2 的 HardSigmoid</translation>
    </message>
    <message>
        <source>both operands are computed, and MatMulConstBOnly asks for a constant one</source>
        <translation>两个操作数均为计算结果，而 MatMulConstBOnly 要求其中之一为常量</translation>
    </message>
    <message>
        <source>a constant holds infinity or NaN, which no scale covers</source>
        <translation>常量含有无穷大或 NaN，任何缩放因子都无法覆盖</translation>
    </message>
    <message>
        <source>it has no float values, or no neighbour is quantized</source>
        <translation>没有浮点值，或相邻节点均未量化</translation>
    </message>
    <message>
        <source>NodesToQuantize, InputNodes or OutputNodes leave it out</source>
        <translation>被 NodesToQuantize、InputNodes 或 OutputNodes 排除</translation>
    </message>
    <message>
        <source>Effective</source>
        <translation>实际精度</translation>
    </message>
    <message>
        <source>Because of</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>%1 → float</source>
        <translation>%1 → 浮点</translation>
    </message>
    <message>
        <source>float → %1</source>
        <translation>浮点 → %1</translation>
    </message>
    <message>
        <source>Boundary</source>
        <translation>边界</translation>
    </message>
    <message>
        <source>%1 at input %2</source>
        <translation>%1，位于输入 %2</translation>
    </message>
    <message>
        <source>%1 at output %2</source>
        <translation>%1，位于输出 %2</translation>
    </message>
    <message>
        <source>it becomes one operator with a node that a rule keeps float</source>
        <translation>它与一个由规则保持浮点的节点合并为同一个算子</translation>
    </message>
</context>
<context>
    <name>quantiscope::EffectSection</name>
    <message>
        <source>Effect</source>
        <translation>效果</translation>
    </message>
    <message>
        <source>All figures of the effect</source>
        <translation>效果的所有数字</translation>
    </message>
    <message>
        <source>Shows as soon as the recipe is free of errors.</source>
        <translation>配方没有错误时即显示。</translation>
    </message>
    <message>
        <source>%1 quantized, %2 float · boundaries: %3 to float, %4 to integer · weights: %5 of %6 saved</source>
        <comment>nodes, nodes, values, values, bytes, bytes</comment>
        <translation>%1 个量化，%2 个浮点 · 边界：%3 个转为浮点，%4 个转为整数 · 权重：节省 %5（共 %6）</translation>
    </message>
    <message>
        <source>What a run with this recipe and these data will need</source>
        <translation>使用此配方和这些数据的一次运行所需的内存</translation>
    </message>
</context>
<context>
    <name>quantiscope::EngineSentence</name>
    <message>
        <source>The channels of &apos;%1&apos; differ %2 in range; with one scale</source>
        <translation>&apos;%1&apos; 各通道的范围相差 %2；共用一个缩放因子时</translation>
    </message>
    <message>
        <source> %1 of %2 keep fewer than 4 levels</source>
        <translation> %2 个通道中有 %1 个剩下不足 4 级</translation>
    </message>
    <message>
        <source> %1 of %2 keeps fewer than 4 levels</source>
        <translation> %2 个通道中有 %1 个剩下不足 4 级</translation>
    </message>
    <message>
        <source> the smaller ones keep few levels</source>
        <translation> 较小的通道只剩很少的级数</translation>
    </message>
    <message>
        <source>Few elements of &apos;%1&apos; lie %2 standard deviations out and leave few levels to the others</source>
        <translation>&apos;%1&apos; 的少数元素偏离 %2 个标准差，留给其余元素的级数很少</translation>
    </message>
    <message>
        <source>The codes of &apos;%1&apos; keep only %2 dB of its values</source>
        <translation>&apos;%1&apos; 的编码只保留其值的 %2 dB</translation>
    </message>
    <message>
        <source>%1 of %2 channels of &apos;%3&apos; is zero and could be removed.</source>
        <translation>&apos;%3&apos; 的 %2 个通道中有 %1 个为零，可以移除。</translation>
    </message>
    <message>
        <source>%1 of %2 channels of &apos;%3&apos; are zero and could be removed.</source>
        <translation>&apos;%3&apos; 的 %2 个通道中有 %1 个为零，可以移除。</translation>
    </message>
    <message>
        <source>; with other rules than the NPU&apos;s </source>
        <translation>；采用 NPU 规则以外的规则时 </translation>
    </message>
    <message>
        <source>per-channel scales gain</source>
        <translation>逐通道缩放因子可提高</translation>
    </message>
    <message>
        <source>per-channel scales</source>
        <translation>逐通道缩放因子</translation>
    </message>
    <message>
        <source>per-channel scales of 16 bits gain</source>
        <translation>16 位的逐通道缩放因子可提高</translation>
    </message>
    <message>
        <source>per-channel scales of 16 bits</source>
        <translation>16 位的逐通道缩放因子</translation>
    </message>
    <message>
        <source>16 bits gain</source>
        <translation>16 位可提高</translation>
    </message>
    <message>
        <source>16 bits</source>
        <translation>16 位</translation>
    </message>
    <message>
        <source>equalization gains</source>
        <translation>均衡化可提高</translation>
    </message>
    <message>
        <source>equalization</source>
        <translation>均衡化</translation>
    </message>
    <message>
        <source> %1 dB</source>
        <translation> %1 dB</translation>
    </message>
    <message>
        <source> everything</source>
        <translation> 全部误差</translation>
    </message>
    <message>
        <source>All values of &apos;%1&apos; are above 0, from %2 to %3, but the step that %4 bits leave is %5: the smallest become 0, which what divides by them does not bear.</source>
        <translation>&apos;%1&apos; 的值都大于 0，从 %2 到 %3，但 %4 位给出的步长为 %5：最小的值变成 0，而以其为除数的运算无法承受。</translation>
    </message>
    <message>
        <source>The scale of &apos;%1&apos; clips %2 % of its values: they reach from %3 to %4, its codes only from %5 to %6.</source>
        <translation>&apos;%1&apos; 的缩放因子截断了其 %2 % 的值：值从 %3 到 %4，而编码只从 %5 到 %6。</translation>
    </message>
    <message>
        <source>The values of &apos;%1&apos; reach from %2 to %3, but %4 % of them lie between %5 and %6: the step that %7 bits leave is %8.</source>
        <translation>&apos;%1&apos; 的值从 %2 到 %3，但其中 %4 % 位于 %5 与 %6 之间：%7 位给出的步长为 %8。</translation>
    </message>
    <message>
        <source>The %1 bits of &apos;%2&apos; keep only %3 dB of its values, with a step of %4 between %5 and %6.</source>
        <translation>&apos;%2&apos; 的 %1 位只保留其值的 %3 dB，在 %5 与 %6 之间步长为 %4。</translation>
    </message>
    <message>
        <source>It first goes wrong at &apos;%1&apos; (an input)</source>
        <translation>最先出错于 &apos;%1&apos;（输入）</translation>
    </message>
    <message>
        <source>It first goes wrong at &apos;%1&apos; (%2 &apos;%3&apos;)</source>
        <translation>最先出错于 &apos;%1&apos;（%2 &apos;%3&apos;）</translation>
    </message>
    <message>
        <source>: its own quantization makes it infinite or NaN in %1 samples.</source>
        <translation>：其自身的量化使它在 %1 个样本中成为无穷大或 NaN。</translation>
    </message>
    <message>
        <source>: its own quantization makes it infinite or NaN in %1 sample.</source>
        <translation>：其自身的量化使它在 %1 个样本中成为无穷大或 NaN。</translation>
    </message>
    <message>
        <source>: its own quantization leaves %1 dB</source>
        <translation>：其自身的量化只留下 %1 dB</translation>
    </message>
    <message>
        <source>, and what reaches it is exact</source>
        <translation>，而到达它的值是精确的</translation>
    </message>
    <message>
        <source>, and what reaches it loses %1 dB</source>
        <translation>，而到达它的值损失 %1 dB</translation>
    </message>
    <message>
        <source>; the scale of &apos;%1&apos; is %2 times as wide as its values need.</source>
        <translation>；&apos;%1&apos; 的缩放因子是其值所需宽度的 %2 倍。</translation>
    </message>
    <message>
        <source>; the error comes from &apos;%1&apos;, of which quantization leaves %2 dB.</source>
        <translation>；误差来自 &apos;%1&apos;，量化后只剩 %2 dB。</translation>
    </message>
    <message>
        <source>; values beyond the ends of its scale are cut off.</source>
        <translation>；超出其缩放范围两端的值被截断。</translation>
    </message>
    <message>
        <source>; its values spread over %1 levels of its scale.</source>
        <translation>；其值只分布在其缩放范围的 %1 级上。</translation>
    </message>
    <message>
        <source>: it makes the errors that reach it %1 dB larger against its values, so that %2 dB are left; its own quantization leaves %3 dB.</source>
        <translation>：它使到达它的误差相对于其值放大 %1 dB，只剩 %2 dB；其自身的量化留下 %3 dB。</translation>
    </message>
    <message>
        <source>No tensor stands out</source>
        <translation>没有突出的张量</translation>
    </message>
    <message>
        <source>: the errors that reach it make it infinite or NaN in %1 samples.</source>
        <translation>：传到此处的误差使其在 %1 个样本中变为无穷大或 NaN。</translation>
    </message>
    <message>
        <source>: the errors that reach it make it infinite or NaN in %1 sample.</source>
        <translation>：传到此处的误差使其在 %1 个样本中变为无穷大或 NaN。</translation>
    </message>
    <message>
        <source>, but the outputs are infinite or NaN in the float model itself</source>
        <translation>，但浮点模型自身的输出就是无穷大或 NaN</translation>
    </message>
    <message>
        <source>, but the errors of all add up</source>
        <translation>，但所有张量的误差累加起来</translation>
    </message>
    <message>
        <source>: the outputs are exact</source>
        <translation>：输出是精确的</translation>
    </message>
    <message>
        <source>: the outputs keep %1 dB or more</source>
        <translation>：输出保持 %1 dB 或更高</translation>
    </message>
    <message>
        <source>. The lowest accumulated SQNR is %1 dB, at &apos;%2&apos; (%3 &apos;%4&apos;).</source>
        <translation>。最低的累积 SQNR 为 %1 dB，位于 &apos;%2&apos;（%3 &apos;%4&apos;）。</translation>
    </message>
    <message>
        <source>. The lowest accumulated SQNR is %1 dB, at &apos;%2&apos; (an input).</source>
        <translation>。最低的累积 SQNR 为 %1 dB，位于 &apos;%2&apos;（输入）。</translation>
    </message>
    <message>
        <source>The recipe reaches the goal as it is.</source>
        <translation>此配方无需改动即可达到目标。</translation>
    </message>
    <message>
        <source>Nothing that was tried is better than the recipe as it is.</source>
        <translation>所尝试的更改都不比现有配方更好。</translation>
    </message>
    <message>
        <source>The goal is not reached with what was tried. </source>
        <translation>所尝试的更改没有达到目标。 </translation>
    </message>
    <message>
        <source>The goal is not reached with what was tried so far. </source>
        <translation>到目前为止所尝试的更改没有达到目标。 </translation>
    </message>
    <message>
        <source>%1 % of the multiply-adds have no 8-bit weights any more: rounding that is learned (AdaRound), which this version does not have, may bring them back.</source>
        <translation>%1 % 的乘加不再使用 8 位权重：学习舍入（AdaRound）或许能使其恢复，但此版本尚不具备。</translation>
    </message>
    <message>
        <source>Rounding that is learned (AdaRound), which this version does not have, is what is left to try.</source>
        <translation>剩下可尝试的是学习舍入（AdaRound），此版本尚不具备。</translation>
    </message>
    <message>
        <source>%1 % of the multiply-adds keep 8-bit weights</source>
        <translation>%1 % 的乘加保持 8 位权重</translation>
    </message>
    <message>
        <source>, %1 %2 more of the weights stay float</source>
        <translation>，另有 %1 %2 的权重保持浮点</translation>
    </message>
    <message>
        <source>, the weights take %1 %2 instead of %3 %4</source>
        <translation>，权重占用 %1 %2，原为 %3 %4</translation>
    </message>
    <message>
        <source>, activations: %1 bits instead of %2 bits</source>
        <translation>，激活：%1 位，原为 %2 位</translation>
    </message>
    <message>
        <source>, activations: float instead of %1 bits</source>
        <translation>，激活：浮点，原为 %1 位</translation>
    </message>
    <message>
        <source>, activations: %1 bits instead of float</source>
        <translation>，激活：%1 位，原为浮点</translation>
    </message>
    <message>
        <source>layer &apos;%1&apos; in float</source>
        <translation>层 &apos;%1&apos; 保持浮点</translation>
    </message>
    <message>
        <source>these %1 layers in float</source>
        <translation>这 %1 层保持浮点</translation>
    </message>
    <message>
        <source>the last layer in float</source>
        <translation>最后一层保持浮点</translation>
    </message>
    <message>
        <source>the last %1 layers in float</source>
        <translation>最后 %1 层保持浮点</translation>
    </message>
    <message>
        <source>preset %1</source>
        <translation>预设 %1</translation>
    </message>
    <message>
        <source>per-channel weights</source>
        <translation>逐通道权重</translation>
    </message>
    <message>
        <source>16-bit activations</source>
        <translation>16 位激活</translation>
    </message>
    <message>
        <source>asymmetric activations</source>
        <translation>非对称激活</translation>
    </message>
    <message>
        <source>asymmetric weights</source>
        <translation>非对称权重</translation>
    </message>
    <message>
        <source>ranges by %1</source>
        <translation>按 %1 取范围</translation>
    </message>
    <message>
        <source>weight ranges by least squared error</source>
        <translation>按最小平方误差取权重范围</translation>
    </message>
    <message>
        <source>cross-layer equalization</source>
        <translation>跨层均衡化</translation>
    </message>
    <message>
        <source>no cross-layer equalization</source>
        <translation>不做跨层均衡化</translation>
    </message>
    <message>
        <source> and </source>
        <translation> 和 </translation>
    </message>
    <message>
        <source>: </source>
        <translation>： </translation>
    </message>
    <message>
        <source>, </source>
        <translation>， </translation>
    </message>
    <message>
        <source>.</source>
        <translation>。</translation>
    </message>
    <message>
        <source>; rounding alone would leave %1 dB: most of the error is how the quantized model computes it, as where an operator is replaced for the target.</source>
        <translation>；仅舍入会留下 %1 dB：大部分误差来自量化模型的计算方式，例如为目标平台替换的算子。</translation>
    </message>
    <message>
        <source>Nothing goes wrong: quantization changes none of the values.</source>
        <translation>没有出错：量化未改变任何值。</translation>
    </message>
    <message>
        <source>float layer &apos;%1&apos;</source>
        <translation>浮点层 &apos;%1&apos;</translation>
    </message>
    <message>
        <source>16-bit weights of &apos;%1&apos;</source>
        <translation>&apos;%1&apos; 的 16 位权重</translation>
    </message>
</context>
<context>
    <name>quantiscope::EngineText</name>
    <message>
        <source>How ranges of activations are found from the samples.</source>
        <translation>由样本确定激活范围的方法。</translation>
    </message>
    <message>
        <source>--external-data stores weights beside the model</source>
        <translation>由 --external-data 将权重存放在模型旁</translation>
    </message>
    <message>
        <source>--quiet and --report say what is told</source>
        <translation>输出哪些内容由 --quiet 和 --report 决定</translation>
    </message>
    <message>
        <source>--quiet leaves out all but errors</source>
        <translation>--quiet 仅保留错误</translation>
    </message>
    <message>
        <source>--report holds every tensor</source>
        <translation>--report 包含每个张量</translation>
    </message>
    <message>
        <source>--threads sets the number of threads</source>
        <translation>线程数由 --threads 设定</translation>
    </message>
    <message>
        <source>-1 or a whole number from 1 to 1000</source>
        <translation>-1，或 1 至 1000 的整数</translation>
    </message>
    <message>
        <source>-1 | 1 … 1000</source>
        <translation>-1 | 1 … 1000</translation>
    </message>
    <message>
        <source>0 &lt; number &lt;= 100</source>
        <translation>0 &lt; 数值 &lt;= 100</translation>
    </message>
    <message>
        <source>0 or a whole number from 10 to 26</source>
        <translation>0，或 10 至 26 的整数</translation>
    </message>
    <message>
        <source>0 | 10 … 26</source>
        <translation>0 | 10 … 26</translation>
    </message>
    <message>
        <source>4-bit weights</source>
        <translation>4 位权重</translation>
    </message>
    <message>
        <source>A BatchNormalization that is left becomes a Conv.</source>
        <translation>剩余的 BatchNormalization 转换为 Conv。</translation>
    </message>
    <message>
        <source>A Clip from 0 becomes a Relu.</source>
        <translation>下限为 0 的 Clip 转换为 Relu。</translation>
    </message>
    <message>
        <source>A GlobalAveragePool of more than 512 values becomes two poolings.</source>
        <translation>超过 512 个值的 GlobalAveragePool 转换为两次池化。</translation>
    </message>
    <message>
        <source>A Split becomes one Slice for each of its outputs.</source>
        <translation>Split 转换为每个输出各一个 Slice。</translation>
    </message>
    <message>
        <source>A pair of Q and DQ for every operator that reads a tensor.</source>
        <translation>每个读取张量的算子各有一对 Q 和 DQ。</translation>
    </message>
    <message>
        <source>A16W8 with a scale for every channel of a weight</source>
        <translation>A16W8，权重逐通道使用缩放因子</translation>
    </message>
    <message>
        <source>A8W8 with a scale for every channel of a weight</source>
        <translation>A8W8，权重逐通道使用缩放因子</translation>
    </message>
    <message>
        <source>Activations: range [-M, M], zero point in the middle.</source>
        <translation>激活：范围为 [-M, M]，零点居中。</translation>
    </message>
    <message>
        <source>AdaQuant</source>
        <translation>AdaQuant</translation>
    </message>
    <message>
        <source>AdaRound</source>
        <translation>AdaRound</translation>
    </message>
    <message>
        <source>After an alignment a bias gets the scale input x weight again.</source>
        <translation>对齐之后，偏置重新取“输入 × 权重”的缩放因子。</translation>
    </message>
    <message>
        <source>Alignment</source>
        <translation>对齐</translation>
    </message>
    <message>
        <source>At most so many samples; 0: all.</source>
        <translation>最多使用这么多样本；0：全部。</translation>
    </message>
    <message>
        <source>Average pooling: the NPU&apos;s approximation of the division.</source>
        <translation>平均池化：采用 NPU 对除法的近似。</translation>
    </message>
    <message>
        <source>Below this sum of both sides&apos; largest weights a channel is left alone.</source>
        <translation>两侧最大权重之和低于此值的通道不作处理。</translation>
    </message>
    <message>
        <source>Bias</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>Biases are int16 with the scale input x weight (opset 21).</source>
        <translation>偏置为 int16，缩放因子为“输入 × 权重”（opset 21）。</translation>
    </message>
    <message>
        <source>Biases are int32 with the scale input x weight; otherwise they are of the weights&apos; type with a scale of their own.</source>
        <translation>偏置为 int32，缩放因子为“输入 × 权重”；否则与权重同类型，使用自己的缩放因子。</translation>
    </message>
    <message>
        <source>Biases are quantized.</source>
        <translation>量化偏置。</translation>
    </message>
    <message>
        <source>Biases that several operators of these types read are copied.</source>
        <translation>被多个此类算子读取的偏置各复制一份。</translation>
    </message>
    <message>
        <source>CLEScaleUseThreshold is false</source>
        <translation>CLEScaleUseThreshold 为 false</translation>
    </message>
    <message>
        <source>CalibMovingAverage is false</source>
        <translation>CalibMovingAverage 为 false</translation>
    </message>
    <message>
        <source>Calibrate on random data when no others are given.</source>
        <translation>未给出其他数据时，使用随机数据校准。</translation>
    </message>
    <message>
        <source>Calibration</source>
        <translation>校准</translation>
    </message>
    <message>
        <source>Channels with small weights on both sides are left alone.</source>
        <translation>两侧权重都很小的通道不作处理。</translation>
    </message>
    <message>
        <source>Clip(0, 6) becomes Relu before, so that layers around it form a pair.</source>
        <translation>预先将 Clip(0, 6) 转换为 Relu，使其前后的层成对。</translation>
    </message>
    <message>
        <source>Clip: bounds become whole numbers from -128 to 127.</source>
        <translation>Clip：界限取 -128 至 127 的整数。</translation>
    </message>
    <message>
        <source>Compute as the NPU does where that differs from ONNX (options below).</source>
        <translation>在 NPU 与 ONNX 不同之处按 NPU 计算（见下列选项）。</translation>
    </message>
    <message>
        <source>Constants of Add, Sub, Mul, Div, Min and Max take the activations&apos; type.</source>
        <translation>Add、Sub、Mul、Div、Min 和 Max 的常量采用激活的类型。</translation>
    </message>
    <message>
        <source>Constants that are listed as inputs are no inputs any more.</source>
        <translation>列为输入的常量不再作为输入。</translation>
    </message>
    <message>
        <source>Constants that several operators of these types read are copied; an empty list: of all types.</source>
        <translation>被多个此类算子读取的常量各复制一份；空列表：所有类型。</translation>
    </message>
    <message>
        <source>Convert the model to this opset first; 0: only as far as the result needs.</source>
        <translation>先将模型转换到此 opset；0：仅按结果所需转换。</translation>
    </message>
    <message>
        <source>DPU simulation</source>
        <translation>DPU 仿真</translation>
    </message>
    <message>
        <source>EnableNPUCnn is false</source>
        <translation>EnableNPUCnn 为 false</translation>
    </message>
    <message>
        <source>Equalization</source>
        <translation>均衡化</translation>
    </message>
    <message>
        <source>Even out the channels&apos; ranges of weights between consecutive layers.</source>
        <translation>使相邻层权重的通道范围趋于均匀。</translation>
    </message>
    <message>
        <source>First choice for NPUs that want signed 8-bit data with float scales.</source>
        <translation>适合要求有符号 8 位数据和浮点缩放因子的 NPU，作为首选。</translation>
    </message>
    <message>
        <source>Fold BatchNormalization into Conv, ConvTranspose and Gemm, also behind a Concat.</source>
        <translation>将 BatchNormalization 合并到 Conv、ConvTranspose 和 Gemm 中，Concat 之后的也合并。</translation>
    </message>
    <message>
        <source>Fold constants and batch normalizations (ONNX Runtime&apos;s basic graph optimization).</source>
        <translation>折叠常量和批归一化（ONNX Runtime 的基本图优化）。</translation>
    </message>
    <message>
        <source>For ONNX Runtime on CPUs when a few outliers stretch the activation ranges.</source>
        <translation>适合 CPU 上的 ONNX Runtime，且少量离群值拉宽激活范围时。</translation>
    </message>
    <message>
        <source>For a smaller file when only its size matters, or to see what the weights alone cost.</source>
        <translation>只需缩小文件，或要查看仅量化权重的代价时使用。</translation>
    </message>
    <message>
        <source>For convolutional networks on AMD&apos;s NPUs (Ryzen AI).</source>
        <translation>适合 AMD NPU (Ryzen AI) 上的卷积网络。</translation>
    </message>
    <message>
        <source>For convolutional networks that 8 bits do not save.</source>
        <translation>适合 8 位精度不够的卷积网络。</translation>
    </message>
    <message>
        <source>For processors that multiply unsigned by unsigned only.</source>
        <translation>适合只能做无符号 × 无符号乘法的处理器。</translation>
    </message>
    <message>
        <source>For targets that take signed activations only (ARM, GPUs).</source>
        <translation>适合只接受有符号激活的目标设备（ARM、GPU）。</translation>
    </message>
    <message>
        <source>For the Vitis AI compiler; the four options that it asks for are set and checked (Target).</source>
        <translation>用于 Vitis AI 编译器；它要求的四个选项均已设定并检查 (Target)。</translation>
    </message>
    <message>
        <source>For transformers and recurrent networks on CPUs when there are no calibration data.</source>
        <translation>适合 CPU 上没有校准数据的 Transformer 和循环网络。</translation>
    </message>
    <message>
        <source>For transformers that 8 bits do not save.</source>
        <translation>适合 8 位精度不够的 Transformer。</translation>
    </message>
    <message>
        <source>For transformers: products with weights in 8 bits, all else in float.</source>
        <translation>适合 Transformer：与权重的乘积用 8 位，其余为浮点。</translation>
    </message>
    <message>
        <source>HardSigmoid: the NPU&apos;s approximation of 1/6.</source>
        <translation>HardSigmoid：采用 NPU 对 1/6 的近似。</translation>
    </message>
    <message>
        <source>How often all pairs of layers are equalized; -1: until it settles.</source>
        <translation>所有层对的均衡化次数；-1：直到稳定为止。</translation>
    </message>
    <message>
        <source>How often the limits are gone through, at most.</source>
        <translation>检查限制的最多轮数。</translation>
    </message>
    <message>
        <source>How ranges of weights are found.</source>
        <translation>确定权重范围的方法。</translation>
    </message>
    <message>
        <source>How the reference balances channels.</source>
        <translation>参考实现均衡通道的方式。</translation>
    </message>
    <message>
        <source>How the reference stores large models.</source>
        <translation>参考实现存储大模型的方式。</translation>
    </message>
    <message>
        <source>Input and output of a Pad share a scale.</source>
        <translation>Pad 的输入与输出共用一个缩放因子。</translation>
    </message>
    <message>
        <source>Input and output of a Reshape share a scale.</source>
        <translation>Reshape 的输入与输出共用一个缩放因子。</translation>
    </message>
    <message>
        <source>Input and output of a Slice share a scale.</source>
        <translation>Slice 的输入与输出共用一个缩放因子。</translation>
    </message>
    <message>
        <source>Input and output of a Transpose share a scale.</source>
        <translation>Transpose 的输入与输出共用一个缩放因子。</translation>
    </message>
    <message>
        <source>Input and output of a pooling share a scale.</source>
        <translation>池化的输入与输出共用一个缩放因子。</translation>
    </message>
    <message>
        <source>Inputs and output of a Concat share a scale.</source>
        <translation>Concat 的各输入与输出共用一个缩放因子。</translation>
    </message>
    <message>
        <source>Inputs with 4 dimensions take their channels last.</source>
        <translation>四维输入改为通道在后。</translation>
    </message>
    <message>
        <source>InstanceNormalization counts as an operator like Conv in these rules.</source>
        <translation>在这些规则中，InstanceNormalization 视同 Conv 一类的算子。</translation>
    </message>
    <message>
        <source>InstanceNormalization: the NPU&apos;s approximation.</source>
        <translation>InstanceNormalization：采用 NPU 的近似。</translation>
    </message>
    <message>
        <source>Integer type of activations.</source>
        <translation>激活的整数类型。</translation>
    </message>
    <message>
        <source>Integer type of weights.</source>
        <translation>权重的整数类型。</translation>
    </message>
    <message>
        <source>Keep float weights and put Q and DQ behind them.</source>
        <translation>保留浮点权重，其后放置 Q 和 DQ。</translation>
    </message>
    <message>
        <source>Keep scales within the limits of the NPU&apos;s shifts, and align them.</source>
        <translation>使缩放因子满足 NPU 的移位限制，并对齐。</translation>
    </message>
    <message>
        <source>LeakyRelu: alpha becomes a multiple of 1/256.</source>
        <translation>LeakyRelu：alpha 取 1/256 的倍数。</translation>
    </message>
    <message>
        <source>Leave a MatMul of two activations in float.</source>
        <translation>两个输入均为激活的 MatMul 保持浮点。</translation>
    </message>
    <message>
        <source>MX types</source>
        <translation>MX 类型</translation>
    </message>
    <message>
        <source>Method Entropy: bins that a window is reduced to.</source>
        <translation>Entropy 方法：窗口归并后的直方图格数。</translation>
    </message>
    <message>
        <source>Method LayerwisePercentile: the error that is compared.</source>
        <translation>LayerwisePercentile 方法：用于比较的误差。</translation>
    </message>
    <message>
        <source>Method LayerwisePercentile: the percentiles of which the best is taken.</source>
        <translation>LayerwisePercentile 方法：从这些百分位中取最佳者。</translation>
    </message>
    <message>
        <source>Method MinMSE with float scales: windows of percentiles, or shrinking ones with the error of a histogram or of all values.</source>
        <translation>MinMSE 方法，浮点缩放因子：百分位窗口，或逐步收缩的窗口，按直方图或全部数值计算误差。</translation>
    </message>
    <message>
        <source>Method MinMSE with power-of-two scales: least error of all values, the best scale of most samples, or least error within the percentile.</source>
        <translation>MinMSE 方法，2 的幂缩放因子：全部数值的最小误差、多数样本的最佳缩放因子，或百分位内的最小误差。</translation>
    </message>
    <message>
        <source>Method Percentile: the share of the values that the range holds.</source>
        <translation>Percentile 方法：范围所包含数值的比例。</translation>
    </message>
    <message>
        <source>Methods Entropy and MinMSE (HistCenter, All): bins of the histogram that windows are cut from.</source>
        <translation>Entropy 与 MinMSE（HistCenter、All）方法：截取窗口所用直方图的格数。</translation>
    </message>
    <message>
        <source>Methods MinMax and NonOverflow: mean of the samples&apos; ranges instead of all values.</source>
        <translation>MinMax 与 NonOverflow 方法：取各样本范围的均值，而非全部数值。</translation>
    </message>
    <message>
        <source>MinMax | MinMSE | null (as activations with powers of two, otherwise MinMax)</source>
        <translation>MinMax | MinMSE | null（2 的幂时与激活相同，否则为 MinMax）</translation>
    </message>
    <message>
        <source>MinMax, MinMSE or null</source>
        <translation>MinMax、MinMSE 或 null</translation>
    </message>
    <message>
        <source>MixedPrecisionTensor acts whenever it is given</source>
        <translation>给出 MixedPrecisionTensor 时它总会生效</translation>
    </message>
    <message>
        <source>NPU limits</source>
        <translation>NPU 限制</translation>
    </message>
    <message>
        <source>No Q/DQ between a Mul and an Add behind it.</source>
        <translation>Mul 与其后的 Add 之间不放置 Q/DQ。</translation>
    </message>
    <message>
        <source>No Q/DQ between an operator like Conv and a Clip behind it.</source>
        <translation>Conv 一类算子与其后的 Clip 之间不放置 Q/DQ。</translation>
    </message>
    <message>
        <source>No Q/DQ between an operator like Conv and a Gelu behind it.</source>
        <translation>Conv 一类算子与其后的 Gelu 之间不放置 Q/DQ。</translation>
    </message>
    <message>
        <source>No Q/DQ between an operator like Conv and a LeakyRelu behind it.</source>
        <translation>Conv 一类算子与其后的 LeakyRelu 之间不放置 Q/DQ。</translation>
    </message>
    <message>
        <source>No Q/DQ between an operator like Conv and a PRelu behind it.</source>
        <translation>Conv 一类算子与其后的 PRelu 之间不放置 Q/DQ。</translation>
    </message>
    <message>
        <source>No Q/DQ between an operator like Conv and a Relu behind it.</source>
        <translation>Conv 一类算子与其后的 Relu 之间不放置 Q/DQ。</translation>
    </message>
    <message>
        <source>ONNX Runtime</source>
        <translation>ONNX Runtime</translation>
    </message>
    <message>
        <source>ONNX Runtime&apos;s rules are in force (PlacementRules is OnnxRuntime)</source>
        <translation>采用 ONNX Runtime 的规则（PlacementRules 为 OnnxRuntime）</translation>
    </message>
    <message>
        <source>One Q for a tensor, and a DQ for every operator that reads it.</source>
        <translation>每个张量一个 Q，每个读取它的算子各一个 DQ。</translation>
    </message>
    <message>
        <source>One scale per output channel of a weight instead of one per weight.</source>
        <translation>权重的每个输出通道一个缩放因子，而非每个权重一个。</translation>
    </message>
    <message>
        <source>Operator types whose weights get a scale per channel, and the channels&apos; axis.</source>
        <translation>权重逐通道使用缩放因子的算子类型，及其通道所在的轴。</translation>
    </message>
    <message>
        <source>Outputs of Relu and of Clip from 0 are asymmetric.</source>
        <translation>Relu 与下限为 0 的 Clip 的输出采用非对称量化。</translation>
    </message>
    <message>
        <source>Outputs of these nodes are not quantized for their sake.</source>
        <translation>不因这些节点而量化其输出。</translation>
    </message>
    <message>
        <source>Outputs of these operator types are not quantized for their sake.</source>
        <translation>不因这些算子类型而量化其输出。</translation>
    </message>
    <message>
        <source>Overrides</source>
        <translation>覆盖设置</translation>
    </message>
    <message>
        <source>Pairs of operator types with no Q/DQ between them.</source>
        <translation>彼此之间不放置 Q/DQ 的算子类型对。</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>插入位置</translation>
    </message>
    <message>
        <source>Preparation</source>
        <translation>模型准备</translation>
    </message>
    <message>
        <source>Prepare the model only as far as the result needs to load.</source>
        <translation>仅按结果能够加载所需来准备模型。</translation>
    </message>
    <message>
        <source>Put the operators of a Gelu together (opset 20 or later).</source>
        <translation>将构成 Gelu 的算子融合（opset 20 及以上）。</translation>
    </message>
    <message>
        <source>Put the operators of a layer normalization together (opset 17 or later).</source>
        <translation>将构成层归一化的算子融合（opset 17 及以上）。</translation>
    </message>
    <message>
        <source>Put the operators of an L2 normalization together.</source>
        <translation>将构成 L2 归一化的算子融合。</translation>
    </message>
    <message>
        <source>Put the operators of an instance normalization together.</source>
        <translation>将构成实例归一化的算子融合。</translation>
    </message>
    <message>
        <source>Quantiscope</source>
        <translation>Quantiscope</translation>
    </message>
    <message>
        <source>Quantize Gemm and MatMul only, for the NPU&apos;s engine for transformers.</source>
        <translation>仅量化 Gemm 和 MatMul，用于 NPU 的 Transformer 引擎。</translation>
    </message>
    <message>
        <source>Quantize activations while the model runs; no calibration data are needed.</source>
        <translation>在模型运行时量化激活；无需校准数据。</translation>
    </message>
    <message>
        <source>Quantize every operator type of the model.</source>
        <translation>量化模型的所有算子类型。</translation>
    </message>
    <message>
        <source>Quantize pass-through operators (Reshape, MaxPool …) even if their input is not quantized otherwise.</source>
        <translation>即使直通算子（Reshape、MaxPool …）的输入未被量化，也量化这些算子。</translation>
    </message>
    <message>
        <source>Quantize these nodes only; an empty list: all.</source>
        <translation>仅量化这些节点；空列表：全部。</translation>
    </message>
    <message>
        <source>Quantize these operator types as well.</source>
        <translation>另外量化这些算子类型。</translation>
    </message>
    <message>
        <source>Quantize these operator types only; an empty list: those of the rules.</source>
        <translation>仅量化这些算子类型；空列表：按规则规定的类型。</translation>
    </message>
    <message>
        <source>Quantize weights and leave activations in float.</source>
        <translation>量化权重，激活保持浮点。</translation>
    </message>
    <message>
        <source>Quark</source>
        <translation>Quark</translation>
    </message>
    <message>
        <source>Quark, QConfig objects</source>
        <translation>Quark，QConfig 对象</translation>
    </message>
    <message>
        <source>Quick first try for convolutional networks on CPUs.</source>
        <translation>适合在 CPU 上对卷积网络作快速初试。</translation>
    </message>
    <message>
        <source>Random data</source>
        <translation>随机数据</translation>
    </message>
    <message>
        <source>Random data: between which values an input&apos;s lie; without it 0 and 1.</source>
        <translation>随机数据：各输入的取值范围；未给出时为 0 至 1。</translation>
    </message>
    <message>
        <source>Random data: the shapes of inputs whose sizes the model leaves open.</source>
        <translation>随机数据：模型未定尺寸的输入的形状。</translation>
    </message>
    <message>
        <source>Ranges are looked for as [-M, M]; Percentile: of magnitudes instead of both tails.</source>
        <translation>按 [-M, M] 寻找范围；Percentile：按绝对值，而非两侧分别计算。</translation>
    </message>
    <message>
        <source>ReduceMean over height and width becomes GlobalAveragePool.</source>
        <translation>沿高和宽的 ReduceMean 转换为 GlobalAveragePool。</translation>
    </message>
    <message>
        <source>ReduceMean: the NPU&apos;s approximation of the division.</source>
        <translation>ReduceMean：采用 NPU 对除法的近似。</translation>
    </message>
    <message>
        <source>Remove operators that change nothing.</source>
        <translation>移除不起任何作用的算子。</translation>
    </message>
    <message>
        <source>Rules of the NPU&apos;s engine for convolutions.</source>
        <translation>NPU 卷积引擎的规则。</translation>
    </message>
    <message>
        <source>Scales of HardSigmoid within what its table holds.</source>
        <translation>使 HardSigmoid 的缩放因子在其查找表容许的范围内。</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>节点选择</translation>
    </message>
    <message>
        <source>Shapes that inputs and outputs get before everything else.</source>
        <translation>在其他一切之前为输入和输出设定的形状。</translation>
    </message>
    <message>
        <source>Shift behind Add within -7 … 25, behind Mul within 0 … 32.</source>
        <translation>使 Add 之后的移位在 -7 … 25 内，Mul 之后的在 0 … 32 内。</translation>
    </message>
    <message>
        <source>Shift behind Conv and Gemm within 0 … 16.</source>
        <translation>使 Conv 和 Gemm 之后的移位在 0 … 16 内。</translation>
    </message>
    <message>
        <source>Shift between the inputs of Add and Sub within 0 … 7.</source>
        <translation>使 Add 和 Sub 各输入之间的移位在 0 … 7 内。</translation>
    </message>
    <message>
        <source>Shift of biases within what the accumulator holds.</source>
        <translation>使偏置的移位在累加器容许的范围内。</translation>
    </message>
    <message>
        <source>Shift of x * HardSigmoid(x) within 0 … 15.</source>
        <translation>使 x * HardSigmoid(x) 的移位在 0 … 15 内。</translation>
    </message>
    <message>
        <source>Sigmoid becomes HardSigmoid.</source>
        <translation>Sigmoid 转换为 HardSigmoid。</translation>
    </message>
    <message>
        <source>Softmax: the NPU&apos;s approximation.</source>
        <translation>Softmax：采用 NPU 的近似。</translation>
    </message>
    <message>
        <source>Steps end when the weights change by less than this in all.</source>
        <translation>当权重的总变化小于此值时停止。</translation>
    </message>
    <message>
        <source>Tensors that take another integer type; gives way to the rules of layers.</source>
        <translation>采用另一种整数类型的张量；逐层规则优先。</translation>
    </message>
    <message>
        <source>The bias counts as a weight of its channel.</source>
        <translation>偏置视为其通道的一个权重。</translation>
    </message>
    <message>
        <source>The compiler that takes the result; what it asks for is checked.</source>
        <translation>接收结果的编译器；检查是否满足它的要求。</translation>
    </message>
    <message>
        <source>The domain of the reference&apos;s Q and DQ.</source>
        <translation>参考实现中 Q 与 DQ 所属的域。</translation>
    </message>
    <message>
        <source>The most accurate preset with 8-bit weights, when A8W8_PC and A16W8 lose too much: on 7 networks that A8W8 breaks it reaches cosine 0.975 to 0.9995.</source>
        <translation>8 位权重下精度最高的预设，用于 A8W8_PC 和 A16W8 损失过大时：在 A8W8 失效的 7 个网络上，余弦相似度达到 0.975 至 0.9995。</translation>
    </message>
    <message>
        <source>The output of these operators takes the range of what they read.</source>
        <translation>这些算子的输出沿用其输入的范围。</translation>
    </message>
    <message>
        <source>The output scale of an operator does the work of the Relu or Clip behind it.</source>
        <translation>由算子的输出缩放因子完成其后 Relu 或 Clip 的作用。</translation>
    </message>
    <message>
        <source>The reference&apos;s Python warnings.</source>
        <translation>参考实现的 Python 警告。</translation>
    </message>
    <message>
        <source>The reference&apos;s care for int32 biases.</source>
        <translation>参考实现对 int32 偏置的处理。</translation>
    </message>
    <message>
        <source>The reference&apos;s debug output.</source>
        <translation>参考实现的调试输出。</translation>
    </message>
    <message>
        <source>The reference&apos;s devices.</source>
        <translation>参考实现的设备。</translation>
    </message>
    <message>
        <source>The reference&apos;s folder for temporary files.</source>
        <translation>参考实现的临时文件夹。</translation>
    </message>
    <message>
        <source>The reference&apos;s log level.</source>
        <translation>参考实现的日志级别。</translation>
    </message>
    <message>
        <source>The reference&apos;s number of threads for statistics.</source>
        <translation>参考实现统计所用的线程数。</translation>
    </message>
    <message>
        <source>The reference&apos;s summary.</source>
        <translation>参考实现的摘要。</translation>
    </message>
    <message>
        <source>The reference&apos;s switch for MixedPrecisionTensor.</source>
        <translation>参考实现中 MixedPrecisionTensor 的开关。</translation>
    </message>
    <message>
        <source>The reference&apos;s way of comparing percentiles.</source>
        <translation>参考实现比较百分位的方式。</translation>
    </message>
    <message>
        <source>The reference&apos;s way of saving disk space.</source>
        <translation>参考实现节省磁盘空间的方式。</translation>
    </message>
    <message>
        <source>The reference&apos;s way of saving memory.</source>
        <translation>参考实现节省内存的方式。</translation>
    </message>
    <message>
        <source>The start of mixed precision: rules of layers bring down to 8 bits what bears it (the reference searches for them).</source>
        <translation>混合精度的起点：由逐层规则将能够承受的层降到 8 位（参考实现自动搜索这些层）。</translation>
    </message>
    <message>
        <source>To reproduce a script that uses A16W8_QCONFIG, which differs from A16W8 in the method.</source>
        <translation>用于重现使用 A16W8_QCONFIG 的脚本，它与 A16W8 的方法不同。</translation>
    </message>
    <message>
        <source>To reproduce a script that uses A8W8_QCONFIG, which differs from A8W8 in method and format.</source>
        <translation>用于重现使用 A8W8_QCONFIG 的脚本，它与 A8W8 的方法和格式不同。</translation>
    </message>
    <message>
        <source>To reproduce a script that uses VINT8_QCONFIG.</source>
        <translation>用于重现使用 VINT8_QCONFIG 的脚本。</translation>
    </message>
    <message>
        <source>To reproduce a script that uses XINT8_QCONFIG, which differs from XINT8 in the activations&apos; type.</source>
        <translation>用于重现使用 XINT8_QCONFIG 的脚本，它与 XINT8 的激活类型不同。</translation>
    </message>
    <message>
        <source>To reproduce onnxruntime.quantization.quantize_static with its usual CPU settings.</source>
        <translation>用于重现采用常用 CPU 设置的 onnxruntime.quantization.quantize_static。</translation>
    </message>
    <message>
        <source>To reproduce quantize_static(per_channel=True); depthwise networks on CPUs.</source>
        <translation>用于重现 quantize_static(per_channel=True)；适合 CPU 上的深度可分离网络。</translation>
    </message>
    <message>
        <source>Turn a float16 model into float32.</source>
        <translation>将 float16 模型转换为 float32。</translation>
    </message>
    <message>
        <source>Types</source>
        <translation>数据类型</translation>
    </message>
    <message>
        <source>Weight of a new batch in the moving average.</source>
        <translation>滑动平均中新批次的权重。</translation>
    </message>
    <message>
        <source>Weights use one bit less, for processors without 8-bit dot products.</source>
        <translation>权重少用一位，适合没有 8 位点积指令的处理器。</translation>
    </message>
    <message>
        <source>Weights: range [-M, M].</source>
        <translation>权重：范围为 [-M, M]。</translation>
    </message>
    <message>
        <source>What a scale may be: any number, a power of two, or M / 2^n with a 16-bit M.</source>
        <translation>缩放因子的取值：任意数、2 的幂，或 M / 2^n（M 为 16 位）。</translation>
    </message>
    <message>
        <source>What is laid down for single tensors, or for each of their channels: quant_type, symmetric, reduce_range, per_channel, axis, rmin with rmax, scale with zero_point.</source>
        <translation>为单个张量或其各通道规定的内容：quant_type、symmetric、reduce_range、per_channel、axis、rmin 与 rmax、scale 与 zero_point。</translation>
    </message>
    <message>
        <source>What is not reached from these nodes stays float.</source>
        <translation>从这些节点无法到达的部分保持浮点。</translation>
    </message>
    <message>
        <source>What leads to none of these nodes stays float.</source>
        <translation>不通向这些节点的部分保持浮点。</translation>
    </message>
    <message>
        <source>When 8-bit activations lose too much and ranges lie on one side of zero.</source>
        <translation>适合 8 位激活损失过大，且范围偏于零的一侧时。</translation>
    </message>
    <message>
        <source>When 8-bit activations lose too much and the target wants zero points of 0.</source>
        <translation>适合 8 位激活损失过大，且目标设备要求零点为 0 时。</translation>
    </message>
    <message>
        <source>When 8-bit activations lose too much: transformers, detection heads, anything with wide activation ranges.</source>
        <translation>适合 8 位激活损失过大时：Transformer、检测头，以及任何激活范围很宽的网络。</translation>
    </message>
    <message>
        <source>When one scale cannot serve all channels of a weight (depthwise convolutions): on 7 networks that A8W8 breaks (cosine 0.02 to 0.97) it reaches 0.59 to 0.999.</source>
        <translation>适合一个缩放因子无法兼顾权重所有通道时（深度卷积）：在 A8W8 失效的 7 个网络上（余弦相似度 0.02 至 0.97），可达 0.59 至 0.999。</translation>
    </message>
    <message>
        <source>Where types change between operators, a second pair converts.</source>
        <translation>算子之间类型改变处，由第二对 Q/DQ 转换。</translation>
    </message>
    <message>
        <source>Which pairs are equalized: all, as the reference does; where the predicted error falls and if the one measured on calibration samples does; or by prediction alone, whatever the data.</source>
        <translation>均衡化哪些层对：全部（与参考实现相同）；预测误差下降且校准样本上的实测误差也下降者；或仅凭预测，不论数据如何。</translation>
    </message>
    <message>
        <source>Whose rules decide which tensors are quantized and which share a scale.</source>
        <translation>依照谁的规则决定哪些张量被量化、哪些共用缩放因子。</translation>
    </message>
    <message>
        <source>Without effect here</source>
        <translation>此处不起作用</translation>
    </message>
    <message>
        <source>a bias that does not fit into int32 is always taken care of</source>
        <translation>int32 容纳不下的偏置总会得到处理</translation>
    </message>
    <message>
        <source>a list of [producer, consumer] with operator types</source>
        <translation>由 [producer, consumer] 算子类型对组成的列表</translation>
    </message>
    <message>
        <source>a list of at least one number above 0, at most 100</source>
        <translation>至少含一个数的列表，数值大于 0 且不超过 100</translation>
    </message>
    <message>
        <source>a list of node names</source>
        <translation>节点名列表</translation>
    </message>
    <message>
        <source>a list of operator types</source>
        <translation>算子类型列表</translation>
    </message>
    <message>
        <source>a list of operator types, or null</source>
        <translation>算子类型列表，或 null</translation>
    </message>
    <message>
        <source>a list of texts</source>
        <translation>文本列表</translation>
    </message>
    <message>
        <source>a number above 0, at most 100</source>
        <translation>大于 0 且不超过 100 的数</translation>
    </message>
    <message>
        <source>a number from 0 to 1</source>
        <translation>0 至 1 的数</translation>
    </message>
    <message>
        <source>a number from 0 to 1e30</source>
        <translation>0 至 1e30 的数</translation>
    </message>
    <message>
        <source>a symmetric range does not cut below zero (ActivationSymmetric is true)</source>
        <translation>对称范围不会在零处截断（ActivationSymmetric 为 true）</translation>
    </message>
    <message>
        <source>a text like &quot;in:[1,3,224,224];out:[1,1000]&quot;</source>
        <translation>形如 &quot;in:[1,3,224,224];out:[1,1000]&quot; 的文本</translation>
    </message>
    <message>
        <source>a text or null</source>
        <translation>文本或 null</translation>
    </message>
    <message>
        <source>a whole number from 0 to 1000000000</source>
        <translation>0 至 1000000000 的整数</translation>
    </message>
    <message>
        <source>a whole number from 0 to 65536, or null</source>
        <translation>0 至 65536 的整数，或 null</translation>
    </message>
    <message>
        <source>a whole number from 1 to 1000</source>
        <translation>1 至 1000 的整数</translation>
    </message>
    <message>
        <source>a whole number from 2 to 4096</source>
        <translation>2 至 4096 的整数</translation>
    </message>
    <message>
        <source>a whole number that is not negative</source>
        <translation>非负整数</translation>
    </message>
    <message>
        <source>activations are asymmetric anyway (ActivationSymmetric is false)</source>
        <translation>激活本来就是非对称的（ActivationSymmetric 为 false）</translation>
    </message>
    <message>
        <source>activations are quantized to uint8 while the model runs (UseDynamicQuant is true)</source>
        <translation>激活在模型运行时量化为 uint8（UseDynamicQuant 为 true）</translation>
    </message>
    <message>
        <source>all operators that there are while the model runs are quantized anyway (UseDynamicQuant is true)</source>
        <translation>模型运行时存在的所有算子都会量化（UseDynamicQuant 为 true）</translation>
    </message>
    <message>
        <source>all samples are one batch, whose mean is the average</source>
        <translation>所有样本为一个批次，其均值即为平均值</translation>
    </message>
    <message>
        <source>an object with [lowest, highest] for each input, or null</source>
        <translation>为各输入给出 [lowest, highest] 的对象，或 null</translation>
    </message>
    <message>
        <source>an object with a list of overrides for each tensor</source>
        <translation>为各张量给出覆盖设置列表的对象</translation>
    </message>
    <message>
        <source>an object with a list of sizes above 0 for each input</source>
        <translation>为各输入给出大于 0 的尺寸列表的对象</translation>
    </message>
    <message>
        <source>an object with a list of tensors for Int8, UInt8, Int16 or UInt16</source>
        <translation>为 Int8、UInt8、Int16 或 UInt16 给出张量列表的对象</translation>
    </message>
    <message>
        <source>an object with an axis from -8 to 7 for each operator type</source>
        <translation>为各算子类型给出 -8 至 7 的轴的对象</translation>
    </message>
    <message>
        <source>as VINT8, without equalization</source>
        <translation>同 VINT8，不做均衡化</translation>
    </message>
    <message>
        <source>bfloat16 types</source>
        <translation>bfloat16 类型</translation>
    </message>
    <message>
        <source>biases are not int32 (Int32Bias)</source>
        <translation>偏置不是 int32 (Int32Bias)</translation>
    </message>
    <message>
        <source>biases are quantized last, with their final scale</source>
        <translation>偏置最后量化，使用其最终的缩放因子</translation>
    </message>
    <message>
        <source>biases stay float (QuantizeBias is false)</source>
        <translation>偏置保持浮点（QuantizeBias 为 false）</translation>
    </message>
    <message>
        <source>block floating point types</source>
        <translation>块浮点类型</translation>
    </message>
    <message>
        <source>calibration runs on the processor</source>
        <translation>校准在处理器上运行</translation>
    </message>
    <message>
        <source>constants are never inputs of a model that was read</source>
        <translation>读入的模型中，常量从不作为输入</translation>
    </message>
    <message>
        <source>every operator type is quantized (QuantizeAllOpTypes is true)</source>
        <translation>所有算子类型均被量化（QuantizeAllOpTypes 为 true）</translation>
    </message>
    <message>
        <source>every reader has a pair of its own (DedicatedQDQPair is true)</source>
        <translation>每个读取者都有自己的一对（DedicatedQDQPair 为 true）</translation>
    </message>
    <message>
        <source>float16 types</source>
        <translation>float16 类型</translation>
    </message>
    <message>
        <source>int16 activations, int8 weights, both symmetric, Percentile 99.999; extended QDQ</source>
        <translation>激活 int16，权重 int8，均为对称，Percentile 99.999；扩展 QDQ</translation>
    </message>
    <message>
        <source>int16 activations, int8 weights, both symmetric, float scales, MinMax; extended QDQ</source>
        <translation>激活 int16，权重 int8，均为对称，浮点缩放因子，MinMax；扩展 QDQ</translation>
    </message>
    <message>
        <source>int16 activations, int8 weights, both symmetric, float scales, Percentile 99.999; extended QDQ, no equalization</source>
        <translation>激活 int16，权重 int8，均为对称，浮点缩放因子，Percentile 99.999；扩展 QDQ，不做均衡化</translation>
    </message>
    <message>
        <source>int16 asymmetric activations, int16 symmetric weights and biases, Percentile 99.9999; extended QDQ</source>
        <translation>激活 int16 非对称，权重和偏置 int16 对称，Percentile 99.9999；扩展 QDQ</translation>
    </message>
    <message>
        <source>int8 activations and weights, both symmetric, float scales, MinMax; extended QDQ</source>
        <translation>激活和权重 int8，均为对称，浮点缩放因子，MinMax；扩展 QDQ</translation>
    </message>
    <message>
        <source>int8 activations and weights, both symmetric, float scales, Percentile 99.999; plain QDQ, no equalization</source>
        <translation>激活和权重 int8，均为对称，浮点缩放因子，Percentile 99.999；普通 QDQ，不做均衡化</translation>
    </message>
    <message>
        <source>int8 activations and weights, both symmetric, power-of-two scales by least squared error; NPU rules, no equalization</source>
        <translation>激活和权重 int8，均为对称，按最小平方误差取 2 的幂缩放因子；NPU 规则，不做均衡化</translation>
    </message>
    <message>
        <source>int8 activations and weights, both symmetric, power-of-two scales by least squared error; every operator</source>
        <translation>激活和权重 int8，均为对称，按最小平方误差取 2 的幂缩放因子；所有算子</translation>
    </message>
    <message>
        <source>int8 asymmetric activations, int8 per-channel weights, MinMax, ONNX Runtime&apos;s own placement</source>
        <translation>激活 int8 非对称，权重 int8 逐通道，MinMax，ONNX Runtime 的插入规则</translation>
    </message>
    <message>
        <source>int8 asymmetric activations, int8 symmetric weights, Percentile 99.9999</source>
        <translation>激活 int8 非对称，权重 int8 对称，Percentile 99.9999</translation>
    </message>
    <message>
        <source>int8 symmetric weights, activations stay float; no calibration</source>
        <translation>权重 int8 对称，激活保持浮点；无需校准</translation>
    </message>
    <message>
        <source>layers are not equalized (IncludeCLE is false)</source>
        <translation>未做层均衡化（IncludeCLE 为 false）</translation>
    </message>
    <message>
        <source>list of [producer, consumer]</source>
        <translation>[producer, consumer] 列表</translation>
    </message>
    <message>
        <source>list of node names</source>
        <translation>节点名列表</translation>
    </message>
    <message>
        <source>list of numbers above 0, at most 100</source>
        <translation>数值列表，大于 0 且不超过 100</translation>
    </message>
    <message>
        <source>list of operator types</source>
        <translation>算子类型列表</translation>
    </message>
    <message>
        <source>list of operator types | null (none)</source>
        <translation>算子类型列表 | null（无）</translation>
    </message>
    <message>
        <source>list of texts</source>
        <translation>文本列表</translation>
    </message>
    <message>
        <source>no layer and no tensor has types of its own</source>
        <translation>没有层或张量使用单独的类型</translation>
    </message>
    <message>
        <source>no temporary models are written</source>
        <translation>不写出临时模型</translation>
    </message>
    <message>
        <source>nothing is to be aligned (AlignConcat and its like are off)</source>
        <translation>没有需要对齐的内容（AlignConcat 等均关闭）</translation>
    </message>
    <message>
        <source>nothing is to be simulated (ConvertAvgPoolToDPUVersion and its like are off)</source>
        <translation>没有需要仿真的内容（ConvertAvgPoolToDPUVersion 等均关闭）</translation>
    </message>
    <message>
        <source>one of All | MostCommon | Percentile</source>
        <translation>All | MostCommon | Percentile 之一</translation>
    </message>
    <message>
        <source>one of Always | Improvement | Prediction</source>
        <translation>Always | Improvement | Prediction 之一</translation>
    </message>
    <message>
        <source>one of Float32 | PowerOf2 | Int16</source>
        <translation>Float32 | PowerOf2 | Int16 之一</translation>
    </message>
    <message>
        <source>one of Int8, UInt8, Int16, UInt16</source>
        <translation>Int8、UInt8、Int16、UInt16 之一</translation>
    </message>
    <message>
        <source>one of None | VitisAI</source>
        <translation>None | VitisAI 之一</translation>
    </message>
    <message>
        <source>one of OnnxRuntime | Quark | QuarkExtended</source>
        <translation>OnnxRuntime | Quark | QuarkExtended 之一</translation>
    </message>
    <message>
        <source>one of Percentile | HistCenter | All</source>
        <translation>Percentile | HistCenter | All 之一</translation>
    </message>
    <message>
        <source>one of mae | mse</source>
        <translation>mae | mse 之一</translation>
    </message>
    <message>
        <source>only the NPU&apos;s rules know it, and PlacementRules is not Quark</source>
        <translation>仅 NPU 规则支持，而 PlacementRules 不是 Quark</translation>
    </message>
    <message>
        <source>only the extended rules know it (PlacementRules is not QuarkExtended)</source>
        <translation>仅扩展规则支持（PlacementRules 不是 QuarkExtended）</translation>
    </message>
    <message>
        <source>only the method max exists, here and in the reference</source>
        <translation>只有 max 方法，此处与参考实现均如此</translation>
    </message>
    <message>
        <source>only weights are quantized (WeightsOnly is true)</source>
        <translation>仅量化权重（WeightsOnly 为 true）</translation>
    </message>
    <message>
        <source>per-channel weights are always symmetric (PerChannel is true)</source>
        <translation>逐通道权重总是对称的（PerChannel 为 true）</translation>
    </message>
    <message>
        <source>ranges are looked for as [-M, M] (CalibTensorRangeSymmetric)</source>
        <translation>按 [-M, M] 寻找范围 (CalibTensorRangeSymmetric)</translation>
    </message>
    <message>
        <source>scales are not powers of two (ScaleType is Float32)</source>
        <translation>缩放因子不是 2 的幂（ScaleType 为 Float32）</translation>
    </message>
    <message>
        <source>scales are not powers of two (ScaleType is not PowerOf2)</source>
        <translation>缩放因子不是 2 的幂（ScaleType 不是 PowerOf2）</translation>
    </message>
    <message>
        <source>scales are powers of two (ScaleType)</source>
        <translation>缩放因子为 2 的幂 (ScaleType)</translation>
    </message>
    <message>
        <source>statistics are gathered sample by sample, nothing is kept on disk</source>
        <translation>统计量逐个样本采集，不在磁盘上保留任何内容</translation>
    </message>
    <message>
        <source>text like &quot;in:[1,3,224,224];out:[1,1000]&quot;</source>
        <translation>形如 &quot;in:[1,3,224,224];out:[1,1000]&quot; 的文本</translation>
    </message>
    <message>
        <source>the DPU is not simulated (SimulateDPU is false)</source>
        <translation>未仿真 DPU（SimulateDPU 为 false）</translation>
    </message>
    <message>
        <source>the NPU&apos;s limits are not checked (NPULimitationCheck is false)</source>
        <translation>未检查 NPU 的限制（NPULimitationCheck 为 false）</translation>
    </message>
    <message>
        <source>the NPU&apos;s rules need symmetric activations (EnableNPUCnn)</source>
        <translation>NPU 规则要求对称激活 (EnableNPUCnn)</translation>
    </message>
    <message>
        <source>the domain of Q and DQ follows from types and opset</source>
        <translation>Q 与 DQ 的域由类型和 opset 决定</translation>
    </message>
    <message>
        <source>the errors of percentiles are always computed from histograms</source>
        <translation>百分位的误差总是由直方图计算</translation>
    </message>
    <message>
        <source>the extended rules do all that it asks for (PlacementRules is QuarkExtended)</source>
        <translation>扩展规则已包含它要求的全部内容（PlacementRules 为 QuarkExtended）</translation>
    </message>
    <message>
        <source>the method is Entropy, not Entropy (or MinMSE with MinMSEModeFloatScale HistCenter or All)</source>
        <translation>方法为 Entropy，而非 Entropy（或 MinMSE 且 MinMSEModeFloatScale 为 HistCenter 或 All）</translation>
    </message>
    <message>
        <source>the method is Entropy, not LayerwisePercentile</source>
        <translation>方法为 Entropy，而非 LayerwisePercentile</translation>
    </message>
    <message>
        <source>the method is Entropy, not MinMSE</source>
        <translation>方法为 Entropy，而非 MinMSE</translation>
    </message>
    <message>
        <source>the method is Entropy, not MinMSE, and that of weights is not MinMSE either</source>
        <translation>方法为 Entropy，而非 MinMSE，权重的方法也不是 MinMSE</translation>
    </message>
    <message>
        <source>the method is Entropy, not MinMax or NonOverflow</source>
        <translation>方法为 Entropy，而非 MinMax 或 NonOverflow</translation>
    </message>
    <message>
        <source>the method is Entropy, not Percentile</source>
        <translation>方法为 Entropy，而非 Percentile</translation>
    </message>
    <message>
        <source>the method is LayerwisePercentile, not Entropy</source>
        <translation>方法为 LayerwisePercentile，而非 Entropy</translation>
    </message>
    <message>
        <source>the method is LayerwisePercentile, not Entropy (or MinMSE with MinMSEModeFloatScale HistCenter or All)</source>
        <translation>方法为 LayerwisePercentile，而非 Entropy（或 MinMSE 且 MinMSEModeFloatScale 为 HistCenter 或 All）</translation>
    </message>
    <message>
        <source>the method is LayerwisePercentile, not MinMSE</source>
        <translation>方法为 LayerwisePercentile，而非 MinMSE</translation>
    </message>
    <message>
        <source>the method is LayerwisePercentile, not MinMSE, and that of weights is not MinMSE either</source>
        <translation>方法为 LayerwisePercentile，而非 MinMSE，权重的方法也不是 MinMSE</translation>
    </message>
    <message>
        <source>the method is LayerwisePercentile, not MinMax or NonOverflow</source>
        <translation>方法为 LayerwisePercentile，而非 MinMax 或 NonOverflow</translation>
    </message>
    <message>
        <source>the method is LayerwisePercentile, not Percentile</source>
        <translation>方法为 LayerwisePercentile，而非 Percentile</translation>
    </message>
    <message>
        <source>the method is MinMSE, not Entropy</source>
        <translation>方法为 MinMSE，而非 Entropy</translation>
    </message>
    <message>
        <source>the method is MinMSE, not Entropy (or MinMSE with MinMSEModeFloatScale HistCenter or All)</source>
        <translation>方法为 MinMSE，而非 Entropy（或 MinMSE 且 MinMSEModeFloatScale 为 HistCenter 或 All）</translation>
    </message>
    <message>
        <source>the method is MinMSE, not LayerwisePercentile</source>
        <translation>方法为 MinMSE，而非 LayerwisePercentile</translation>
    </message>
    <message>
        <source>the method is MinMSE, not MinMSE, and that of weights is not MinMSE either</source>
        <translation>方法为 MinMSE，而非 MinMSE，权重的方法也不是 MinMSE</translation>
    </message>
    <message>
        <source>the method is MinMSE, not MinMax or NonOverflow</source>
        <translation>方法为 MinMSE，而非 MinMax 或 NonOverflow</translation>
    </message>
    <message>
        <source>the method is MinMSE, not Percentile</source>
        <translation>方法为 MinMSE，而非 Percentile</translation>
    </message>
    <message>
        <source>the method is MinMax, not Entropy</source>
        <translation>方法为 MinMax，而非 Entropy</translation>
    </message>
    <message>
        <source>the method is MinMax, not Entropy (or MinMSE with MinMSEModeFloatScale HistCenter or All)</source>
        <translation>方法为 MinMax，而非 Entropy（或 MinMSE 且 MinMSEModeFloatScale 为 HistCenter 或 All）</translation>
    </message>
    <message>
        <source>the method is MinMax, not LayerwisePercentile</source>
        <translation>方法为 MinMax，而非 LayerwisePercentile</translation>
    </message>
    <message>
        <source>the method is MinMax, not MinMSE</source>
        <translation>方法为 MinMax，而非 MinMSE</translation>
    </message>
    <message>
        <source>the method is MinMax, not MinMSE, and that of weights is not MinMSE either</source>
        <translation>方法为 MinMax，而非 MinMSE，权重的方法也不是 MinMSE</translation>
    </message>
    <message>
        <source>the method is MinMax, not Percentile</source>
        <translation>方法为 MinMax，而非 Percentile</translation>
    </message>
    <message>
        <source>the method is NonOverflow, not Entropy</source>
        <translation>方法为 NonOverflow，而非 Entropy</translation>
    </message>
    <message>
        <source>the method is NonOverflow, not Entropy (or MinMSE with MinMSEModeFloatScale HistCenter or All)</source>
        <translation>方法为 NonOverflow，而非 Entropy（或 MinMSE 且 MinMSEModeFloatScale 为 HistCenter 或 All）</translation>
    </message>
    <message>
        <source>the method is NonOverflow, not LayerwisePercentile</source>
        <translation>方法为 NonOverflow，而非 LayerwisePercentile</translation>
    </message>
    <message>
        <source>the method is NonOverflow, not MinMSE</source>
        <translation>方法为 NonOverflow，而非 MinMSE</translation>
    </message>
    <message>
        <source>the method is NonOverflow, not MinMSE, and that of weights is not MinMSE either</source>
        <translation>方法为 NonOverflow，而非 MinMSE，权重的方法也不是 MinMSE</translation>
    </message>
    <message>
        <source>the method is NonOverflow, not Percentile</source>
        <translation>方法为 NonOverflow，而非 Percentile</translation>
    </message>
    <message>
        <source>the method is Percentile, not Entropy</source>
        <translation>方法为 Percentile，而非 Entropy</translation>
    </message>
    <message>
        <source>the method is Percentile, not Entropy (or MinMSE with MinMSEModeFloatScale HistCenter or All)</source>
        <translation>方法为 Percentile，而非 Entropy（或 MinMSE 且 MinMSEModeFloatScale 为 HistCenter 或 All）</translation>
    </message>
    <message>
        <source>the method is Percentile, not LayerwisePercentile</source>
        <translation>方法为 Percentile，而非 LayerwisePercentile</translation>
    </message>
    <message>
        <source>the method is Percentile, not MinMSE</source>
        <translation>方法为 Percentile，而非 MinMSE</translation>
    </message>
    <message>
        <source>the method is Percentile, not MinMSE, and that of weights is not MinMSE either</source>
        <translation>方法为 Percentile，而非 MinMSE，权重的方法也不是 MinMSE</translation>
    </message>
    <message>
        <source>the method is Percentile, not MinMax or NonOverflow</source>
        <translation>方法为 Percentile，而非 MinMax 或 NonOverflow</translation>
    </message>
    <message>
        <source>the model is not prepared (SkipPreprocess is true)</source>
        <translation>未准备模型（SkipPreprocess 为 true）</translation>
    </message>
    <message>
        <source>the number of steps is fixed (CLESteps is not -1)</source>
        <translation>步数固定（CLESteps 不是 -1）</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>true | false | null (as OptimizeModel)</source>
        <translation>true | false | null（同 OptimizeModel）</translation>
    </message>
    <message>
        <source>true | false | null (false for MinMax and Entropy, otherwise true)</source>
        <translation>true | false | null（MinMax 与 Entropy 为 false，否则为 true）</translation>
    </message>
    <message>
        <source>true | false | null (false for the NPU, otherwise true)</source>
        <translation>true | false | null（NPU 为 false，否则为 true）</translation>
    </message>
    <message>
        <source>true | false | null (true for signed types)</source>
        <translation>true | false | null（有符号类型为 true）</translation>
    </message>
    <message>
        <source>true | false | null (true for the NPU and in the extended flow)</source>
        <translation>true | false | null（NPU 和扩展流程为 true）</translation>
    </message>
    <message>
        <source>true | false | null (true for the NPU only)</source>
        <translation>true | false | null（仅 NPU 为 true）</translation>
    </message>
    <message>
        <source>true | false | null (true with EnableNPUTransformer or UseDynamicQuant)</source>
        <translation>true | false | null（EnableNPUTransformer 或 UseDynamicQuant 时为 true）</translation>
    </message>
    <message>
        <source>true, false or null</source>
        <translation>true、false 或 null</translation>
    </message>
    <message>
        <source>uint16 asymmetric activations, int16 symmetric weights, MinMax; extended QDQ</source>
        <translation>激活 uint16 非对称，权重 int16 对称，MinMax；扩展 QDQ</translation>
    </message>
    <message>
        <source>uint16 asymmetric activations, int16 symmetric weights, mean of the samples&apos; ranges; Gemm and MatMul only, extended QDQ</source>
        <translation>激活 uint16 非对称，权重 int16 对称，各样本范围的均值；仅 Gemm 和 MatMul，扩展 QDQ</translation>
    </message>
    <message>
        <source>uint16 asymmetric activations, int8 symmetric weights, Percentile 99.999; extended QDQ</source>
        <translation>激活 uint16 非对称，权重 int8 对称，Percentile 99.999；扩展 QDQ</translation>
    </message>
    <message>
        <source>uint8 activations and weights, both asymmetric, Percentile 99.999</source>
        <translation>激活和权重 uint8，均为非对称，Percentile 99.999</translation>
    </message>
    <message>
        <source>uint8 activations, int8 weights, both symmetric, power-of-two scales by least squared error; NPU rules</source>
        <translation>激活 uint8，权重 int8，均为对称，按最小平方误差取 2 的幂缩放因子；NPU 规则</translation>
    </message>
    <message>
        <source>uint8 asymmetric activations, int8 symmetric weights, MinMax</source>
        <translation>激活 uint8 非对称，权重 int8 对称，MinMax</translation>
    </message>
    <message>
        <source>uint8 asymmetric activations, int8 symmetric weights, MinMax, ONNX Runtime&apos;s own placement</source>
        <translation>激活 uint8 非对称，权重 int8 对称，MinMax，ONNX Runtime 的插入规则</translation>
    </message>
    <message>
        <source>uint8 asymmetric activations, int8 symmetric weights, Percentile 99.999</source>
        <translation>激活 uint8 非对称，权重 int8 对称，Percentile 99.999</translation>
    </message>
    <message>
        <source>uint8 asymmetric activations, int8 symmetric weights, mean of the samples&apos; ranges; Gemm and MatMul only</source>
        <translation>激活 uint8 非对称，权重 int8 对称，各样本范围的均值；仅 Gemm 和 MatMul</translation>
    </message>
    <message>
        <source>uint8 weights; activations become uint8 while the model runs, no calibration</source>
        <translation>权重 uint8；激活在模型运行时变为 uint8，无需校准</translation>
    </message>
    <message>
        <source>warnings are told unless --quiet is given</source>
        <translation>除非给出 --quiet，否则会报告警告</translation>
    </message>
    <message>
        <source>weights have one scale each (PerChannel is false)</source>
        <translation>每个权重只有一个缩放因子（PerChannel 为 false）</translation>
    </message>
    <message>
        <source>whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>whole number, 0 to 1000000000</source>
        <translation>整数，0 至 1000000000</translation>
    </message>
    <message>
        <source>whole number, 0 to 65536 | null (2048; Entropy: twice NumQuantizedBins)</source>
        <translation>整数，0 至 65536 | null（2048；Entropy：NumQuantizedBins 的两倍）</translation>
    </message>
    <message>
        <source>whole number, 1 to 1000</source>
        <translation>整数，1 至 1000</translation>
    </message>
    <message>
        <source>whole number, 2 to 4096</source>
        <translation>整数，2 至 4096</translation>
    </message>
    <message>
        <source>{input: [lowest, highest]}</source>
        <translation>{输入: [最小值, 最大值]}</translation>
    </message>
    <message>
        <source>{input: [sizes]}</source>
        <translation>{输入: [尺寸]}</translation>
    </message>
    <message>
        <source>{operator type: axis}</source>
        <translation>{算子类型: 轴}</translation>
    </message>
    <message>
        <source>{tensor: [{key: value}]}</source>
        <translation>{张量: [{键: 值}]}</translation>
    </message>
    <message>
        <source>{type: [tensors]}</source>
        <translation>{类型: [张量]}</translation>
    </message>
    <message>
        <source>only weights are quantized (WeightsOnly is true), by WeightCalibrateMethod</source>
        <translation>仅量化权重（WeightsOnly 为 true），按 WeightCalibrateMethod</translation>
    </message>
</context>
<context>
    <name>quantiscope::ErrorStrip</name>
    <message>
        <source>Error along the graph</source>
        <translation>沿计算图的误差</translation>
    </message>
    <message>
        <source>SQNR, dB</source>
        <translation>SQNR，dB</translation>
    </message>
    <message>
        <source>No layer errors yet.</source>
        <translation>尚无逐层误差。</translation>
    </message>
    <message>
        <source>own</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>accumulated</source>
        <translation>累积</translation>
    </message>
    <message>
        <source>%1
own: %2 dB
accumulated: %3 dB</source>
        <translation>%1
自身：%2 dB
累积：%3 dB</translation>
    </message>
    <message>
        <source>Decibels are logarithmic already</source>
        <translation>分贝本身已是对数</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>own SQNR (dB)</source>
        <translation>自身 SQNR (dB)</translation>
    </message>
    <message>
        <source>accumulated SQNR (dB)</source>
        <translation>累积 SQNR (dB)</translation>
    </message>
</context>
<context>
    <name>quantiscope::ErrorStripBox</name>
    <message>
        <source>SQNR along the graph, dB</source>
        <translation>沿计算图的 SQNR，dB</translation>
    </message>
</context>
<context>
    <name>quantiscope::FedTensorPanel</name>
    <message>
        <source>Fed tensor</source>
        <translation>送入的张量</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Histogram of the fed values</source>
        <translation>送入数值的直方图</translation>
    </message>
    <message>
        <source>No samples have been looked at yet.</source>
        <translation>尚未检查任何样本。</translation>
    </message>
    <message>
        <source>Fed by these steps</source>
        <translation>经上述步骤送入</translation>
    </message>
    <message>
        <source>Model expects</source>
        <translation>模型期望</translation>
    </message>
    <message>
        <source>Fed and expected</source>
        <translation>送入与期望</translation>
    </message>
    <message numerus="yes">
        <source>all %n sample(s)</source>
        <translation>
            <numerusform>全部 %n 个样本</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing can be fed: see the guidelines.</source>
        <translation>无法送入任何数据：请查看数据准则。</translation>
    </message>
    <message>
        <source>value fed to “%1”, no unit</source>
        <translation>送入“%1”的数值，无单位</translation>
    </message>
    <message>
        <source>share, %</source>
        <translation>占比，%</translation>
    </message>
    <message>
        <source>%1 and others</source>
        <translation>%1 等</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>about 0 … 1 likely</source>
        <translation>可能约为 0 … 1</translation>
    </message>
    <message>
        <source>0 … 255 likely</source>
        <translation>可能为 0 … 255</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>%1 … %2</source>
        <translation>%1 … %2</translation>
    </message>
    <message>
        <source>Mean · std</source>
        <translation>均值 · 标准差</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>As the model expects</source>
        <translation>符合模型期望</translation>
    </message>
    <message>
        <source>Not as the model expects</source>
        <translation>不符合模型期望</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1 does not fit</source>
        <translation>%1 不符</translation>
    </message>
    <message>
        <source>%1 % at %2, cut</source>
        <translation>%2 处为 %1%，已截断</translation>
    </message>
    <message>
        <source>any</source>
        <translation>任意</translation>
    </message>
    <message>
        <source>%1 % in %2 … %3, cut</source>
        <translation>%2 … %3 占 %1%，已截断</translation>
    </message>
    <message>
        <source>the model does not tell</source>
        <translation>模型未表明</translation>
    </message>
    <message>
        <source>about %1 · %2</source>
        <translation>约 %1 · %2</translation>
    </message>
    <message>
        <source>Show this input</source>
        <translation>显示该输入</translation>
    </message>
    <message>
        <source>value %1</source>
        <translation>值 %1</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
</context>
<context>
    <name>quantiscope::FindingWords</name>
    <message>
        <source>Check scale, mean and std against the code that trained the model.</source>
        <translation>请对照训练该模型的代码，检查缩放、均值和标准差。</translation>
    </message>
    <message>
        <source>Random numbers</source>
        <translation>随机数</translation>
    </message>
    <message>
        <source>Good for a trial only.</source>
        <translation>仅适合试用。</translation>
    </message>
    <message>
        <source>Use real data before the result is used.</source>
        <translation>正式使用结果前，请换用真实数据。</translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s), 100 to 1000 advised</source>
        <translation>
            <numerusform>%n 个样本，建议 100 至 1000 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Ranges may still move with more samples.</source>
        <translation>增加样本后，范围仍可能变化。</translation>
    </message>
    <message numerus="yes">
        <source>%n unreadable</source>
        <translation>
            <numerusform>%n 个无法读取</numerusform>
        </translation>
    </message>
    <message>
        <source>They cannot be read or do not fit the input.</source>
        <translation>无法读取，或与输入不符。</translation>
    </message>
    <message>
        <source>Replace them or leave them out.</source>
        <translation>请替换或排除。</translation>
    </message>
    <message numerus="yes">
        <source>%n duplicate(s)</source>
        <translation>
            <numerusform>%n 个重复</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The same content in %n group(s).</source>
        <translation>
            <numerusform>内容相同，共 %n 组。</numerusform>
        </translation>
    </message>
    <message>
        <source>Keep one of each group.</source>
        <translation>每组保留一个。</translation>
    </message>
    <message numerus="yes">
        <source>%n near-duplicate(s)</source>
        <translation>
            <numerusform>%n 个近似重复</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Difference hash: at most 4 of 64 bits differ, in %n group(s).</source>
        <translation>
            <numerusform>差值哈希：64 位中最多相差 4 位，共 %n 组。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n frame(s) in sequence</source>
        <translation>
            <numerusform>%n 个连续帧</numerusform>
        </translation>
    </message>
    <message>
        <source>Neighbours look alike, as in a film; the longest run has %1.</source>
        <translation>相邻样本彼此相似，如同视频；最长的一段有 %1 个。</translation>
    </message>
    <message>
        <source>Keep one of each run.</source>
        <translation>每段保留一个。</translation>
    </message>
    <message numerus="yes">
        <source>%n blurred</source>
        <translation>
            <numerusform>%n 个模糊</numerusform>
        </translation>
    </message>
    <message>
        <source>Laplacian variance below %1, median %2.</source>
        <translation>拉普拉斯方差低于 %1，中位数为 %2。</translation>
    </message>
    <message>
        <source>Leave them out.</source>
        <translation>请排除。</translation>
    </message>
    <message>
        <source>Soft throughout</source>
        <translation>整体偏软</translation>
    </message>
    <message>
        <source>Median Laplacian variance %1.</source>
        <translation>拉普拉斯方差的中位数为 %1。</translation>
    </message>
    <message>
        <source>Check that they were not enlarged or compressed more than in production.</source>
        <translation>请检查放大或压缩程度是否超过实际使用的情况。</translation>
    </message>
    <message numerus="yes">
        <source>%n blank</source>
        <translation>
            <numerusform>%n 个空白</numerusform>
        </translation>
    </message>
    <message>
        <source>One value everywhere.</source>
        <translation>全部为同一个值。</translation>
    </message>
    <message numerus="yes">
        <source>%n with NaN or infinity</source>
        <translation>
            <numerusform>%n 个含 NaN 或无穷大</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 elements are not finite.</source>
        <translation>%1 个元素不是有限值。</translation>
    </message>
    <message>
        <source>Repair these samples or leave them out.</source>
        <translation>请修复或排除这些样本。</translation>
    </message>
    <message numerus="yes">
        <source>%n outlier(s)</source>
        <translation>
            <numerusform>%n 个离群</numerusform>
        </translation>
    </message>
    <message>
        <source>Values up to %1; the median sample reaches %2.</source>
        <translation>最大值达 %1；样本的中位数为 %2。</translation>
    </message>
    <message>
        <source>Leave out what production never sees: it stretches every range.</source>
        <translation>请排除实际使用中不会出现的样本：它会拉宽所有范围。</translation>
    </message>
    <message>
        <source>Classes are unbalanced</source>
        <translation>类别不均衡</translation>
    </message>
    <message>
        <source>Take about as many samples of each class.</source>
        <translation>每个类别请取数量相近的样本。</translation>
    </message>
    <message numerus="yes">
        <source>%n without a label</source>
        <translation>
            <numerusform>%n 个没有标签</numerusform>
        </translation>
    </message>
    <message>
        <source>They count for no accuracy.</source>
        <translation>不计入准确率。</translation>
    </message>
    <message>
        <source>Add lines for them to the labels.</source>
        <translation>请在标签文件中补上对应的行。</translation>
    </message>
    <message numerus="yes">
        <source>%n grey picture(s)</source>
        <translation>
            <numerusform>%n 张灰度图像</numerusform>
        </translation>
    </message>
    <message>
        <source>The model takes three channels.</source>
        <translation>模型需要三个通道。</translation>
    </message>
    <message>
        <source>Very different proportions</source>
        <translation>宽高比差异很大</translation>
    </message>
    <message>
        <source>Width / height from %1 to %2.</source>
        <translation>宽高比为 %1 至 %2。</translation>
    </message>
    <message>
        <source>Resize with letterbox or crop, so that nothing is distorted.</source>
        <translation>请用等比填充或裁剪来调整大小，避免变形。</translation>
    </message>
    <message numerus="yes">
        <source>%n much enlarged</source>
        <translation>
            <numerusform>%n 个被大幅放大</numerusform>
        </translation>
    </message>
    <message>
        <source>Use pictures of production&apos;s size.</source>
        <translation>请使用与实际使用相同尺寸的图像。</translation>
    </message>
    <message>
        <source>0 to 255 fed, 0 to 1 likely expected</source>
        <translation>送入 0 至 255，期望的可能是 0 至 1</translation>
    </message>
    <message>
        <source>Values up to %1 are fed to %2.</source>
        <translation>送入 %2 的值最大达 %1。</translation>
    </message>
    <message>
        <source>0 to 1 fed, 0 to 255 likely expected</source>
        <translation>送入 0 至 1，期望的可能是 0 至 255</translation>
    </message>
    <message>
        <source>Channels last, first is usual</source>
        <translation>通道在后，通常应在前</translation>
    </message>
    <message>
        <source>The arrays for %1 look like [N, H, W, C].</source>
        <translation>%1 的数组看似为 [N, H, W, C]。</translation>
    </message>
    <message>
        <source>Check the order of the axes.</source>
        <translation>请检查各轴的顺序。</translation>
    </message>
    <message>
        <source>Layout not stated</source>
        <translation>未指明布局</translation>
    </message>
    <message>
        <source>%1 leaves open whether channels come first.</source>
        <translation>%1 未说明通道是否在前。</translation>
    </message>
    <message>
        <source>State it in the step Layout.</source>
        <translation>请在“布局”步骤中指明。</translation>
    </message>
    <message>
        <source>Add samples that differ as those of production do.</source>
        <translation>添加如实际使用中那样各不相同的样本。</translation>
    </message>
    <message>
        <source>%1 samples of class %2, %3 of class %4.</source>
        <translation>类别 %2 有 %1 个样本，类别 %4 有 %3 个。</translation>
    </message>
    <message>
        <source>Right where production&apos;s pictures are grey, too.</source>
        <translation>若实际使用的图片也是灰度图，则无妨。</translation>
    </message>
    <message>
        <source>Both sides are below %1 pixels.</source>
        <translation>两边均不足 %1 像素。</translation>
    </message>
    <message>
        <source>Values unlike those of the training</source>
        <translation>数值与训练时不同</translation>
    </message>
    <message>
        <source>%1 is fed a standard deviation of %2; its first layers were trained with about %3.</source>
        <translation>%1 的输入标准差为 %2；其首层训练时约为 %3。</translation>
    </message>
    <message>
        <source>%1 is fed a mean of %2; its first layers were trained with about %3.</source>
        <translation>%1 的输入均值为 %2；其首层训练时约为 %3。</translation>
    </message>
    <message>
        <source>Pictures fed as %1 to %2</source>
        <translation>图片输入范围为 %1 到 %2</translation>
    </message>
    <message>
        <source>Hardly any model was trained on such values.</source>
        <translation>几乎没有模型用这样的数值训练。</translation>
    </message>
    <message>
        <source>Range not judged</source>
        <translation>未判断范围</translation>
    </message>
    <message>
        <source>Nothing in the model tells which range %1 expects.</source>
        <translation>模型中没有信息表明 %1 期望的范围。</translation>
    </message>
    <message>
        <source>Pictures keep different sizes</source>
        <translation>图片保持各自的尺寸</translation>
    </message>
    <message>
        <source>%1 leaves its size open; many models fail on sizes that 32 does not divide.</source>
        <translation>%1 未限定尺寸；许多模型无法处理不能被 32 整除的尺寸。</translation>
    </message>
    <message>
        <source>Set height and width in the step Resize.</source>
        <translation>请在“调整大小”步骤中设定高和宽。</translation>
    </message>
    <message>
        <source>One file of a folder</source>
        <translation>文件夹中的一个文件</translation>
    </message>
    <message numerus="yes">
        <source>The file holds one sample; %n such file(s) lie in its folder.</source>
        <translation>
            <numerusform>该文件只含一个样本；其文件夹中有 %n 个这样的文件。</numerusform>
        </translation>
    </message>
    <message>
        <source>Use the folder to take them all.</source>
        <translation>使用该文件夹即可全部采用。</translation>
    </message>
    <message>
        <source>An input that never changes</source>
        <translation>从不变化的输入</translation>
    </message>
    <message>
        <source>Nothing but %1 is fed to %2: no range of what follows from it can be told.</source>
        <translation>送入 %2 的始终是 %1：由它得出的各张量无法确定范围。</translation>
    </message>
    <message>
        <source>Feed what production feeds; for a state, what the model gave for the sample before.</source>
        <translation>请送入实际使用时的数据；若为状态，则送入模型对上一样本给出的值。</translation>
    </message>
</context>
<context>
    <name>quantiscope::FindingsList</name>
    <message>
        <source>Findings</source>
        <translation>检查结果</translation>
    </message>
    <message>
        <source>No model is open.</source>
        <translation>未打开模型。</translation>
    </message>
    <message>
        <source>Stays float: %1</source>
        <translation>保持浮点：%1</translation>
    </message>
    <message>
        <source>Nothing stands out: the recipe quantizes all that it is asked to.</source>
        <translation>没有异常：配方要求量化的部分均已量化。</translation>
    </message>
</context>
<context>
    <name>quantiscope::GatesEditor</name>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Gates</source>
        <translation>门限</translation>
    </message>
    <message>
        <source>No gates: every result passes. A gate is a bound that the result has to keep, on evaluation data where there are some, otherwise on calibration data.</source>
        <translation>未设门限：所有结果均通过。门限是结果必须满足的界限；有评估数据时按评估数据衡量，否则按校准数据衡量。</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>worst sample</source>
        <translation>最差样本</translation>
    </message>
    <message>
        <source>Mean or worst sample</source>
        <translation>均值或最差样本</translation>
    </message>
    <message>
        <source>At least or at most</source>
        <translation>不低于或不高于</translation>
    </message>
    <message>
        <source>Bound</source>
        <translation>界限</translation>
    </message>
    <message>
        <source>Add gate</source>
        <translation>添加门限</translation>
    </message>
    <message>
        <source>every output</source>
        <translation>每个输出</translation>
    </message>
    <message>
        <source>Add gate: %1</source>
        <translation>添加门限：%1</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n gate(s)</source>
        <translation>
            <numerusform>删除 %n 条门限</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quantiscope::GraphExportDialog</name>
    <message>
        <source>Export picture</source>
        <translation>导出图片</translation>
    </message>
    <message>
        <source>Whole graph</source>
        <translation>整个计算图</translation>
    </message>
    <message>
        <source>What is in sight</source>
        <translation>当前可见部分</translation>
    </message>
    <message>
        <source>PNG (pixels)</source>
        <translation>PNG（像素）</translation>
    </message>
    <message>
        <source>SVG (lines and texts)</source>
        <translation>SVG（线条与文字）</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>&amp;Part</source>
        <translation>范围(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Format</source>
        <translation>格式(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Scale</source>
        <translation>比例(&amp;S)</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>Drawn at any size without loss</source>
        <translation>可无损缩放至任意大小</translation>
    </message>
    <message>
        <source>%1 × %2 pixels</source>
        <translation>%1 × %2 像素</translation>
    </message>
    <message>
        <source>%1, at %2 %: larger pictures are not written. SVG has no such limit.</source>
        <translation>%1，比例 %2%：不写入更大的图片。SVG 无此限制。</translation>
    </message>
    <message>
        <source>PNG (*.png)</source>
        <translation>PNG (*.png)</translation>
    </message>
    <message>
        <source>SVG (*.svg)</source>
        <translation>SVG (*.svg)</translation>
    </message>
</context>
<context>
    <name>quantiscope::GraphFindField</name>
    <message>
        <source>Find in graph</source>
        <translation>在计算图中查找</translation>
    </message>
    <message>
        <source>Words in names, operators and values; also op:Conv, attr:kernel_shape=[3,3], shape:1x64x*, and -op:Conv for what shall not be</source>
        <translation>名称、算子和数值中的词；也可用 op:Conv、attr:kernel_shape=[3,3]、shape:1x64x*，以及用 -op:Conv 排除</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>正则表达式</translation>
    </message>
    <message>
        <source>Regular expression (Alt+R)</source>
        <translation>正则表达式 (Alt+R)</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无结果</translation>
    </message>
    <message numerus="yes">
        <source>%n found</source>
        <translation>
            <numerusform>找到 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>quantiscope::GraphHitList</name>
    <message>
        <source>What the search found</source>
        <translation>搜索结果</translation>
    </message>
</context>
<context>
    <name>quantiscope::GraphLegend</name>
    <message>
        <source>Colours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>kind of nodes · how many</comment>
        <translation>%1 · %2</translation>
    </message>
</context>
<context>
    <name>quantiscope::GraphMinimap</name>
    <message>
        <source>Overview of the graph</source>
        <translation>计算图概览</translation>
    </message>
    <message>
        <source>Drag to look elsewhere</source>
        <translation>拖动以查看其他位置</translation>
    </message>
</context>
<context>
    <name>quantiscope::GraphPainter</name>
    <message>
        <source>START</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>END</source>
        <translation>终点</translation>
    </message>
</context>
<context>
    <name>quantiscope::GraphPane</name>
    <message>
        <source>The graph is being laid out…</source>
        <translation>正在为计算图布局…</translation>
    </message>
    <message>
        <source>The graph cannot be drawn. %1</source>
        <translation>无法绘制计算图。%1</translation>
    </message>
    <message>
        <source>Open the &amp;bodies of a control-flow node</source>
        <translation>打开控制流节点的子图(&amp;B)</translation>
    </message>
    <message>
        <source>The selected node has no body: select an If, Loop or Scan</source>
        <translation>所选节点没有子图：请选择 If、Loop 或 Scan 节点</translation>
    </message>
    <message numerus="yes">
        <source>%n block(s)</source>
        <translation>
            <numerusform>%n 个分块</numerusform>
        </translation>
    </message>
    <message>
        <source>Second graph</source>
        <translation>第二计算图</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>着色</translation>
    </message>
    <message>
        <source>Colour nodes by</source>
        <translation>节点着色依据</translation>
    </message>
    <message>
        <source>What the colours of nodes mean</source>
        <translation>节点颜色的含义</translation>
    </message>
    <message>
        <source>The graph is being laid out</source>
        <translation>正在排布计算图</translation>
    </message>
    <message>
        <source>The graph of the model will be here once one is open.</source>
        <translation>打开模型后，此处显示其计算图。</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Data type</source>
        <translation>数据类型</translation>
    </message>
    <message>
        <source>Parameter bytes</source>
        <translation>参数字节数</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>计算图</translation>
    </message>
    <message>
        <source>Graph: &amp;back</source>
        <translation>计算图：后退(&amp;B)</translation>
    </message>
    <message>
        <source>Graph: &amp;forward</source>
        <translation>计算图：前进(&amp;F)</translation>
    </message>
    <message>
        <source>To the block &amp;around</source>
        <translation>转到外层分块(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Open or close block</source>
        <translation>展开或折叠分块(&amp;O)</translation>
    </message>
    <message>
        <source>Show &amp;only this block</source>
        <translation>仅显示此分块(&amp;O)</translation>
    </message>
    <message>
        <source>Open a&amp;ll blocks</source>
        <translation>展开所有分块(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Close all blocks</source>
        <translation>折叠所有分块(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Find in graph</source>
        <translation>在计算图中查找(&amp;F)</translation>
    </message>
    <message>
        <source>Find by &amp;regular expression</source>
        <translation>按正则表达式查找(&amp;R)</translation>
    </message>
    <message>
        <source>Find &amp;next</source>
        <translation>查找下一个(&amp;N)</translation>
    </message>
    <message>
        <source>Find &amp;previous</source>
        <translation>查找上一个(&amp;P)</translation>
    </message>
    <message>
        <source>Select &amp;all nodes</source>
        <translation>选中所有节点(&amp;A)</translation>
    </message>
    <message>
        <source>Fit &amp;graph</source>
        <translation>适应全图(&amp;G)</translation>
    </message>
    <message>
        <source>Frame &amp;selection</source>
        <translation>缩放到选中项(&amp;S)</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>放大(&amp;I)</translation>
    </message>
    <message>
        <source>Zoom o&amp;ut</source>
        <translation>缩小(&amp;U)</translation>
    </message>
    <message>
        <source>Zoom to &amp;100 %</source>
        <translation>缩放到 100%(&amp;1)</translation>
    </message>
    <message>
        <source>Change the &amp;direction of the graph</source>
        <translation>更改计算图方向(&amp;D)</translation>
    </message>
    <message>
        <source>Select by &amp;clicking</source>
        <translation>单击选择(&amp;C)</translation>
    </message>
    <message>
        <source>Select by a rubber &amp;band</source>
        <translation>框选(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Overview</source>
        <translation>概览(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Export picture…</source>
        <translation>导出图片(&amp;E)…</translation>
    </message>
    <message>
        <source>No model is open</source>
        <translation>未打开模型</translation>
    </message>
    <message>
        <source>Nothing was shown before</source>
        <translation>之前没有显示过其他内容</translation>
    </message>
    <message>
        <source>Nothing was left by going back</source>
        <translation>没有可前进的位置</translation>
    </message>
    <message>
        <source>No block is open</source>
        <translation>没有展开的分块</translation>
    </message>
    <message>
        <source>The graph has no blocks</source>
        <translation>计算图没有分块</translation>
    </message>
    <message>
        <source>The picture was saved as %1, at %2 % instead of %3 %, since it would be too large.</source>
        <translation>图片已保存为 %1；由于过大，比例由 %3% 改为 %2%。</translation>
    </message>
    <message>
        <source>The picture was saved as %1.</source>
        <translation>图片已保存为 %1。</translation>
    </message>
    <message>
        <source>Fold &amp;quantizers into edges</source>
        <translation>将量化节点折叠到边上(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Unfold or fold the quantizers of the selection</source>
        <translation>展开或折叠所选内容的量化节点(&amp;U)</translation>
    </message>
    <message>
        <source>The graph has no QuantizeLinear and no DequantizeLinear</source>
        <translation>计算图中没有 QuantizeLinear 和 DequantizeLinear</translation>
    </message>
    <message>
        <source>Nothing that is selected is quantized here</source>
        <translation>所选内容在此处没有量化节点</translation>
    </message>
</context>
<context>
    <name>quantiscope::GraphSearch</name>
    <message>
        <source>The expression is wrong at character %1: %2</source>
        <translation>表达式在第 %1 个字符处有误：%2</translation>
    </message>
    <message>
        <source>A quotation mark is not closed</source>
        <translation>引号未闭合</translation>
    </message>
    <message>
        <source>After op: an operator is missing, as in op:Conv</source>
        <translation>op: 之后缺少算子，例如 op:Conv</translation>
    </message>
    <message>
        <source>After attr: an attribute is missing, as in attr:group=1</source>
        <translation>attr: 之后缺少属性，例如 attr:group=1</translation>
    </message>
    <message>
        <source>After shape: extents are missing, as in shape:1x64x*</source>
        <translation>shape: 之后缺少维度，例如 shape:1x64x*</translation>
    </message>
    <message>
        <source>Before = an attribute is missing, as in attr:group=1</source>
        <translation>= 之前缺少属性，例如 attr:group=1</translation>
    </message>
    <message>
        <source>An extent is missing in shape:%1; * stands for any</source>
        <translation>shape:%1 中缺少一个维度；* 表示任意值</translation>
    </message>
</context>
<context>
    <name>quantiscope::GraphTexts</name>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>same structure as %1</source>
        <translation>与 %1 结构相同</translation>
    </message>
</context>
<context>
    <name>quantiscope::GraphView</name>
    <message>
        <source>Graph</source>
        <translation>计算图</translation>
    </message>
    <message numerus="yes">
        <source>Read by %n node(s); click to list them</source>
        <translation>
            <numerusform>被 %n 个节点读取；单击列出</numerusform>
        </translation>
    </message>
    <message>
        <source>Here the precision changes</source>
        <translation>精度在此处改变</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Input %1</source>
        <translation>输入 %1</translation>
    </message>
    <message>
        <source>Output %1</source>
        <translation>输出 %1</translation>
    </message>
    <message numerus="yes">
        <source>Closed block %1, %n node(s)</source>
        <translation>
            <numerusform>折叠的分块 %1，%n 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Open block %1, %n node(s)</source>
        <translation>
            <numerusform>展开的分块 %1，%n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>inputs %1</source>
        <translation>输入 %1</translation>
    </message>
    <message>
        <source>caught by the rule</source>
        <translation>被规则命中</translation>
    </message>
    <message numerus="yes">
        <source>Select all %n node(s) that read it</source>
        <translation>
            <numerusform>选中读取它的全部 %n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Select the value</source>
        <translation>选中该值</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>另有 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>float</source>
        <translation>浮点</translation>
    </message>
    <message numerus="yes">
        <source>Double-click to see its %n node(s)</source>
        <translation>
            <numerusform>双击可查看其 %n 个节点</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quantiscope::GuidelinesPanel</name>
    <message>
        <source>Guidelines</source>
        <translation>数据准则</translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n 条警告</numerusform>
        </translation>
    </message>
    <message>
        <source>checked in %1 s</source>
        <translation>检查耗时 %1 秒</translation>
    </message>
    <message>
        <source>No data to judge yet. Choose them on the left.</source>
        <translation>尚无可检查的数据。请在左侧选择。</translation>
    </message>
    <message>
        <source>Nothing stands against these data.</source>
        <translation>这些数据没有问题。</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>%1
%2</source>
        <translation>%1
%2</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>显示“%1”</translation>
    </message>
    <message>
        <source>+ %1</source>
        <translation>+ %1</translation>
    </message>
    <message numerus="yes">
        <source>Leave out %n</source>
        <translation>
            <numerusform>排除 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>The samples are being looked at…</source>
        <translation>正在检查样本…</translation>
    </message>
    <message>
        <source>Turn off the scale</source>
        <translation>关闭缩放</translation>
    </message>
    <message>
        <source>Scale by 1/255</source>
        <translation>按 1/255 缩放</translation>
    </message>
    <message>
        <source>This preset needs no calibration data; samples are used for comparing only.</source>
        <translation>此预设不需要校准数据；样本仅用于比较。</translation>
    </message>
    <message>
        <source>List all of these samples</source>
        <translation>列出所有这些样本</translation>
    </message>
    <message>
        <source>Use the folder</source>
        <translation>使用该文件夹</translation>
    </message>
    <message>
        <source>Resize to %1×%2</source>
        <translation>调整为 %1×%2</translation>
    </message>
    <message>
        <source>Copy this finding</source>
        <translation>复制此检查结果</translation>
    </message>
</context>
<context>
    <name>quantiscope::HistogramDesk</name>
    <message>
        <source>weight of %1</source>
        <translation>%1 的权重</translation>
    </message>
    <message>
        <source>output of %1</source>
        <translation>%1 的输出</translation>
    </message>
    <message>
        <source>Analyse</source>
        <translation>分析</translation>
    </message>
    <message>
        <source>Histograms are made of the values that analysing the run collects.</source>
        <translation>直方图由分析运行时收集的值生成。</translation>
    </message>
    <message>
        <source>There are no statistics of %1.</source>
        <translation>没有 %1 的统计量。</translation>
    </message>
    <message>
        <source>Load the values</source>
        <translation>加载数值</translation>
    </message>
    <message>
        <source>The values of this run are not in memory. They are read from the cache, or collected again where that has gone.</source>
        <translation>此运行的数值不在内存中。将从缓存读取；缓存已不存在时重新收集。</translation>
    </message>
    <message>
        <source>Select a node or a row of the layer errors to see how its values are distributed; several rows are laid over each other.</source>
        <translation>选择一个节点或层误差中的一行，查看其数值的分布；选择多行时叠加显示。</translation>
    </message>
</context>
<context>
    <name>quantiscope::HistogramView</name>
    <message>
        <source>%1 dB</source>
        <translation>%1 dB</translation>
    </message>
    <message>
        <source>&lt; %1 %</source>
        <translation>&lt; %1%</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>&amp;Revert</source>
        <translation>还原(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Keep as override</source>
        <translation>保留为覆盖项(&amp;K)</translation>
    </message>
    <message>
        <source>Histogram of the tensor&apos;s values</source>
        <translation>张量数值的直方图</translation>
    </message>
    <message>
        <source>Select a tensor to see its values.</source>
        <translation>选择一个张量以查看其数值。</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>Both lines go to where they hold so many of the values</source>
        <translation>两条线移到恰好包含这一比例数值的位置</translation>
    </message>
    <message>
        <source>&amp;Percentile</source>
        <translation>百分位(&amp;P)</translation>
    </message>
    <message>
        <source>All channels</source>
        <translation>所有通道</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>SQNR</source>
        <translation>SQNR</translation>
    </message>
    <message>
        <source>Clipped</source>
        <translation>截断比例</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>缩放因子</translation>
    </message>
    <message>
        <source>Levels used</source>
        <translation>已用量化级</translation>
    </message>
    <message>
        <source>Of these values on the levels of this scale alone. The own error in the tables has
the quantized weights and the arithmetic of the layer in it, too.</source>
        <translation>仅为这些数值在该缩放因子的量化级上的误差。表格中的
自身误差还包含该层量化权重与运算的误差。</translation>
    </message>
    <message>
        <source>Back to the range in force</source>
        <translation>恢复当前生效的范围</translation>
    </message>
    <message>
        <source>The recipe lays this range down for the tensor</source>
        <translation>配方将为该张量固定此范围</translation>
    </message>
    <message>
        <source>%1 · channel %2</source>
        <translation>%1 · 通道 %2</translation>
    </message>
    <message>
        <source>value of %1, no unit</source>
        <translation>%1 的数值，无单位</translation>
    </message>
    <message>
        <source>elements per bin</source>
        <translation>每个区间的元素数</translation>
    </message>
    <message>
        <source>≤ %1</source>
        <translation>≤ %1</translation>
    </message>
    <message>
        <source>≥ %1 of %2</source>
        <translation>≥ %1 / %2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>in force</source>
        <translation>当前生效</translation>
    </message>
    <message>
        <source>float</source>
        <translation>浮点</translation>
    </message>
    <message>
        <source>quantized</source>
        <translation>量化后</translation>
    </message>
    <message>
        <source>as dragged</source>
        <translation>拖动后</translation>
    </message>
    <message>
        <source>Export picture or numbers</source>
        <translation>导出图片或数值</translation>
    </message>
    <message>
        <source>value %1</source>
        <translation>值 %1</translation>
    </message>
    <message>
        <source>%1 elements</source>
        <translation>%1 个元素</translation>
    </message>
</context>
<context>
    <name>quantiscope::InspectorTree</name>
    <message>
        <source>Go to the node</source>
        <translation>转到该节点</translation>
    </message>
    <message>
        <source>Go to the node at its other end</source>
        <translation>转到另一端的节点</translation>
    </message>
    <message>
        <source>Show the value</source>
        <translation>显示该张量</translation>
    </message>
</context>
<context>
    <name>quantiscope::Job</name>
    <message>
        <source>cosine %1</source>
        <translation>余弦相似度 %1</translation>
    </message>
    <message>
        <source>%1 of %2 gates met</source>
        <translation>满足 %1 / %2 条门限</translation>
    </message>
    <message>
        <source>statistics reused</source>
        <translation>已复用统计量</translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s)</source>
        <translation>
            <numerusform>%n 个张量</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n 个样本</numerusform>
        </translation>
    </message>
    <message>
        <source>Read the model</source>
        <translation>读取模型</translation>
    </message>
    <message>
        <source>Prepare the graph</source>
        <translation>准备计算图</translation>
    </message>
    <message>
        <source>Collect statistics</source>
        <translation>采集统计量</translation>
    </message>
    <message>
        <source>Choose scales</source>
        <translation>确定缩放因子</translation>
    </message>
    <message>
        <source>Place Q/DQ</source>
        <translation>插入 Q/DQ</translation>
    </message>
    <message>
        <source>Check that it loads</source>
        <translation>检查能否加载</translation>
    </message>
    <message>
        <source>Write the model</source>
        <translation>写出模型</translation>
    </message>
    <message>
        <source>Compare with FP32</source>
        <translation>与 FP32 比较</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Replaced by a newer job</source>
        <translation>已被更新的任务取代</translation>
    </message>
    <message>
        <source>%1, far from FP32</source>
        <translation>%1，与 FP32 相差很大</translation>
    </message>
    <message>
        <source>Quantize %1 · %2</source>
        <comment>model, preset</comment>
        <translation>量化 %1 · %2</translation>
    </message>
    <message>
        <source>Calibrate %1 · %2</source>
        <comment>model, preset</comment>
        <translation>校准 %1 · %2</translation>
    </message>
    <message>
        <source>Evaluate %1 · %2</source>
        <comment>model, its quantized model</comment>
        <translation>评估 %1 · %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 · %n warning(s) about the data</source>
        <translation>
            <numerusform>%1 · %n 条数据警告</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n part(s) of the network</source>
        <translation>
            <numerusform>网络的 %n 个部分</numerusform>
        </translation>
    </message>
    <message>
        <source>not finished</source>
        <translation>未完成</translation>
    </message>
    <message>
        <source>Analyse %1 · %2</source>
        <comment>model, preset</comment>
        <translation>分析 %1 · %2</translation>
    </message>
    <message>
        <source>Sensitivity of %1 · %2</source>
        <comment>model, preset</comment>
        <translation>%1 的敏感度 · %2</translation>
    </message>
    <message>
        <source>Compare every tensor</source>
        <translation>比较每个张量</translation>
    </message>
    <message>
        <source>Switch parts on and off</source>
        <translation>逐部分开关量化</translation>
    </message>
    <message>
        <source>a better recipe was found</source>
        <translation>找到了更好的配方</translation>
    </message>
    <message>
        <source>no better recipe was found</source>
        <translation>没有找到更好的配方</translation>
    </message>
    <message>
        <source>Advice for %1 · %2</source>
        <comment>model, preset</comment>
        <translation>%1 的建议 · %2</translation>
    </message>
    <message>
        <source>Load the values of %1 · %2</source>
        <comment>model, preset</comment>
        <translation>加载 %1 的数值 · %2</translation>
    </message>
    <message>
        <source>Keep more and more in float</source>
        <translation>逐步保留更多浮点</translation>
    </message>
    <message>
        <source>Measure the recipe as it is</source>
        <translation>测量当前配方</translation>
    </message>
    <message>
        <source>Quantize suspects alone</source>
        <translation>单独量化可疑层</translation>
    </message>
    <message>
        <source>Try changes of the recipe</source>
        <translation>尝试更改配方</translation>
    </message>
    <message>
        <source>Treat single layers</source>
        <translation>处理单个层</translation>
    </message>
    <message>
        <source>Treat layers together</source>
        <translation>同时处理多个层</translation>
    </message>
    <message>
        <source>Measure the best on all samples</source>
        <translation>在所有样本上测量最佳配方</translation>
    </message>
    <message>
        <source>Find shares of the final error</source>
        <translation>求各张量占最终误差的份额</translation>
    </message>
    <message>
        <source>Look at the weights</source>
        <translation>检查权重</translation>
    </message>
</context>
<context>
    <name>quantiscope::JobStrip</name>
    <message>
        <source>Cancel; what is known stays</source>
        <translation>取消；已知结果保留</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>%1 · %2 / %3</source>
        <comment>stage, done, all</comment>
        <translation>%1 · %2 / %3</translation>
    </message>
</context>
<context>
    <name>quantiscope::JobsModel</name>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>duration · result</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1
%2</source>
        <comment>job title, then what became of it</comment>
        <translation>%1
%2</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <comment>job title, status: detail</comment>
        <translation>%1，%2：%3</translation>
    </message>
</context>
<context>
    <name>quantiscope::JsonView</name>
    <message>
        <source>The recipe as JSON</source>
        <translation>配方的 JSON</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>In a window of its own</source>
        <translation>在独立窗口中</translation>
    </message>
    <message>
        <source>Keeps the JSON in sight, beside options and graph</source>
        <translation>让 JSON 始终可见，与选项和计算图并列</translation>
    </message>
</context>
<context>
    <name>quantiscope::LanePlot</name>
    <message>
        <source>%1: %2, %3</source>
        <comment>run, value, sample</comment>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>%1: %2, 95 % interval %3 to %4</source>
        <translation>%1：%2，95% 区间 %3 至 %4</translation>
    </message>
    <message>
        <source>A logarithmic scale has no place for values of 0 and below</source>
        <translation>对数刻度无法显示 0 及以下的值</translation>
    </message>
</context>
<context>
    <name>quantiscope::LayerErrorModel</name>
    <message>
        <source>input of the model</source>
        <translation>模型输入</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>The error that this tensor&apos;s own quantization makes, with float values in front of it</source>
        <translation>仅由此张量自身量化引起的误差，其前的值均为浮点</translation>
    </message>
    <message>
        <source>The error of this tensor when everything in front of it is quantized, too</source>
        <translation>其前的一切也被量化时此张量的误差</translation>
    </message>
    <message>
        <source>Of the own error; mean over the samples</source>
        <translation>自身误差；各样本的平均值</translation>
    </message>
    <message>
        <source>Share of the error of the outputs that this tensor explains</source>
        <translation>此张量在输出误差中所占的份额</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Own SQNR, dB</source>
        <translation>自身 SQNR，dB</translation>
    </message>
    <message>
        <source>Accumulated, dB</source>
        <translation>累积，dB</translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation>余弦相似度</translation>
    </message>
    <message>
        <source>RMSE</source>
        <translation>RMSE</translation>
    </message>
    <message>
        <source>Max error</source>
        <translation>最大误差</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>缩放因子</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Output, %</source>
        <translation>输出，%</translation>
    </message>
    <message>
        <source>What is wrong with the weight</source>
        <translation>权重的问题</translation>
    </message>
    <message>
        <source>The own error above what rounding to 8 bits over the whole range makes: near 0 where the scale is sound, 18 where it is eight times too wide. The worst come first by it</source>
        <translation>自身误差高出在整个范围上按 8 位舍入所产生误差的部分：缩放因子合适时接近 0，宽了八倍时为 18。最差者按此排在最前</translation>
    </message>
    <message>
        <source>Smallest scale</source>
        <translation>最小缩放因子</translation>
    </message>
    <message>
        <source>Largest scale</source>
        <translation>最大缩放因子</translation>
    </message>
    <message>
        <source>Smallest value</source>
        <translation>最小值</translation>
    </message>
    <message>
        <source>Largest value</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>Excess, dB</source>
        <translation>超出，dB</translation>
    </message>
    <message>
        <source>What the accumulated SQNR loses here against the worst of the tensors in front; negative where it is better than all of them</source>
        <translation>与前面最差的张量相比，累积 SQNR 在此处的损失；优于前面所有张量时为负</translation>
    </message>
    <message>
        <source>Of the own error; of the sample where it is worst</source>
        <translation>自身误差；取最差的样本</translation>
    </message>
    <message>
        <source>Of the accumulated error; mean over the samples</source>
        <translation>累积误差；各样本的平均值</translation>
    </message>
    <message>
        <source>Of the accumulated error; of the sample where it is worst</source>
        <translation>累积误差；取最差的样本</translation>
    </message>
    <message>
        <source>Drop, dB</source>
        <translation>下降，dB</translation>
    </message>
    <message>
        <source>Worst own SQNR, dB</source>
        <translation>最差自身 SQNR，dB</translation>
    </message>
    <message>
        <source>Worst cosine</source>
        <translation>最差余弦相似度</translation>
    </message>
    <message>
        <source>Worst RMSE</source>
        <translation>最差 RMSE</translation>
    </message>
    <message>
        <source>Worst max error</source>
        <translation>最差最大误差</translation>
    </message>
    <message>
        <source>Accumulated cosine</source>
        <translation>累积余弦相似度</translation>
    </message>
    <message>
        <source>Accumulated RMSE</source>
        <translation>累积 RMSE</translation>
    </message>
    <message>
        <source>Accumulated max error</source>
        <translation>累积最大误差</translation>
    </message>
    <message>
        <source>Worst accumulated, dB</source>
        <translation>最差累积，dB</translation>
    </message>
    <message>
        <source>Worst accumulated cosine</source>
        <translation>最差累积余弦相似度</translation>
    </message>
    <message>
        <source>Worst accumulated RMSE</source>
        <translation>最差累积 RMSE</translation>
    </message>
    <message>
        <source>Worst accumulated max error</source>
        <translation>最差累积最大误差</translation>
    </message>
</context>
<context>
    <name>quantiscope::LayerErrorPanel</name>
    <message>
        <source>Analyse</source>
        <translation>分析</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>The run whose errors are shown</source>
        <translation>显示其误差的运行</translation>
    </message>
    <message>
        <source>The recipe was edited since this run; the numbers are the run&apos;s</source>
        <translation>配方在此运行之后已被编辑；数值属于该运行</translation>
    </message>
    <message>
        <source>Filter tensors</source>
        <translation>筛选张量</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Copy the table</source>
        <translation>复制表格</translation>
    </message>
    <message>
        <source>Layer errors</source>
        <translation>层误差</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>tensors · samples</comment>
        <translation>%1 · %2</translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s)</source>
        <translation>
            <numerusform>%n 个张量</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n 个样本</numerusform>
        </translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Progress of the analysis</source>
        <translation>分析的进度</translation>
    </message>
    <message>
        <source>Where to look first</source>
        <translation>首先查看的位置</translation>
    </message>
</context>
<context>
    <name>quantiscope::LinkedGraphs</name>
    <message>
        <source>fused</source>
        <comment>node, into another one</comment>
        <translation>已融合</translation>
    </message>
    <message>
        <source>constant</source>
        <comment>node that became one</comment>
        <translation>成为常量</translation>
    </message>
    <message>
        <source>converted</source>
        <comment>node, into others</comment>
        <translation>已转换</translation>
    </message>
    <message>
        <source>gone</source>
        <comment>node</comment>
        <translation>已移除</translation>
    </message>
    <message>
        <source>stand-in</source>
        <comment>node, for another one</comment>
        <translation>替代</translation>
    </message>
    <message>
        <source>new</source>
        <comment>node</comment>
        <translation>新增</translation>
    </message>
</context>
<context>
    <name>quantiscope::LogModel</name>
    <message>
        <source>%1: %2</source>
        <comment>severity: message</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
</context>
<context>
    <name>quantiscope::LogPanel</name>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Filter the log</source>
        <translation>筛选日志</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation>警告和错误</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Least severity</source>
        <translation>最低级别</translation>
    </message>
    <message>
        <source>One task</source>
        <translation>单个任务</translation>
    </message>
    <message>
        <source>Show the messages of all tasks again</source>
        <translation>重新显示所有任务的消息</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Nothing was said yet. Notes, warnings and errors of tasks stand here.</source>
        <translation>尚无消息。任务的提示、警告和错误显示在此处。</translation>
    </message>
    <message>
        <source>No line fits the filter.</source>
        <translation>没有符合筛选条件的行。</translation>
    </message>
</context>
<context>
    <name>quantiscope::MainWindow</name>
    <message>
        <source>As it was opened</source>
        <translation>打开时的状态</translation>
    </message>
    <message>
        <source>History of edits</source>
        <translation>编辑历史</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>配方</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>选中项</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Unsaved work cannot be kept safe.</source>
        <translation>无法为未保存的工作留存备份。</translation>
    </message>
    <message>
        <source>Written.</source>
        <translation>已写入。</translation>
    </message>
    <message>
        <source>The graph was not written.</source>
        <translation>未能写出计算图。</translation>
    </message>
    <message>
        <source>The recipe was not exchanged.</source>
        <translation>未能导入或导出配方。</translation>
    </message>
    <message>
        <source>%1 was written.</source>
        <translation>已写入 %1。</translation>
    </message>
    <message>
        <source>%1[*] – Quantiscope</source>
        <translation>%1[*] – Quantiscope</translation>
    </message>
    <message>
        <source>Quantiscope</source>
        <translation>Quantiscope</translation>
    </message>
    <message>
        <source>No model is open</source>
        <translation>未打开模型</translation>
    </message>
    <message>
        <source>There is no run yet</source>
        <translation>尚无运行</translation>
    </message>
    <message>
        <source>No task is running</source>
        <translation>没有正在运行的任务</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) · opset %1 · %2</source>
        <translation>
            <numerusform>%n 个节点 · opset %1 · %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n selected</source>
        <translation>
            <numerusform>已选中 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Open a model, a recipe, a project or a run&apos;s report</source>
        <translation>打开模型、配方、项目或运行报告</translation>
    </message>
    <message>
        <source>Open the &amp;sample</source>
        <translation>打开示例(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Save project</source>
        <translation>保存项目(&amp;S)</translation>
    </message>
    <message>
        <source>Save project &amp;as…</source>
        <translation>项目另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Close project</source>
        <translation>关闭项目(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Nothing was changed yet</source>
        <translation>尚未做任何更改</translation>
    </message>
    <message>
        <source>Nothing was undone</source>
        <translation>没有可重做的操作</translation>
    </message>
    <message>
        <source>&amp;Undo: %1</source>
        <translation>撤销(&amp;U)：%1</translation>
    </message>
    <message>
        <source>&amp;Redo: %1</source>
        <translation>重做(&amp;R)：%1</translation>
    </message>
    <message>
        <source>&amp;Preferences…</source>
        <translation>首选项(&amp;P)…</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>&amp;Quantize</source>
        <translation>量化(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Collect statistics</source>
        <translation>采集统计量(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Evaluate</source>
        <translation>评估(&amp;E)</translation>
    </message>
    <message>
        <source>Compare the newest run with the float model on the evaluation data</source>
        <translation>用评估数据比较最近一次运行与浮点模型</translation>
    </message>
    <message>
        <source>&amp;Pause the running task</source>
        <translation>暂停正在运行的任务(&amp;P)</translation>
    </message>
    <message>
        <source>Cance&amp;l the running task</source>
        <translation>取消正在运行的任务(&amp;L)</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>&amp;Commands…</source>
        <translation>命令(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Go to node…</source>
        <translation>转到节点(&amp;G)…</translation>
    </message>
    <message>
        <source>&amp;Reset layout</source>
        <translation>重置布局(&amp;R)</translation>
    </message>
    <message>
        <source>Light or &amp;dark</source>
        <translation>浅色或深色(&amp;D)</translation>
    </message>
    <message>
        <source>Switch between the light and the dark theme</source>
        <translation>在浅色与深色主题之间切换</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;About Quantiscope</source>
        <translation>关于 Quantiscope(&amp;A)</translation>
    </message>
    <message>
        <source>About Quantiscope</source>
        <translation>关于 Quantiscope</translation>
    </message>
    <message>
        <source>&lt;b&gt;Quantiscope %1&lt;/b&gt;&lt;p&gt;Quantizes ONNX models and shows where accuracy goes.&lt;/p&gt;&lt;p&gt;ONNX Runtime %2, onnx %3, Qt %4&lt;/p&gt;&lt;p&gt;GPL-3.0-or-later&lt;/p&gt;</source>
        <translation>&lt;b&gt;Quantiscope %1&lt;/b&gt;&lt;p&gt;量化 ONNX 模型，并显示精度损失在何处。&lt;/p&gt;&lt;p&gt;ONNX Runtime %2，onnx %3，Qt %4&lt;/p&gt;&lt;p&gt;GPL-3.0-or-later&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>打开最近的文件(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Graph</source>
        <translation>计算图(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Recipe</source>
        <translation>配方(&amp;R)</translation>
    </message>
    <message>
        <source>R&amp;un</source>
        <translation>运行(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Data</source>
        <translation>数据(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Window</source>
        <translation>窗口(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Preset</source>
        <translation>预设(&amp;P)</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Models, recipes, projects (*.onnx *.json *.qsproj);;Models (*.onnx);;Projects (*.qsproj);;Recipes and reports (*.json);;All files (*)</source>
        <translation>模型、配方、项目 (*.onnx *.json *.qsproj);;模型 (*.onnx);;项目 (*.qsproj);;配方和报告 (*.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Take the recipe %1</source>
        <translation>采用配方 %1</translation>
    </message>
    <message>
        <source>The recipe names no model. Open the model first, then this recipe.</source>
        <translation>该配方未指明模型。请先打开模型，再打开此配方。</translation>
    </message>
    <message>
        <source>%1 could not be opened.</source>
        <translation>无法打开 %1。</translation>
    </message>
    <message>
        <source>Open another…</source>
        <translation>打开其他文件…</translation>
    </message>
    <message>
        <source>Save project</source>
        <translation>保存项目</translation>
    </message>
    <message>
        <source>Quantiscope projects (*.qsproj)</source>
        <translation>Quantiscope 项目 (*.qsproj)</translation>
    </message>
    <message>
        <source>The project was not saved.</source>
        <translation>项目未能保存。</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>未保存的更改</translation>
    </message>
    <message>
        <source>%1 has changes that are not saved.</source>
        <translation>%1 有未保存的更改。</translation>
    </message>
    <message>
        <source>Models and reports of runs stay where they are in any case.</source>
        <translation>无论如何，各次运行的模型和报告都会保留在原处。</translation>
    </message>
    <message>
        <source>An export is being written.</source>
        <translation>正在写入导出文件。</translation>
    </message>
    <message>
        <source>The window closes when it is done. Close it again to cancel the export.</source>
        <translation>写入完成后窗口将关闭。再次关闭可取消导出。</translation>
    </message>
    <message>
        <source>The project&apos;s recipe cannot be used.</source>
        <translation>无法使用项目中的配方。</translation>
    </message>
    <message>
        <source>%1
Model and runs are here, and a new recipe begins. The project&apos;s file keeps the old one.</source>
        <translation>%1
模型和各次运行都已打开，并开始使用新的配方。旧配方仍保留在项目文件中。</translation>
    </message>
    <message>
        <source>Tasks are running</source>
        <translation>任务正在运行</translation>
    </message>
    <message>
        <source>Cancel the tasks that run or wait?</source>
        <translation>要取消正在运行和等待的任务吗？</translation>
    </message>
    <message>
        <source>Stay</source>
        <translation>留下</translation>
    </message>
    <message>
        <source>Unsaved work was found</source>
        <translation>发现未保存的工作</translation>
    </message>
    <message>
        <source>%1 was not saved when Quantiscope ended on %2.</source>
        <translation>Quantiscope 于 %2 结束时，%1 尚未保存。</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Ask again later</source>
        <translation>稍后再问</translation>
    </message>
    <message>
        <source>Calibration data are missing.</source>
        <translation>缺少校准数据。</translation>
    </message>
    <message>
        <source>%1 needs typical inputs of the model. Choose a folder of pictures or arrays here, or random data for a first try, then quantize.</source>
        <translation>%1 需要模型的典型输入。请在此处选择图像或数组所在的文件夹，初次尝试也可选随机数据，然后再量化。</translation>
    </message>
    <message>
        <source>The run cannot be evaluated.</source>
        <translation>无法评估该运行。</translation>
    </message>
    <message>
        <source>%1 failed.</source>
        <translation>%1 失败。</translation>
    </message>
    <message numerus="yes">
        <source>%n rule(s) match nothing</source>
        <translation>
            <numerusform>%n 条规则无匹配</numerusform>
        </translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>检查结果</translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s) about the data</source>
        <translation>
            <numerusform>数据有 %n 条警告</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Mark bar</source>
        <translation>标记栏(&amp;M)</translation>
    </message>
    <message>
        <source>The ways of marking nodes, above the graph</source>
        <translation>计算图上方的节点标记方式</translation>
    </message>
    <message>
        <source>&amp;Second graph</source>
        <translation>第二计算图(&amp;S)</translation>
    </message>
    <message>
        <source>Locate %1</source>
        <translation>查找 %1</translation>
    </message>
    <message>
        <source>Models (*.onnx);;All files (*)</source>
        <translation>模型 (*.onnx);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Locate the model…</source>
        <translation>查找模型…</translation>
    </message>
    <message>
        <source>Cancel the tasks</source>
        <translation>取消任务</translation>
    </message>
    <message>
        <source>%1 is done.</source>
        <translation>%1 已完成。</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Show the folder</source>
        <translation>显示文件夹</translation>
    </message>
    <message>
        <source>The model is %1.</source>
        <translation>模型为 %1。</translation>
    </message>
    <message numerus="yes">
        <source>There are %n warning(s) about the data.</source>
        <translation>
            <numerusform>数据有 %n 条警告。</numerusform>
        </translation>
    </message>
    <message>
        <source>See the warnings</source>
        <translation>查看警告</translation>
    </message>
    <message>
        <source>The recipe of %1 was taken.</source>
        <translation>已采用 %1 的配方。</translation>
    </message>
    <message>
        <source>Precision ru&amp;les</source>
        <translation>精度规则(&amp;L)</translation>
    </message>
    <message>
        <source>There is no task</source>
        <translation>没有任务</translation>
    </message>
    <message>
        <source>Quantize the model with this recipe, in the background. The result goes to a folder of runs beside the project or model, and from there wherever you export it</source>
        <translation>在后台按此配方量化模型。结果放在项目或模型旁边的运行文件夹中，可从那里导出到任意位置</translation>
    </message>
    <message>
        <source>Choose the &amp;folder for runs…</source>
        <translation>选择运行文件夹(&amp;F)…</translation>
    </message>
    <message>
        <source>Where the next runs of this project go; kept in the project&apos;s file</source>
        <translation>本项目之后的运行存放的位置；保存在项目文件中</translation>
    </message>
    <message>
        <source>Copy the &amp;task as command line</source>
        <translation>将任务复制为命令行(&amp;T)</translation>
    </message>
    <message>
        <source>Copy the qscope command that does what the running or the newest task does</source>
        <translation>复制与正在运行或最新任务等效的 qscope 命令</translation>
    </message>
    <message>
        <source>%1 was changed by another window or program since it was opened here.</source>
        <translation>%1 在此处打开之后被其他窗口或程序修改过。</translation>
    </message>
    <message>
        <source>Overwriting loses what was saved there, for example its runs.</source>
        <translation>覆盖会丢失其中保存的内容，例如其运行。</translation>
    </message>
    <message>
        <source>Overwrite</source>
        <translation>覆盖</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Open it anew</source>
        <translation>重新打开</translation>
    </message>
    <message>
        <source>Run %1 was not exported.</source>
        <translation>第 %1 次运行没有导出。</translation>
    </message>
    <message>
        <source>The recipe of run %1 is restored.</source>
        <translation>已恢复第 %1 次运行的配方。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Choose another folder…</source>
        <translation>选择其他文件夹…</translation>
    </message>
    <message>
        <source>Folder for runs</source>
        <translation>运行文件夹</translation>
    </message>
    <message>
        <source>The next runs go to %1.</source>
        <translation>之后的运行将存放到 %1。</translation>
    </message>
    <message>
        <source>Quantize</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>There is no run of this task here.</source>
        <translation>这里没有此任务的运行。</translation>
    </message>
    <message>
        <source>It was deleted, or belongs to a project that was open before.</source>
        <translation>它已被删除，或属于之前打开的项目。</translation>
    </message>
    <message>
        <source>Its outputs are far from those of the float model.</source>
        <translation>其输出与浮点模型相差很大。</translation>
    </message>
    <message>
        <source>Calibrate only. Later runs with this data use what was collected, also with other rules or another method; it is collected anew only where equalization decides otherwise for them</source>
        <translation>仅校准。之后使用这些数据的运行会复用采集结果，更换规则或方法也可；只有当均衡化因此作出不同选择时才会重新采集</translation>
    </message>
    <message>
        <source>Finish the tasks that run or wait before the window closes?</source>
        <translation>关闭窗口前，是否先完成正在运行或等待的任务？</translation>
    </message>
    <message>
        <source>The project is saved with what they give; then the window closes by itself.</source>
        <translation>项目会连同任务的结果一起保存，然后窗口自行关闭。</translation>
    </message>
    <message>
        <source>Finish, then close</source>
        <translation>完成后关闭</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) in %1 belong to no run of the project.</source>
        <translation>
            <numerusform>%1 中有 %n 个文件不属于项目的任何运行。</numerusform>
        </translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>&amp;Analyse</source>
        <translation>分析(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Compare with a model…</source>
        <translation>与模型比较(&amp;C)…</translation>
    </message>
    <message>
        <source>Second graph</source>
        <translation>第二计算图</translation>
    </message>
    <message>
        <source>Show the graph of another model beside this one, and what changed between them</source>
        <translation>在旁边显示另一个模型的计算图，以及两者之间的变化</translation>
    </message>
    <message>
        <source>Compare with a model</source>
        <translation>与模型比较</translation>
    </message>
    <message>
        <source>ONNX models (*.onnx)</source>
        <translation>ONNX 模型 (*.onnx)</translation>
    </message>
    <message>
        <source>That was not done.</source>
        <translation>未能执行。</translation>
    </message>
    <message>
        <source>The report was written.</source>
        <translation>报告已写出。</translation>
    </message>
    <message>
        <source>%1 is not among the data of the recipe.</source>
        <translation>%1 不在配方的数据中。</translation>
    </message>
    <message>
        <source>The run was measured on others; restore its recipe to see them.</source>
        <translation>该运行是用其他数据测量的；恢复其配方即可查看。</translation>
    </message>
</context>
<context>
    <name>quantiscope::MarkBar</name>
    <message>
        <source>Ways of marking nodes</source>
        <translation>标记节点的方式</translation>
    </message>
    <message>
        <source>Mark nodes</source>
        <translation>标记节点</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>作用域</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Regex</source>
        <translation>正则</translation>
    </message>
    <message>
        <source>Between</source>
        <translation>之间</translation>
    </message>
    <message>
        <source>Upstream until</source>
        <translation>上游直到</translation>
    </message>
    <message>
        <source>Downstream until</source>
        <translation>下游直到</translation>
    </message>
    <message>
        <source>Esc</source>
        <comment>the key</comment>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Give up the rule and close the bar</source>
        <translation>放弃该规则并关闭标记栏</translation>
    </message>
</context>
<context>
    <name>quantiscope::MarkController</name>
    <message>
        <source>Marking</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>Keep &amp;float</source>
        <translation>保持浮点(&amp;F)</translation>
    </message>
    <message>
        <source>The selected nodes are not quantized</source>
        <translation>选中的节点不量化</translation>
    </message>
    <message>
        <source>Keep the whole &amp;scope float</source>
        <translation>整个作用域保持浮点(&amp;S)</translation>
    </message>
    <message>
        <source>Keep this &amp;operator type float</source>
        <translation>此类算子保持浮点(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;16 bit</source>
        <translation>16 位(&amp;1)</translation>
    </message>
    <message>
        <source>The outputs of the selected nodes take 16 bits</source>
        <translation>选中节点的输出使用 16 位</translation>
    </message>
    <message>
        <source>&amp;8 bit</source>
        <translation>8 位(&amp;8)</translation>
    </message>
    <message>
        <source>The outputs of the selected nodes take 8 bits</source>
        <translation>选中节点的输出使用 8 位</translation>
    </message>
    <message>
        <source>As the &amp;preset says</source>
        <translation>按预设(&amp;P)</translation>
    </message>
    <message>
        <source>Takes the marks off the selected nodes</source>
        <translation>取消选中节点上的标记</translation>
    </message>
    <message>
        <source>Add to s&amp;tart set</source>
        <translation>加入起点集(&amp;T)</translation>
    </message>
    <message>
        <source>The rule that is being made starts at the selected nodes</source>
        <translation>正在创建的规则从选中的节点开始</translation>
    </message>
    <message>
        <source>Add to &amp;end set</source>
        <translation>加入终点集(&amp;E)</translation>
    </message>
    <message>
        <source>The rule that is being made ends at the selected nodes</source>
        <translation>正在创建的规则到选中的节点为止</translation>
    </message>
    <message>
        <source>&amp;Between…</source>
        <translation>之间(&amp;B)…</translation>
    </message>
    <message>
        <source>A rule for what lies between start and end nodes, both included</source>
        <translation>为起点与终点之间（含两端）的节点创建规则</translation>
    </message>
    <message>
        <source>&amp;Upstream until…</source>
        <translation>上游直到(&amp;U)…</translation>
    </message>
    <message>
        <source>A rule for what leads here, back to nodes where it ends, both included</source>
        <translation>为通向此处的节点创建规则，向上追溯到终止节点，含两端</translation>
    </message>
    <message>
        <source>&amp;Downstream until…</source>
        <translation>下游直到(&amp;D)…</translation>
    </message>
    <message>
        <source>A rule for what follows from here, as far as nodes where it ends, both included</source>
        <translation>为此处之后的节点创建规则，向下直到终止节点，含两端</translation>
    </message>
    <message>
        <source>By e&amp;xpression…</source>
        <translation>按表达式(&amp;X)…</translation>
    </message>
    <message>
        <source>A rule for all nodes whose names match an expression</source>
        <translation>为名称与表达式匹配的所有节点创建规则</translation>
    </message>
    <message>
        <source>Select this operator t&amp;ype</source>
        <translation>选中此类算子(&amp;Y)</translation>
    </message>
    <message>
        <source>No model is open</source>
        <translation>未打开模型</translation>
    </message>
    <message>
        <source>No node is selected</source>
        <translation>未选中节点</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Keep %1 float</source>
        <translation>%1 保持浮点</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 as the preset says</source>
        <translation>%1 按预设</translation>
    </message>
    <message numerus="yes">
        <source>%1 is caught by the rule “%2”, with %n other node(s). Switch the rule off, edit or delete it.</source>
        <translation>
            <numerusform>%1 与另外 %n 个节点一起被规则“%2”命中。请关闭、编辑或删除该规则。</numerusform>
        </translation>
    </message>
    <message>
        <source>Add rule: %1, %2</source>
        <translation>添加规则：%1，%2</translation>
    </message>
    <message>
        <source>Edit rule: %1</source>
        <translation>编辑规则：%1</translation>
    </message>
    <message>
        <source>The group around the selected nodes is not quantized</source>
        <translation>选中节点所在的组不量化</translation>
    </message>
    <message>
        <source>Whole scope: 16 bit</source>
        <translation>整个作用域：16 位</translation>
    </message>
    <message>
        <source>The outputs of the group around the selected nodes take 16 bits</source>
        <translation>选中节点所在组的输出用 16 位</translation>
    </message>
    <message>
        <source>Whole scope: 8 bit</source>
        <translation>整个作用域：8 位</translation>
    </message>
    <message>
        <source>The outputs of the group around the selected nodes take 8 bits</source>
        <translation>选中节点所在组的输出用 8 位</translation>
    </message>
    <message>
        <source>No node of the selected nodes&apos; operator types is quantized</source>
        <translation>与选中节点同类的算子均不量化</translation>
    </message>
    <message>
        <source>Operator type: 16 bit</source>
        <translation>算子类型：16 位</translation>
    </message>
    <message>
        <source>The outputs of all nodes of the selected nodes&apos; operator types take 16 bits</source>
        <translation>与选中节点同类的所有算子的输出用 16 位</translation>
    </message>
    <message>
        <source>Operator type: 8 bit</source>
        <translation>算子类型：8 位</translation>
    </message>
    <message>
        <source>The outputs of all nodes of the selected nodes&apos; operator types take 8 bits</source>
        <translation>与选中节点同类的所有算子的输出用 8 位</translation>
    </message>
    <message>
        <source>Selects all nodes of the selected nodes&apos; operator types</source>
        <translation>选中与所选节点同类的所有节点</translation>
    </message>
    <message>
        <source>The selected nodes are in no group</source>
        <translation>选中的节点不在任何组中</translation>
    </message>
    <message>
        <source>Whole scope</source>
        <translation>整个作用域</translation>
    </message>
    <message>
        <source>Operator type</source>
        <translation>算子类型</translation>
    </message>
</context>
<context>
    <name>quantiscope::MemorySparkline</name>
    <message>
        <source>Memory over time</source>
        <translation>内存随时间的变化</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>budget %1</source>
        <translation>上限 %1</translation>
    </message>
</context>
<context>
    <name>quantiscope::MessageStrip</name>
    <message>
        <source>Dismiss</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>quantiscope::MetricsPanel</name>
    <message>
        <source>cosine</source>
        <translation>余弦相似度</translation>
    </message>
    <message>
        <source>L2 distance</source>
        <translation>L2 距离</translation>
    </message>
    <message>
        <source>largest error</source>
        <translation>最大误差</translation>
    </message>
    <message>
        <source>%1, dB</source>
        <comment>title of an axis</comment>
        <translation>%1，dB</translation>
    </message>
    <message>
        <source>%1, no unit</source>
        <comment>title of an axis</comment>
        <translation>%1，无单位</translation>
    </message>
    <message>
        <source>%1, unit of the output</source>
        <comment>title of an axis</comment>
        <translation>%1，输出的单位</translation>
    </message>
    <message>
        <source>%1 dB</source>
        <translation>%1 dB</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Distribution over the samples</source>
        <translation>样本上的分布</translation>
    </message>
    <message>
        <source>Metric of the plot</source>
        <translation>图中的指标</translation>
    </message>
    <message>
        <source>The metric that the plot and the worst samples are about</source>
        <translation>图和最差样本所用的指标</translation>
    </message>
    <message>
        <source>FP32 against quantized</source>
        <translation>FP32 与量化对比</translation>
    </message>
    <message>
        <source>Show this output</source>
        <translation>显示此输出</translation>
    </message>
    <message>
        <source>Copy these outputs as CSV</source>
        <translation>将这些输出复制为 CSV</translation>
    </message>
    <message>
        <source>Choose a run to see how near its outputs are to the float model&apos;s.</source>
        <translation>选择一个运行，以查看其输出与浮点模型有多接近。</translation>
    </message>
    <message>
        <source>Its report is being read…</source>
        <translation>正在读取其报告…</translation>
    </message>
    <message>
        <source>This run was not measured. Measure it to compare it with the float model.</source>
        <translation>该运行尚未测量。请测量以与浮点模型比较。</translation>
    </message>
    <message>
        <source>Values of single samples are not known of this run: an older version measured it, or its report has gone. Measure it again to see them.</source>
        <translation>该运行没有单个样本的值：由旧版本测量，或其报告已不存在。请重新测量以查看。</translation>
    </message>
    <message>
        <source>No sample has a value of this metric.</source>
        <translation>没有样本具有该指标的值。</translation>
    </message>
    <message>
        <source>per sample · %1</source>
        <comment>of an output</comment>
        <translation>按样本 · %1</translation>
    </message>
    <message numerus="yes">
        <source> · %n without a value</source>
        <translation>
            <numerusform> · %n 个没有值</numerusform>
        </translation>
    </message>
    <message>
        <source>the first %1 of %2 samples</source>
        <translation>%2 个样本中的前 %1 个</translation>
    </message>
    <message>
        <source> · %1 dots a run stand for all</source>
        <translation> · 每次运行以 %1 个点代表全部</translation>
    </message>
    <message>
        <source>Decibels are logarithmic already</source>
        <translation>分贝本身已是对数</translation>
    </message>
</context>
<context>
    <name>quantiscope::ModelChangesModel</name>
    <message>
        <source>Fused</source>
        <translation>已融合</translation>
    </message>
    <message>
        <source>Made a constant</source>
        <translation>变为常量</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>已移除</translation>
    </message>
    <message>
        <source>Converted</source>
        <translation>已转换</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>Weight rounded otherwise</source>
        <translation>权重舍入不同</translation>
    </message>
    <message>
        <source>Weight changed</source>
        <translation>权重已改变</translation>
    </message>
    <message>
        <source>Weight of a fused node</source>
        <translation>融合节点的权重</translation>
    </message>
    <message>
        <source>Weight of another shape</source>
        <translation>权重形状不同</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Operator set</source>
        <translation>算子集</translation>
    </message>
    <message>
        <source>of constants</source>
        <translation>常量</translation>
    </message>
    <message>
        <source>of activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>per channel</source>
        <translation>逐通道</translation>
    </message>
    <message>
        <source>Quantizers added</source>
        <translation>新增量化节点</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>up to %1 % of the largest, %2 of %3</source>
        <translation>最多为最大值的 %1 %，%3 个中有 %2 个</translation>
    </message>
    <message numerus="yes">
        <source>%n fused</source>
        <comment>nodes</comment>
        <translation>
            <numerusform>融合 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n gone</source>
        <comment>nodes</comment>
        <translation>
            <numerusform>移除 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n converted</source>
        <comment>nodes</comment>
        <translation>
            <numerusform>转换 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n added</source>
        <comment>nodes</comment>
        <translation>
            <numerusform>新增 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n quantizer(s)</source>
        <translation>
            <numerusform>%n 个量化节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n weight(s) changed</source>
        <translation>
            <numerusform>%n 个权重改变</numerusform>
        </translation>
    </message>
    <message>
        <source>opset %1 → %2</source>
        <translation>opset %1 → %2</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>详情</translation>
    </message>
</context>
<context>
    <name>quantiscope::ModelTreeModel</name>
    <message>
        <source>%1, operator %2</source>
        <translation>%1，算子 %2</translation>
    </message>
    <message numerus="yes">
        <source>%1: one of %n groups of the same structure</source>
        <translation>
            <numerusform>%1：%n 个结构相同的组之一</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
</context>
<context>
    <name>quantiscope::ModelTreePanel</name>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Filter nodes by name</source>
        <translation>按名称筛选节点</translation>
    </message>
    <message>
        <source>Nodes by scope</source>
        <translation>按作用域列出节点</translation>
    </message>
    <message>
        <source>Nodes by operator</source>
        <translation>按算子列出节点</translation>
    </message>
    <message>
        <source>No model is open.</source>
        <translation>未打开模型。</translation>
    </message>
    <message>
        <source>No name or operator holds this text.</source>
        <translation>没有名称或算子包含此文字。</translation>
    </message>
    <message>
        <source>Names carry no scopes: blocks inferred from structure and weight names.</source>
        <translation>节点名不含作用域：按结构和权重名推断分块。</translation>
    </message>
</context>
<context>
    <name>quantiscope::NewRulePanel</name>
    <message>
        <source>Add rule</source>
        <translation>添加规则</translation>
    </message>
    <message>
        <source>Kind of rule</source>
        <translation>规则类型</translation>
    </message>
    <message>
        <source>Between start and end nodes</source>
        <translation>起点与终点之间的节点</translation>
    </message>
    <message>
        <source>Upstream until</source>
        <translation>上游直到</translation>
    </message>
    <message>
        <source>Downstream until</source>
        <translation>下游直到</translation>
    </message>
    <message>
        <source>Names that match</source>
        <translation>名称匹配</translation>
    </message>
    <message>
        <source>Operator type</source>
        <translation>算子类型</translation>
    </message>
    <message>
        <source>One node</source>
        <translation>单个节点</translation>
    </message>
    <message>
        <source>Expression, operator type or name</source>
        <translation>表达式、算子类型或名称</translation>
    </message>
    <message>
        <source>float</source>
        <translation>浮点</translation>
    </message>
    <message>
        <source>int16</source>
        <translation>int16</translation>
    </message>
    <message>
        <source>int8</source>
        <translation>int8</translation>
    </message>
    <message>
        <source>The rule as the recipe holds it</source>
        <translation>配方中保存的规则</translation>
    </message>
    <message>
        <source>Copy the JSON</source>
        <translation>复制 JSON</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Saved in the recipe as</source>
        <translation>在配方中保存为</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Escape</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Undo takes it back</source>
        <translation>可撤销</translation>
    </message>
    <message>
        <source>Start nodes</source>
        <translation>起点节点</translation>
    </message>
    <message>
        <source>End nodes</source>
        <translation>终点节点</translation>
    </message>
    <message>
        <source>Add selected</source>
        <translation>添加选中项</translation>
    </message>
    <message>
        <source>S in the graph</source>
        <translation>在计算图中按 S</translation>
    </message>
    <message>
        <source>E in the graph</source>
        <translation>在计算图中按 E</translation>
    </message>
    <message>
        <source>Take the chosen nodes out</source>
        <translation>移除所选节点</translation>
    </message>
    <message>
        <source>Everything on a path from a start to an end, both included. Select nodes, then S or E.</source>
        <translation>从起点到终点的路径上的所有节点，含两端。先选中节点，再按 S 或 E。</translation>
    </message>
    <message>
        <source>Until (may be empty)</source>
        <translation>直到（可为空）</translation>
    </message>
    <message>
        <source>Upstream of</source>
        <translation>以下节点的上游</translation>
    </message>
    <message>
        <source>Everything that leads to the nodes, themselves included; ways end at the “until” nodes, which are caught, too.</source>
        <translation>通向这些节点的所有节点，含其自身；路径到“直到”节点为止，该节点也计入。</translation>
    </message>
    <message>
        <source>Downstream of</source>
        <translation>以下节点的下游</translation>
    </message>
    <message>
        <source>Everything that follows from the nodes, themselves included; ways end at the “until” nodes, which are caught, too.</source>
        <translation>这些节点之后的所有节点，含其自身；路径到“直到”节点为止，该节点也计入。</translation>
    </message>
    <message>
        <source>Every node whose name the expression matches somewhere. ^ is the beginning of a name, $ its end.</source>
        <translation>名称中任意位置与表达式匹配的所有节点。^ 表示名称开头，$ 表示结尾。</translation>
    </message>
    <message>
        <source>Every node of this operator type, for example Softmax.</source>
        <translation>此类算子的所有节点，例如 Softmax。</translation>
    </message>
    <message>
        <source>The node of this name.</source>
        <translation>具有此名称的节点。</translation>
    </message>
    <message>
        <source>Change rule</source>
        <translation>更改规则</translation>
    </message>
    <message numerus="yes">
        <source>&lt;b&gt;Caught %n node(s)&lt;/b&gt;</source>
        <translation>
            <numerusform>&lt;b&gt;命中 %n 个节点&lt;/b&gt;</numerusform>
        </translation>
    </message>
    <message>
        <source>&lt;b&gt;Caught&lt;/b&gt; nothing yet</source>
        <translation>&lt;b&gt;尚未命中&lt;/b&gt;任何节点</translation>
    </message>
    <message>
        <source>The model has no node of this name. Take it out, or add the one that is meant.</source>
        <translation>模型中没有此名称的节点。请将其移除，或添加所指的节点。</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>… 另有 %n 项</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Only the first %n name(s) of a list are shown here.</source>
        <translation>
            <numerusform>此处仅显示列表中的前 %n 个名称。</numerusform>
        </translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Select these nodes in the graph</source>
        <translation>在图中选择这些节点</translation>
    </message>
    <message>
        <source>Copy their names</source>
        <translation>复制其名称</translation>
    </message>
    <message>
        <source>Go to the node</source>
        <translation>转到该节点</translation>
    </message>
</context>
<context>
    <name>quantiscope::NodeColoring</name>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>float, not quantized by the preset</source>
        <translation>浮点，预设不量化</translation>
    </message>
    <message>
        <source>float, kept by a rule</source>
        <translation>浮点，由规则保持</translation>
    </message>
    <message>
        <source>Data type</source>
        <translation>数据类型</translation>
    </message>
    <message>
        <source>Parameter bytes</source>
        <translation>参数字节数</translation>
    </message>
    <message>
        <source>Parameter bytes, logarithmic</source>
        <translation>参数字节数，对数刻度</translation>
    </message>
    <message>
        <source>%1 B</source>
        <translation>%1 B</translation>
    </message>
    <message>
        <source>Nodes without parameters have no colour</source>
        <translation>没有参数的节点不着色</translation>
    </message>
    <message>
        <source>Own error</source>
        <translation>自身误差</translation>
    </message>
    <message>
        <source>Accumulated error</source>
        <translation>累积误差</translation>
    </message>
    <message>
        <source>%1 dB</source>
        <translation>%1 dB</translation>
    </message>
    <message>
        <source>Own error · SQNR, dB</source>
        <translation>自身误差 · SQNR，dB</translation>
    </message>
    <message>
        <source>Accumulated error · SQNR, dB</source>
        <translation>累积误差 · SQNR，dB</translation>
    </message>
    <message>
        <source>higher is better</source>
        <translation>越高越好</translation>
    </message>
    <message>
        <source>own %1 dB</source>
        <translation>自身 %1 dB</translation>
    </message>
    <message>
        <source>acc %1</source>
        <comment>accumulated error, dB</comment>
        <translation>累积 %1</translation>
    </message>
    <message>
        <source>worst %1 dB</source>
        <translation>最差 %1 dB</translation>
    </message>
</context>
<context>
    <name>quantiscope::NodeInspector</name>
    <message>
        <source>Properties of the selection</source>
        <translation>选中项的属性</translation>
    </message>
    <message>
        <source>No model is open</source>
        <translation>未打开模型</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Domain</source>
        <translation>域</translation>
    </message>
    <message>
        <source>%1, version %2</source>
        <translation>%1，版本 %2</translation>
    </message>
    <message>
        <source>Quantization</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Read by its subgraphs</source>
        <translation>被其子图读取</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>另有 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n element(s)</source>
        <translation>
            <numerusform>%1，%n 个元素</numerusform>
        </translation>
    </message>
    <message>
        <source>Range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>%1 … %2</source>
        <translation>%1 … %2</translation>
    </message>
    <message>
        <source>Mean, deviation</source>
        <translation>均值、标准差</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Zeros</source>
        <translation>零值</translation>
    </message>
    <message>
        <source>NaN or infinite</source>
        <translation>NaN 或无穷大</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>数值</translation>
    </message>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Operator set</source>
        <translation>算子集</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Quantized</source>
        <translation>已量化</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Selected node or value</source>
        <translation>选中的节点或张量</translation>
    </message>
    <message>
        <source>Constant</source>
        <translation>常量</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Made by</source>
        <translation>产生者</translation>
    </message>
    <message>
        <source>an input of the model</source>
        <translation>模型的输入</translation>
    </message>
    <message>
        <source>Read by</source>
        <translation>读取者</translation>
    </message>
    <message>
        <source>an output of the model</source>
        <translation>模型的输出</translation>
    </message>
    <message numerus="yes">
        <source>Read by %n node(s)</source>
        <translation>
            <numerusform>被 %n 个节点读取</numerusform>
        </translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>未知</translation>
    </message>
</context>
<context>
    <name>quantiscope::OpeningStatus</name>
    <message>
        <source>Do not open it</source>
        <translation>不打开</translation>
    </message>
    <message>
        <source>Opening %1…</source>
        <translation>正在打开 %1…</translation>
    </message>
</context>
<context>
    <name>quantiscope::OperatorCategory</name>
    <message>
        <source>Quantize, dequantize</source>
        <translation>量化、反量化</translation>
    </message>
    <message>
        <source>Convolution, matrix product</source>
        <translation>卷积、矩阵乘</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Element by element</source>
        <translation>逐元素</translation>
    </message>
    <message>
        <source>Pooling, resizing, reduction</source>
        <translation>池化、缩放、归约</translation>
    </message>
    <message>
        <source>Shape, data movement</source>
        <translation>形状、数据搬移</translation>
    </message>
    <message>
        <source>Input, output</source>
        <translation>输入、输出</translation>
    </message>
</context>
<context>
    <name>quantiscope::OperatorModel</name>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
</context>
<context>
    <name>quantiscope::OptionModel</name>
    <message>
        <source>No effect: %1</source>
        <translation>不起作用：%1</translation>
    </message>
    <message>
        <source>was %1</source>
        <translation>原 %1</translation>
    </message>
    <message>
        <source>Values: %1</source>
        <translation>可选值：%1</translation>
    </message>
    <message>
        <source>Option</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>In the preset</source>
        <translation>预设值</translation>
    </message>
    <message>
        <source>%1 must be: %2. It stays as it was.</source>
        <translation>%1 必须为：%2。已保持原值。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 as in the preset</source>
        <translation>%1 恢复预设值</translation>
    </message>
    <message>
        <source>All options as in the preset</source>
        <translation>所有选项恢复预设值</translation>
    </message>
</context>
<context>
    <name>quantiscope::OptionView</name>
    <message>
        <source>Options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>Search in options</source>
        <translation>搜索选项</translation>
    </message>
    <message numerus="yes">
        <source>%n option(s)</source>
        <translation>
            <numerusform>%n 个选项</numerusform>
        </translation>
    </message>
    <message>
        <source>Show only what differs from the preset</source>
        <translation>仅显示与预设不同的选项</translation>
    </message>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%n 项已改</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose an option to read what it means. Enter or F2 edits it, Delete takes the preset&apos;s value.</source>
        <translation>选择一个选项以查看其含义。Enter 或 F2 编辑，Delete 恢复预设值。</translation>
    </message>
    <message>
        <source>Values: %1</source>
        <translation>可选值：%1</translation>
    </message>
    <message>
        <source>As in the preset</source>
        <translation>恢复预设值</translation>
    </message>
    <message>
        <source>All options as in the preset</source>
        <translation>所有选项恢复预设值</translation>
    </message>
    <message>
        <source>Expand all groups</source>
        <translation>展开所有分组</translation>
    </message>
    <message>
        <source>Collapse all groups</source>
        <translation>折叠所有分组</translation>
    </message>
    <message>
        <source>Preset: %1 · default: %2</source>
        <translation>预设：%1 · 默认：%2</translation>
    </message>
    <message>
        <source>Default: %1</source>
        <translation>默认：%1</translation>
    </message>
</context>
<context>
    <name>quantiscope::Options</name>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>quantiscope::PaletteSource</name>
    <message numerus="yes">
        <source>Selection · %n node(s)</source>
        <translation>
            <numerusform>选中项 · %n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Selection · %1</source>
        <translation>选中项 · %1</translation>
    </message>
    <message>
        <source>commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>not possible now</source>
        <translation>当前不可用</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Open recent</source>
        <translation>最近打开</translation>
    </message>
    <message numerus="yes">
        <source>block of %n node(s)</source>
        <translation>
            <numerusform>含 %n 个节点的分块</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quantiscope::PanelParts</name>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
</context>
<context>
    <name>quantiscope::PartsEditor</name>
    <message>
        <source>Add part</source>
        <translation>添加部分</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Parts of outputs</source>
        <translation>输出的部分</translation>
    </message>
    <message>
        <source>Only whole outputs are measured. A part is a slice of an output with a name, such as the class scores of a detector, which a mean over all columns hides: it gets metrics and gates of its own.</source>
        <translation>目前只测量整个输出。部分是输出中有名称的切片，例如检测器的类别分数，对所有列求均值会掩盖它：它有自己的指标和门限。</translation>
    </message>
    <message>
        <source>scores</source>
        <translation>scores</translation>
    </message>
    <message>
        <source>Name of the part</source>
        <translation>部分的名称</translation>
    </message>
    <message>
        <source>What of which output</source>
        <translation>哪个输出的什么</translation>
    </message>
    <message>
        <source>The output with a selection of each axis, as NumPy writes it: output[..., 5:], boxes[0, :, 1]</source>
        <translation>输出及各轴的选择，写法同 NumPy：output[..., 5:]，boxes[0, :, 1]</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Part</source>
        <translation>部分(&amp;P)</translation>
    </message>
    <message>
        <source>%1 = %2</source>
        <comment>name of a part, what it selects</comment>
        <translation>%1 = %2</translation>
    </message>
    <message>
        <source>Change part</source>
        <translation>更改部分</translation>
    </message>
    <message>
        <source>Add part %1</source>
        <translation>添加部分 %1</translation>
    </message>
    <message>
        <source>Change part %1</source>
        <translation>更改部分 %1</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n part(s)</source>
        <translation>
            <numerusform>删除 %n 个部分</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quantiscope::Perspective</name>
    <message>
        <source>Inspect</source>
        <translation>检视</translation>
    </message>
    <message>
        <source>Calibrate</source>
        <translation>校准</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Analyse</source>
        <translation>分析</translation>
    </message>
</context>
<context>
    <name>quantiscope::PlotLegend</name>
    <message>
        <source>Legend</source>
        <translation>图例</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>quantiscope::PlotView</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Show &amp;all</source>
        <translation>显示全部(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Export picture or numbers…</source>
        <translation>导出图片或数据(&amp;E)…</translation>
    </message>
    <message>
        <source>Export plot</source>
        <translation>导出图表</translation>
    </message>
    <message>
        <source>&apos;%1&apos; could not be written. Choose another folder, and a name that ends with .png, .svg or .csv.</source>
        <translation>无法写入“%1”。请选择其他文件夹，文件名须以 .png、.svg 或 .csv 结尾。</translation>
    </message>
    <message>
        <source>PNG picture (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>SVG drawing (*.svg)</source>
        <translation>SVG 图形 (*.svg)</translation>
    </message>
    <message>
        <source>CSV table (*.csv)</source>
        <translation>CSV 表格 (*.csv)</translation>
    </message>
    <message>
        <source>&amp;Logarithmic scale</source>
        <translation>对数刻度(&amp;L)</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>Logarithmic scale (L)</source>
        <translation>对数刻度 (L)</translation>
    </message>
</context>
<context>
    <name>quantiscope::PreferencesDialog</name>
    <message>
        <source>The language changes when Quantiscope is started again.</source>
        <translation>语言将在重新启动 Quantiscope 后更改。</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>首选项</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>one per core</source>
        <translation>每核一个</translation>
    </message>
    <message>
        <source> MiB</source>
        <translation> MiB</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>The most memory that the program may take while it calibrates. What cannot be done within it is refused, with the figure that would do.</source>
        <translation>程序校准时最多可占用的内存。超出限制的任务会被拒绝，并给出所需的数值。</translation>
    </message>
    <message>
        <source>&amp;Theme:</source>
        <translation>主题(&amp;T)：</translation>
    </message>
    <message>
        <source>&amp;Language:</source>
        <translation>语言(&amp;L)：</translation>
    </message>
    <message>
        <source>T&amp;hreads of jobs:</source>
        <translation>任务线程数(&amp;H)：</translation>
    </message>
    <message>
        <source>&amp;Memory of jobs:</source>
        <translation>任务内存(&amp;M)：</translation>
    </message>
    <message>
        <source>&amp;Samples to analyse:</source>
        <translation>分析用样本数(&amp;S)：</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>The most samples that layers, sensitivity, what-if and advice are measured on from now on. More take longer and tell more exactly.</source>
        <translation>此后测量逐层误差、敏感度、假设分析和建议所用样本数的上限。样本越多，耗时越长，结果越精确。</translation>
    </message>
</context>
<context>
    <name>quantiscope::PreprocessPanel</name>
    <message>
        <source>Preprocessing</source>
        <translation>预处理</translation>
    </message>
    <message>
        <source>custom</source>
        <translation>自定义</translation>
    </message>
    <message>
        <source>Built-in preprocessing</source>
        <translation>内置预处理</translation>
    </message>
    <message>
        <source>Preprocess as %1</source>
        <translation>按 %1 预处理</translation>
    </message>
    <message>
        <source>Previous sample</source>
        <translation>上一个样本</translation>
    </message>
    <message>
        <source>Next sample</source>
        <translation>下一个样本</translation>
    </message>
    <message>
        <source>Sample shown</source>
        <translation>显示的样本</translation>
    </message>
    <message>
        <source>This model does not take pictures as its only input. Use .npy or .npz arrays.</source>
        <translation>此模型的唯一输入不是图像。请使用 .npy 或 .npz 数组。</translation>
    </message>
    <message>
        <source>These samples are fed as they are: arrays have no preprocessing.</source>
        <translation>这些样本按原样送入：数组没有预处理。</translation>
    </message>
    <message>
        <source>The steps show a sample as soon as data are chosen.</source>
        <translation>选择数据后，各步骤会显示一个样本。</translation>
    </message>
    <message>
        <source>%1 · %2 / %3</source>
        <translation>%1 · %2 / %3</translation>
    </message>
</context>
<context>
    <name>quantiscope::PresetHelp</name>
    <message>
        <source>Which preset?</source>
        <translation>选哪个预设？</translation>
    </message>
    <message>
        <source>Begin with the device</source>
        <translation>从目标设备开始</translation>
    </message>
    <message>
        <source>AMD NPU (Ryzen AI), convolutional network: {XINT8}. Scales are powers of two, which the device computes fastest with. Many models need nothing else.</source>
        <translation>AMD NPU (Ryzen AI)，卷积网络：{XINT8}。缩放因子为 2 的幂，设备计算最快。许多模型用它即可。</translation>
    </message>
    <message>
        <source>Vitis AI compiler: {VINT8}.</source>
        <translation>Vitis AI 编译器：{VINT8}。</translation>
    </message>
    <message>
        <source>Processor (CPU) with ONNX Runtime: {U8S8_AAWS}, or {ORT_U8S8} for exactly what ONNX Runtime&apos;s own tool does.</source>
        <translation>处理器 (CPU) 与 ONNX Runtime：{U8S8_AAWS}；要与 ONNX Runtime 自带工具完全一致，用 {ORT_U8S8}。</translation>
    </message>
    <message>
        <source>Transformer or language model on a processor without calibration data: {UINT8_DYNAMIC_QUANT}; only a smaller file: {WEIGHTS_ONLY}.</source>
        <translation>处理器上的 Transformer 或语言模型，无校准数据：{UINT8_DYNAMIC_QUANT}；只需缩小文件：{WEIGHTS_ONLY}。</translation>
    </message>
    <message>
        <source>When the accuracy is not reached</source>
        <translation>精度未达到要求时</translation>
    </message>
    <message>
        <source>Go one step at a time, and evaluate after each: the first that suffices costs least.</source>
        <translation>逐步尝试，每步之后都评估：最先满足要求的方案代价最小。</translation>
    </message>
    <message>
        <source>Look at the calibration data first: pictures like those of the later use, prepared as in training, some hundred of them. Most losses come from here.</source>
        <translation>先检查校准数据：应与今后使用的图像相似，按训练时的方式处理，约数百张。大部分损失源于此。</translation>
    </message>
    <message>
        <source>Cross-layer equalization (option IncludeCLE) evens out the channels of weights between layers. It costs no time on the device.</source>
        <translation>跨层均衡化（选项 IncludeCLE）使各层权重的通道更均匀。设备上不增加耗时。</translation>
    </message>
    <message>
        <source>Another way of finding ranges (CalibrateMethod): Percentile cuts outliers off, MinMSE looks for the least error, MinMax keeps everything.</source>
        <translation>换一种确定范围的方法 (CalibrateMethod)：Percentile 截去离群值，MinMSE 求最小误差，MinMax 保留全部。</translation>
    </message>
    <message>
        <source>A wider format: {A8W8} frees the scales from powers of two; {A16W8} gives activations 16 bits, for values that 8 bits cannot hold; a scale per channel (PerChannel, {A8W8_PC}) helps where the channels of a weight differ much.</source>
        <translation>更宽的格式：{A8W8} 的缩放因子不限于 2 的幂；{A16W8} 的激活为 16 位，适合 8 位容纳不下的值；逐通道缩放因子（PerChannel，{A8W8_PC}）适合权重各通道差异大的情况。</translation>
    </message>
    <message>
        <source>Keep the few layers float, or at 16 bits, that lose most: often the first layer, the last ones, and what turns network outputs into boxes. Each costs speed and size, so take few.</source>
        <translation>让损失最大的少数几层保持浮点或 16 位：通常是第一层、最后几层，以及将网络输出转换为检测框的部分。每一层都会影响速度和大小，因此宜少不宜多。</translation>
    </message>
    <message>
        <source>Rounding that is learned (AdaRound, AdaQuant) and bfloat16 formats are not in this version; the list of presets says what comes nearest.</source>
        <translation>学习型舍入（AdaRound、AdaQuant）和 bfloat16 格式不在此版本中；预设列表说明了最接近的替代。</translation>
    </message>
</context>
<context>
    <name>quantiscope::PresetModel</name>
    <message>
        <source>not in this version</source>
        <translation>此版本不支持</translation>
    </message>
    <message>
        <source>Needs %1.</source>
        <translation>需要 %1。</translation>
    </message>
    <message>
        <source>Nearest: %1</source>
        <translation>最接近：%1</translation>
    </message>
</context>
<context>
    <name>quantiscope::PresetPopup</name>
    <message>
        <source>Presets</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Search in presets: npu, 16, weights…</source>
        <translation>搜索预设：npu、16、weights…</translation>
    </message>
    <message>
        <source>Which preset?</source>
        <translation>选哪个预设？</translation>
    </message>
</context>
<context>
    <name>quantiscope::ProblemStrip</name>
    <message>
        <source>Problems of the recipe</source>
        <translation>配方的问题</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Show option %1</source>
        <translation>显示选项 %1</translation>
    </message>
</context>
<context>
    <name>quantiscope::Project</name>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>There is no run %1.</source>
        <translation>没有运行 %1。</translation>
    </message>
    <message>
        <source>There are no data to compare on. Choose calibration or evaluation data.</source>
        <translation>没有可用于比较的数据。请选择校准或评估数据。</translation>
    </message>
    <message>
        <source>Restore the recipe of run %1</source>
        <translation>恢复运行 %1 的配方</translation>
    </message>
    <message>
        <source>Unpin the baseline</source>
        <translation>取消固定基准</translation>
    </message>
    <message>
        <source>Run %1 is the baseline</source>
        <translation>运行 %1 为基准</translation>
    </message>
</context>
<context>
    <name>quantiscope::QuantizedFacts</name>
    <message numerus="yes">
        <source>%n scale(s)</source>
        <translation>
            <numerusform>%n 个缩放因子</numerusform>
        </translation>
    </message>
    <message>
        <source>zero point %1</source>
        <translation>零点 %1</translation>
    </message>
    <message>
        <source>per channel ×%1</source>
        <translation>逐通道 ×%1</translation>
    </message>
    <message>
        <source>dynamic</source>
        <comment>scale found while the model runs</comment>
        <translation>动态</translation>
    </message>
    <message>
        <source>zp %1</source>
        <comment>zero point</comment>
        <translation>zp %1</translation>
    </message>
    <message>
        <source>scales from %1 to %2</source>
        <translation>scale 从 %1 到 %2</translation>
    </message>
</context>
<context>
    <name>quantiscope::RangePlot</name>
    <message>
        <source>clipped</source>
        <translation>已截断</translation>
    </message>
    <message>
        <source>Lower clip line</source>
        <translation>截断下限线</translation>
    </message>
    <message>
        <source>Upper clip line</source>
        <translation>截断上限线</translation>
    </message>
    <message>
        <source>← %1</source>
        <translation>← %1</translation>
    </message>
    <message>
        <source>%1 →</source>
        <translation>%1 →</translation>
    </message>
    <message>
        <source>← %1 %2</source>
        <translation>← %1 %2</translation>
    </message>
    <message>
        <source>%1 %2 →</source>
        <translation>%1 %2 →</translation>
    </message>
</context>
<context>
    <name>quantiscope::RecentModel</name>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n 次运行</numerusform>
        </translation>
    </message>
    <message>
        <source>today %1</source>
        <translation>今天 %1</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Opened</source>
        <translation>打开时间</translation>
    </message>
    <message>
        <source>cosine %1</source>
        <translation>余弦相似度 %1</translation>
    </message>
</context>
<context>
    <name>quantiscope::RecipeDifferenceModel</name>
    <message>
        <source>new</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
</context>
<context>
    <name>quantiscope::RecipeExchange</name>
    <message>
        <source>“%1” cannot be written: %2. Choose another place.</source>
        <translation>无法写入“%1”：%2。请选择其他位置。</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>配方</translation>
    </message>
    <message>
        <source>Recipes (*.json)</source>
        <translation>配方 (*.json)</translation>
    </message>
    <message>
        <source>&amp;Import recipe…</source>
        <translation>导入配方(&amp;I)…</translation>
    </message>
    <message>
        <source>Takes the recipe of a file of the command line, or of a run&apos;s report</source>
        <translation>采用命令行文件或运行报告中的配方</translation>
    </message>
    <message>
        <source>Import recipe</source>
        <translation>导入配方</translation>
    </message>
    <message>
        <source>&amp;Export recipe…</source>
        <translation>导出配方(&amp;E)…</translation>
    </message>
    <message>
        <source>Writes the recipe as a file for &apos;qscope run&apos;</source>
        <translation>将配方写成可供“qscope run”使用的文件</translation>
    </message>
    <message>
        <source>Export recipe</source>
        <translation>导出配方</translation>
    </message>
    <message>
        <source>Export as AMD &amp;Quark script…</source>
        <translation>导出为 AMD Quark 脚本(&amp;Q)…</translation>
    </message>
    <message>
        <source>A Python script that does the same with AMD Quark</source>
        <translation>用 AMD Quark 完成同样操作的 Python 脚本</translation>
    </message>
    <message>
        <source>Export as &amp;ONNX Runtime script…</source>
        <translation>导出为 ONNX Runtime 脚本(&amp;O)…</translation>
    </message>
    <message>
        <source>A Python script that does the same with onnxruntime.quantization</source>
        <translation>用 onnxruntime.quantization 完成同样操作的 Python 脚本</translation>
    </message>
    <message>
        <source>&amp;Copy recipe as JSON</source>
        <translation>将配方复制为 JSON(&amp;C)</translation>
    </message>
    <message>
        <source>Export script</source>
        <translation>导出脚本</translation>
    </message>
    <message>
        <source>Python scripts (*.py)</source>
        <translation>Python 脚本 (*.py)</translation>
    </message>
    <message>
        <source>Import %1</source>
        <translation>导入 %1</translation>
    </message>
    <message>
        <source>“%1” has %2 rules, and the window takes %3 at most. Write the names as expressions, or run it with the command line.</source>
        <translation>“%1”有 %2 条规则，窗口最多接受 %3 条。请将名称写成表达式，或用命令行运行。</translation>
    </message>
    <message>
        <source>It names no calibration data: the ones chosen here stay.</source>
        <translation>其中没有校准数据：保留此处已选的数据。</translation>
    </message>
    <message>
        <source>It names no evaluation data: the ones chosen here stay.</source>
        <translation>其中没有评估数据：保留此处已选的数据。</translation>
    </message>
</context>
<context>
    <name>quantiscope::RecipePanel</name>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>&amp;Preset</source>
        <translation>预设(&amp;P)</translation>
    </message>
    <message>
        <source>Which preset?</source>
        <translation>选哪个预设？</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>Gates</source>
        <translation>门限</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Preset %1</source>
        <translation>预设 %1</translation>
    </message>
    <message>
        <source>Choose a preset</source>
        <translation>选择预设</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>部分</translation>
    </message>
</context>
<context>
    <name>quantiscope::RuleModel</name>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1，%2：%3</translation>
    </message>
    <message numerus="yes">
        <source>%1, %2, %n node(s)</source>
        <translation>
            <numerusform>%1，%2，%n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Rule on: %1</source>
        <translation>启用规则：%1</translation>
    </message>
    <message>
        <source>Rule off: %1</source>
        <translation>停用规则：%1</translation>
    </message>
    <message>
        <source>Delete rule: %1</source>
        <translation>删除规则：%1</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n rule(s)</source>
        <translation>
            <numerusform>删除 %n 条规则</numerusform>
        </translation>
    </message>
    <message>
        <source>Repair rule: %1</source>
        <translation>修复规则：%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Move rule: %1</source>
        <translation>移动规则：%1</translation>
    </message>
</context>
<context>
    <name>quantiscope::RuleView</name>
    <message>
        <source>Precision rules</source>
        <translation>精度规则</translation>
    </message>
    <message>
        <source>New rule</source>
        <translation>新建规则</translation>
    </message>
    <message>
        <source>New rule…</source>
        <translation>新建规则…</translation>
    </message>
    <message>
        <source>%1 float</source>
        <translation>%1 浮点</translation>
    </message>
    <message>
        <source>%1 int16</source>
        <translation>%1 int16</translation>
    </message>
    <message>
        <source>%1 int8</source>
        <translation>%1 int8</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) vanish when the graph is prepared.</source>
        <translation>
            <numerusform>准备计算图时有 %n 个节点消失。</numerusform>
        </translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Select in graph</source>
        <translation>在计算图中选中</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>复制为 JSON</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>No rules: all that the preset quantizes is quantized. X keeps the selected nodes float.</source>
        <translation>没有规则：预设要量化的全部量化。X 使选中的节点保持浮点。</translation>
    </message>
    <message>
        <source>Switch on or off</source>
        <translation>启用或停用</translation>
    </message>
    <message>
        <source>Use the nearest name</source>
        <translation>使用最接近的名称</translation>
    </message>
    <message>
        <source>Keep float</source>
        <translation>保持浮点</translation>
    </message>
    <message>
        <source>16 bit</source>
        <translation>16 位</translation>
    </message>
    <message>
        <source>8 bit</source>
        <translation>8 位</translation>
    </message>
    <message>
        <source>No rule is chosen</source>
        <translation>未选择规则</translation>
    </message>
    <message>
        <source>The rule catches no node</source>
        <translation>规则未命中任何节点</translation>
    </message>
    <message>
        <source>The rule is not dead, or no name is near</source>
        <translation>规则并未失效，或没有相近的名称</translation>
    </message>
    <message>
        <source>There is no layer rule above it</source>
        <translation>它上面没有层规则</translation>
    </message>
    <message>
        <source>There is no layer rule below it</source>
        <translation>它下面没有层规则</translation>
    </message>
    <message>
        <source>Copy names of the caught nodes</source>
        <translation>复制命中节点的名称</translation>
    </message>
    <message>
        <source>none · X adds nodes</source>
        <translation>无 · 按 X 添加节点</translation>
    </message>
</context>
<context>
    <name>quantiscope::Rules</name>
    <message>
        <source>Use it</source>
        <translation>采用</translation>
    </message>
    <message>
        <source>Nearest: %1</source>
        <translation>最接近：%1</translation>
    </message>
    <message>
        <source>float</source>
        <translation>浮点</translation>
    </message>
    <message>
        <source>16 bit</source>
        <translation>16 位</translation>
    </message>
    <message>
        <source>8 bit</source>
        <translation>8 位</translation>
    </message>
    <message>
        <source>operator %1</source>
        <translation>算子 %1</translation>
    </message>
    <message>
        <source>upstream of %1</source>
        <translation>%1 的上游</translation>
    </message>
    <message>
        <source>upstream of %1 until %2</source>
        <translation>%1 的上游，直到 %2</translation>
    </message>
    <message>
        <source>downstream of %1</source>
        <translation>%1 的下游</translation>
    </message>
    <message>
        <source>downstream of %1 until %2</source>
        <translation>%1 的下游，直到 %2</translation>
    </message>
</context>
<context>
    <name>quantiscope::RunCards</name>
    <message>
        <source>%1 %</source>
        <comment>per cent</comment>
        <translation>%1%</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Quantized</source>
        <translation>已量化</translation>
    </message>
    <message>
        <source>Gates</source>
        <translation>门限</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>%1 MiB</source>
        <translation>%1 MiB</translation>
    </message>
    <message>
        <source>%1 MiB to run %2</source>
        <translation>相对运行 %2：%1 MiB</translation>
    </message>
    <message>
        <source>÷ %1 to FP32</source>
        <translation>为 FP32 的 1/%1</translation>
    </message>
    <message>
        <source>%1 of the float model</source>
        <translation>浮点模型的 %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n node(s)</source>
        <translation>
            <numerusform>%n 个节点中的 %1 个</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of nodes</source>
        <translation>节点的 %1</translation>
    </message>
    <message>
        <source>%1 of multiply-adds</source>
        <translation>乘加的 %1</translation>
    </message>
    <message>
        <source>%1 of weights</source>
        <translation>权重的 %1</translation>
    </message>
    <message>
        <source>in integers: %1</source>
        <translation>整数：%1</translation>
    </message>
    <message>
        <source>in float: %1</source>
        <translation>浮点：%1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Bounds of the recipe that a result must keep</source>
        <translation>结果必须满足的配方界限</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n met</source>
        <translation>
            <numerusform>%n 个中满足 %1 个</numerusform>
        </translation>
    </message>
    <message>
        <source>met</source>
        <translation>满足</translation>
    </message>
    <message>
        <source>not met</source>
        <translation>未满足</translation>
    </message>
    <message>
        <source>✕ %1</source>
        <comment>a gate that is not met</comment>
        <translation>✕ %1</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>statistics reused</source>
        <translation>统计量已复用</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>峰值 %1</translation>
    </message>
    <message>
        <source>%1: %2 s</source>
        <translation>%1：%2 秒</translation>
    </message>
    <message>
        <source>%1, peak %2</source>
        <translation>%1，峰值 %2</translation>
    </message>
</context>
<context>
    <name>quantiscope::RunExporter</name>
    <message>
        <source>ONNX models (*.onnx)</source>
        <translation>ONNX 模型 (*.onnx)</translation>
    </message>
    <message>
        <source>Recipes (*.json)</source>
        <translation>配方 (*.json)</translation>
    </message>
    <message>
        <source>Reports (*.json)</source>
        <translation>报告 (*.json)</translation>
    </message>
    <message>
        <source>Shell scripts (*.sh)</source>
        <translation>Shell 脚本 (*.sh)</translation>
    </message>
    <message>
        <source>Workflows (*.yml)</source>
        <translation>工作流 (*.yml)</translation>
    </message>
    <message>
        <source>Python scripts (*.py)</source>
        <translation>Python 脚本 (*.py)</translation>
    </message>
    <message>
        <source>Export run %1</source>
        <translation>导出运行 %1</translation>
    </message>
    <message>
        <source>Replace the recipe that belongs to it as well?</source>
        <translation>与其对应的配方也要一并替换吗？</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Web page, one file (*.html)</source>
        <translation>网页，单个文件 (*.html)</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>Everything, with all samples (*.json)</source>
        <translation>全部内容，含所有样本 (*.json)</translation>
    </message>
    <message>
        <source>Export the dashboard</source>
        <translation>导出仪表板</translation>
    </message>
</context>
<context>
    <name>quantiscope::RunFindings</name>
    <message>
        <source>What was found out is of another quantized model than run %1&apos;s: its model or its data have changed since. Quantize again, and analyse that run.</source>
        <translation>已有的结果属于另一个量化模型，而不是运行 %1 的：其模型或数据此后已改变。请重新量化，再分析新的运行。</translation>
    </message>
</context>
<context>
    <name>quantiscope::RunOutputsModel</name>
    <message>
        <source>run %1</source>
        <translation>运行 %1</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation>余弦相似度</translation>
    </message>
    <message>
        <source>PSNR, dB</source>
        <translation>PSNR，dB</translation>
    </message>
    <message>
        <source>run %1, baseline</source>
        <translation>运行 %1，基准</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>part of an output, what it selects</comment>
        <translation>%1：%2</translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n 个样本</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s) left out: a value was NaN or infinite</source>
        <translation>
            <numerusform>略去 %n 个样本：有值为 NaN 或无穷</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s) left out: the models gave different extents</source>
        <translation>
            <numerusform>略去 %n 个样本：两个模型给出的大小不同</numerusform>
        </translation>
    </message>
    <message>
        <source>The largest difference of an element in any sample</source>
        <translation>任一样本中元素的最大差</translation>
    </message>
    <message>
        <source>The lowest cosine of any sample</source>
        <translation>任一样本的最低余弦相似度</translation>
    </message>
    <message>
        <source>Mean over the samples</source>
        <translation>样本上的均值</translation>
    </message>
    <message>
        <source>Δ</source>
        <translation>Δ</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>SQNR, dB</source>
        <translation>SQNR，dB</translation>
    </message>
    <message>
        <source>SSIM</source>
        <translation>SSIM</translation>
    </message>
    <message>
        <source>RMSE</source>
        <translation>RMSE</translation>
    </message>
    <message>
        <source>L2</source>
        <translation>L2</translation>
    </message>
    <message>
        <source>Max. error</source>
        <translation>最大误差</translation>
    </message>
</context>
<context>
    <name>quantiscope::RunningJobCard</name>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Steps done</source>
        <translation>已完成的步骤</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>速率</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>剩余时间</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Progress of the stage</source>
        <translation>阶段进度</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>剩余</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>Stage %1 of %2 · %3</source>
        <translation>阶段 %1 / %2 · %3</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <comment>done of all</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 /s</source>
        <translation>%1 /秒</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>More: command line, log</source>
        <translation>更多：命令行、日志</translation>
    </message>
    <message>
        <source>Variants</source>
        <translation>变体</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>更改</translation>
    </message>
</context>
<context>
    <name>quantiscope::RunsModel</name>
    <message>
        <source>+ float: %1</source>
        <translation>+ 浮点：%1</translation>
    </message>
    <message>
        <source>− float: %1</source>
        <translation>− 浮点：%1</translation>
    </message>
    <message>
        <source>+ layer rule: %1</source>
        <translation>+ 逐层规则：%1</translation>
    </message>
    <message>
        <source>− layer rule: %1</source>
        <translation>− 逐层规则：%1</translation>
    </message>
    <message>
        <source>+ %1</source>
        <comment>an option that was switched on</comment>
        <translation>+ %1</translation>
    </message>
    <message>
        <source>− %1</source>
        <comment>an option that was switched off</comment>
        <translation>− %1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>an option and its new value</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>same recipe</source>
        <translation>配方相同</translation>
    </message>
    <message>
        <source>preset</source>
        <translation>预设</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 及另外 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>FP32</source>
        <translation>FP32</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <comment>quantized of all</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>The float model, which the runs are compared with</source>
        <translation>浮点模型，各次运行与之比较</translation>
    </message>
    <message>
        <source>%1: %2, worst sample %3</source>
        <translation>%1：%2，最差样本 %3</translation>
    </message>
    <message>
        <source>%1: %2 dB, worst sample %3 dB</source>
        <translation>%1：%2 dB，最差样本 %3 dB</translation>
    </message>
    <message numerus="yes">
        <source>Measured on %n calibration sample(s)</source>
        <translation>
            <numerusform>在 %n 个校准样本上测得</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Measured on %n sample(s)</source>
        <translation>
            <numerusform>在 %n 个样本上测得</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Top-1 and top-5 of %n labelled sample(s): %1 % and %2 %</source>
        <translation>
            <numerusform>%n 个带标签样本的 Top-1 与 Top-5：%1% 和 %2%</numerusform>
        </translation>
    </message>
    <message>
        <source>No labels: set them with the evaluation data</source>
        <translation>没有标签：请在评估数据中设置</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>preset, what differs</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>参考</translation>
    </message>
    <message>
        <source>The lowest of the outputs</source>
        <translation>各输出中最低的一个</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>配方</translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation>余弦相似度</translation>
    </message>
    <message>
        <source>PSNR, dB</source>
        <translation>PSNR，dB</translation>
    </message>
    <message>
        <source>Top-1, %</source>
        <translation>Top-1，%</translation>
    </message>
    <message>
        <source>Size, MiB</source>
        <translation>大小，MiB</translation>
    </message>
    <message>
        <source>Quantized nodes</source>
        <translation>量化节点</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Time, s</source>
        <translation>用时，秒</translation>
    </message>
    <message>
        <source>far from FP32</source>
        <translation>与 FP32 相差很大</translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n 条警告</numerusform>
        </translation>
    </message>
    <message>
        <source>statistics reused</source>
        <translation>已复用统计量</translation>
    </message>
    <message>
        <source>%1 calibration</source>
        <comment>samples, measured on</comment>
        <translation>%1 个校准样本</translation>
    </message>
    <message>
        <source>%1 evaluation</source>
        <comment>samples, measured on</comment>
        <translation>%1 个评估样本</translation>
    </message>
    <message>
        <source>Far from FP32: an output&apos;s mean cosine is below %1.</source>
        <translation>与 FP32 相差很大：有输出的平均余弦相似度低于 %1。</translation>
    </message>
    <message>
        <source>The samples were not run again: their statistics came from an earlier run.
Scales, placement and the comparison with FP32 were made anew.</source>
        <translation>没有重新运行样本：统计量来自之前的运行。
缩放因子、放置以及与 FP32 的比较都是重新进行的。</translation>
    </message>
    <message>
        <source>Measured on</source>
        <translation>测量样本</translation>
    </message>
    <message>
        <source>The current run is always shown.</source>
        <translation>当前运行始终显示。</translation>
    </message>
    <message>
        <source>The baseline is always shown.</source>
        <translation>基准始终显示。</translation>
    </message>
    <message numerus="yes">
        <source>%n runs are shown already: take one away first.</source>
        <translation>
            <numerusform>已显示 %n 个运行：请先去掉一个。</numerusform>
        </translation>
    </message>
    <message>
        <source>Show it beside the current run</source>
        <translation>与当前运行并列显示</translation>
    </message>
    <message>
        <source>shown</source>
        <translation>已显示</translation>
    </message>
    <message>
        <source>not shown</source>
        <translation>未显示</translation>
    </message>
    <message>
        <source>Δ</source>
        <translation>Δ</translation>
    </message>
    <message>
        <source>Δ run %1</source>
        <translation>Δ 运行 %1</translation>
    </message>
    <message>
        <source>Shown</source>
        <translation>显示</translation>
    </message>
</context>
<context>
    <name>quantiscope::RunsPage</name>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>&amp;Open the quantized graph</source>
        <translation>打开量化后的计算图(&amp;O)</translation>
    </message>
    <message>
        <source>Show the run&apos;s quantized model beside the float one</source>
        <translation>并排显示该运行的量化模型与浮点模型</translation>
    </message>
    <message>
        <source>&amp;Restore this run&apos;s recipe</source>
        <translation>恢复此运行的配方(&amp;R)</translation>
    </message>
    <message>
        <source>Make the run&apos;s recipe the edited one; can be undone</source>
        <translation>将该运行的配方设为当前编辑的配方；可撤销</translation>
    </message>
    <message>
        <source>&amp;Measure again</source>
        <translation>重新测量(&amp;M)</translation>
    </message>
    <message>
        <source>Compare the run&apos;s model with the float one on the evaluation data</source>
        <translation>用评估数据比较该运行的模型与浮点模型</translation>
    </message>
    <message>
        <source>Quantized &amp;model…</source>
        <translation>量化模型(&amp;M)…</translation>
    </message>
    <message>
        <source>&amp;Recipe…</source>
        <translation>配方(&amp;R)…</translation>
    </message>
    <message>
        <source>Re&amp;port as JSON…</source>
        <translation>JSON 报告(&amp;P)…</translation>
    </message>
    <message>
        <source>Copy as &amp;command line</source>
        <translation>复制为命令行(&amp;C)</translation>
    </message>
    <message>
        <source>Copy the qscope command that makes the run again</source>
        <translation>复制可重现该运行的 qscope 命令</translation>
    </message>
    <message>
        <source>&amp;GitHub workflow…</source>
        <translation>GitHub 工作流(&amp;G)…</translation>
    </message>
    <message>
        <source>&amp;Shell script for CI…</source>
        <translation>CI 用 Shell 脚本(&amp;S)…</translation>
    </message>
    <message>
        <source>Script for AMD &amp;Quark…</source>
        <translation>AMD Quark 脚本(&amp;Q)…</translation>
    </message>
    <message>
        <source>Script for &amp;ONNX Runtime…</source>
        <translation>ONNX Runtime 脚本(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>导出(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Delete the run…</source>
        <translation>删除运行(&amp;D)…</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>The run that the current one is compared with</source>
        <translation>与当前运行比较的那次运行</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>No runs yet. Every quantization becomes a row here, with what changed and what came of it.</source>
        <translation>尚无运行。每次量化都会在此处成为一行，列出改动及其结果。</translation>
    </message>
    <message>
        <source>Quantize</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>the run before</source>
        <translation>上一次运行</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>运行 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n 次运行</numerusform>
        </translation>
    </message>
    <message>
        <source>No run is selected</source>
        <translation>未选中运行</translation>
    </message>
    <message>
        <source>Delete run %1</source>
        <translation>删除运行 %1</translation>
    </message>
    <message>
        <source>Take run %1 out of the project?</source>
        <translation>要将运行 %1 移出项目吗？</translation>
    </message>
    <message numerus="yes">
        <source>Delete run %1 and its %n file(s)?</source>
        <translation>
            <numerusform>要删除运行 %1 及其 %n 个文件吗？</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Show the &amp;folder</source>
        <translation>显示文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>Open the folder that the run&apos;s model lies in</source>
        <translation>打开该运行的模型所在的文件夹</translation>
    </message>
    <message>
        <source>Copy the table as CS&amp;V</source>
        <translation>将表格复制为 CSV(&amp;V)</translation>
    </message>
    <message>
        <source>Copy the table of runs, as it is sorted, for a spreadsheet</source>
        <translation>按当前排序复制运行表格，供电子表格使用</translation>
    </message>
    <message>
        <source>Copy the table as Mar&amp;kdown</source>
        <translation>将表格复制为 Markdown(&amp;K)</translation>
    </message>
    <message>
        <source>Copy the table of runs, as it is sorted, for a text</source>
        <translation>按当前排序复制运行表格，供文本使用</translation>
    </message>
    <message>
        <source>Take the selected runs out of the project and delete their files</source>
        <translation>将所选运行移出项目并删除其文件</translation>
    </message>
    <message>
        <source>Recipe changed since run %1</source>
        <translation>配方在第 %1 次运行之后有改动</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n run(s)</source>
        <translation>
            <numerusform>删除 %n 次运行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n run(s) and their files?</source>
        <translation>
            <numerusform>删除 %n 次运行及其文件？</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>以及另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Copy what the current cell of the table of runs says</source>
        <translation>复制运行表当前单元格的内容</translation>
    </message>
    <message>
        <source>Copy this ce&amp;ll</source>
        <translation>复制此单元格(&amp;L)</translation>
    </message>
    <message numerus="yes">
        <source>%n other file(s) stay: only files named as the run&apos;s own are deleted, in a folder for runs of this project or in one that you chose.</source>
        <translation>
            <numerusform>另有 %n 个文件保留在原处：只删除以该运行命名、且位于本项目的运行文件夹或您所选文件夹中的文件。</numerusform>
        </translation>
    </message>
    <message>
        <source>Reports are being read</source>
        <translation>正在读取报告</translation>
    </message>
    <message>
        <source>Dash&amp;board as HTML, CSV or JSON…</source>
        <translation>仪表板导出为 HTML、CSV 或 JSON(&amp;B)…</translation>
    </message>
    <message>
        <source>Write what is shown of the runs side by side, and how they differ</source>
        <translation>写出并列显示的运行及其差异</translation>
    </message>
    <message>
        <source>&amp;Pin as baseline</source>
        <translation>固定为基准(&amp;P)</translation>
    </message>
    <message>
        <source>Compare all other runs with this one, or no longer; can be undone</source>
        <translation>让其他运行都与此运行比较，或取消；可以撤销</translation>
    </message>
</context>
<context>
    <name>quantiscope::SampleListModel</name>
    <message>
        <source>%1
Not among the samples that the seed chooses</source>
        <translation>%1
不在种子所选的样本之中</translation>
    </message>
</context>
<context>
    <name>quantiscope::SamplesPanel</name>
    <message>
        <source>Worst samples</source>
        <translation>最差样本</translation>
    </message>
    <message>
        <source>Lost: right in FP32, wrong now</source>
        <translation>失去：FP32 正确，现在错误</translation>
    </message>
    <message>
        <source>Gained: wrong in FP32, right now</source>
        <translation>得到：FP32 错误，现在正确</translation>
    </message>
    <message>
        <source>All that flipped</source>
        <translation>所有翻转的样本</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Open as data</source>
        <translation>作为数据打开</translation>
    </message>
    <message>
        <source>List these samples alone in the perspective Calibrate</source>
        <translation>在“校准”视角中只列出这些样本</translation>
    </message>
    <message>
        <source>Show it with its preprocessing</source>
        <translation>与预处理一起显示</translation>
    </message>
    <message>
        <source>was %1</source>
        <comment>a value in the baseline</comment>
        <translation>原为 %1</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <comment>class in FP32, class now</comment>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>失去</translation>
    </message>
    <message>
        <source>gained</source>
        <translation>得到</translation>
    </message>
    <message>
        <source>Worst samples of run %1: %2 of %3</source>
        <translation>运行 %1 的最差样本：%3 的%2</translation>
    </message>
    <message>
        <source>Flipped samples of run %1</source>
        <translation>运行 %1 的翻转样本</translation>
    </message>
    <message>
        <source>Samples are listed here once a run was measured on some.</source>
        <translation>运行经样本测量后，样本会列在这里。</translation>
    </message>
    <message>
        <source>No sample has a value of this metric.</source>
        <translation>没有样本具有该指标的值。</translation>
    </message>
    <message>
        <source>No sample flipped this way.</source>
        <translation>没有样本这样翻转。</translation>
    </message>
    <message>
        <source>Without labels no answer is right or wrong. Choose labels with the evaluation data, then measure again.</source>
        <translation>没有标签就无法判断答案对错。请与评估数据一起选择标签，然后重新测量。</translation>
    </message>
    <message>
        <source>run %1 · %2 of %3</source>
        <translation>运行 %1 · %3 的%2</translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n 个样本</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quantiscope::SecondGraphPane</name>
    <message>
        <source>Close this graph</source>
        <translation>关闭此计算图</translation>
    </message>
    <message>
        <source>Back to the graph around</source>
        <translation>返回外层计算图</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>control-flow body, node</comment>
        <translation>%2 的 %1</translation>
    </message>
    <message numerus="yes">
        <source>Open %1 (%n node(s))</source>
        <translation>
            <numerusform>打开 %1（%n 个节点）</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;What changed</source>
        <translation>变化内容(&amp;W)</translation>
    </message>
    <message>
        <source>Second graph</source>
        <translation>第二计算图</translation>
    </message>
    <message>
        <source>The list of what is different between the two models</source>
        <translation>两个模型之间差异的列表</translation>
    </message>
    <message>
        <source>&amp;Move both graphs together</source>
        <translation>两个计算图一起移动(&amp;M)</translation>
    </message>
    <message>
        <source>Keep what belongs together at the same place of both views</source>
        <translation>使对应的内容在两个视图中位于同一位置</translation>
    </message>
    <message>
        <source>No second model is shown: open the graph of a run, or of a file</source>
        <translation>未显示第二个模型：请打开一次运行或一个文件的计算图</translation>
    </message>
</context>
<context>
    <name>quantiscope::SensitivityModel</name>
    <message>
        <source>1 − cosine</source>
        <translation>1 − 余弦相似度</translation>
    </message>
    <message>
        <source>1 − top-1 accuracy</source>
        <translation>1 − top-1 准确率</translation>
    </message>
    <message>
        <source>dB below 60</source>
        <translation>低于 60 的 dB</translation>
    </message>
    <message>
        <source>cosine</source>
        <translation>余弦相似度</translation>
    </message>
    <message>
        <source>SQNR, dB</source>
        <translation>SQNR，dB</translation>
    </message>
    <message>
        <source>L2 distance</source>
        <translation>L2 距离</translation>
    </message>
    <message>
        <source>KL divergence, nats</source>
        <translation>KL 散度，nat</translation>
    </message>
    <message>
        <source>top-1 accuracy</source>
        <translation>top-1 准确率</translation>
    </message>
    <message>
        <source>%1 · %2
%3</source>
        <comment>name, operators, nodes</comment>
        <translation>%1 · %2
%3</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>name, number of nodes</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Part · nodes</source>
        <translation>部分 · 节点数</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>%1, estimated</source>
        <translation>%1，估计值</translation>
    </message>
    <message>
        <source>%1, lower is better</source>
        <translation>%1，越低越好</translation>
    </message>
    <message>
        <source>%1, less by</source>
        <comment>what keeping a part in float takes off a loss</comment>
        <translation>%1，减少量</translation>
    </message>
    <message>
        <source>%1 dB</source>
        <translation>%1 dB</translation>
    </message>
    <message>
        <source>KL divergence %1 nats</source>
        <translation>KL 散度 %1 nat</translation>
    </message>
</context>
<context>
    <name>quantiscope::SensitivityPanel</name>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>by layer</source>
        <translation>按层</translation>
    </message>
    <message>
        <source>by block</source>
        <translation>按分块</translation>
    </message>
    <message>
        <source>by operator</source>
        <translation>按算子</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>What the outputs are compared by; top-1 accuracy needs labels</source>
        <translation>比较输出所用的指标；top-1 准确率需要标签</translation>
    </message>
    <message>
        <source>The recipe was edited since this run; the numbers are the run&apos;s</source>
        <translation>配方在此运行之后已被编辑；数值属于该运行</translation>
    </message>
    <message>
        <source>Sensitivity</source>
        <translation>敏感度</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n sample(s)</source>
        <translation>
            <numerusform>%1/%n 个样本</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n 个样本</numerusform>
        </translation>
    </message>
    <message>
        <source>Quantized by itself, everything else in float</source>
        <translation>单独量化，其余保持浮点</translation>
    </message>
    <message numerus="yes">
        <source>Keep these %n in float</source>
        <translation>
            <numerusform>将这 %n 个保持为浮点</numerusform>
        </translation>
    </message>
    <message>
        <source>Progress of the measurement</source>
        <translation>测量的进度</translation>
    </message>
    <message>
        <source>by scope</source>
        <translation>按作用域</translation>
    </message>
    <message>
        <source>by mark</source>
        <translation>按标记</translation>
    </message>
    <message>
        <source>What is quantized by itself, one after the other. By mark: what each rule of the recipe catches, and what is selected</source>
        <translation>逐个单独量化的部分。按标记：配方的每条规则命中的节点，以及选中的节点</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>estimate, first order</source>
        <translation>估计，一阶</translation>
    </message>
    <message>
        <source>estimate, own errors</source>
        <translation>估计，自身误差</translation>
    </message>
    <message>
        <source>Way of measuring</source>
        <translation>测量方式</translation>
    </message>
    <message>
        <source>Measured: every part runs on every sample. Estimates take a fraction of the time and may rank some parts wrongly</source>
        <translation>实测：每个部分都在每个样本上运行。估计只需很少的时间，但可能排错某些部分的次序</translation>
    </message>
    <message>
        <source>estimate · %1</source>
        <translation>估计 · %1</translation>
    </message>
    <message>
        <source>Estimated without running every part on every sample; measure to be sure</source>
        <translation>未在每个样本上运行每个部分的估计值；要确定请实测</translation>
    </message>
    <message>
        <source>only this quantized</source>
        <translation>仅量化此部分</translation>
    </message>
    <message>
        <source>only this in float</source>
        <translation>仅此部分浮点</translation>
    </message>
    <message>
        <source>What is switched</source>
        <translation>切换的对象</translation>
    </message>
    <message>
        <source>Only this quantized: what harm each part does by itself. Only this in float: what it gains to keep each part in float while everything else is quantized</source>
        <translation>仅量化此部分：每个部分单独造成的损害。仅此部分浮点：其余全部量化时，将每个部分保持浮点所得的收益</translation>
    </message>
    <message>
        <source>By itself in float, everything else quantized</source>
        <translation>仅自身为浮点，其余全部量化</translation>
    </message>
</context>
<context>
    <name>quantiscope::ShortcutDialog</name>
    <message>
        <source>&amp;Assign</source>
        <translation>指定(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Default</source>
        <translation>默认(&amp;D)</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Filter by name or key</source>
        <translation>按名称或按键筛选</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Shortcut</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Actions and their shortcuts</source>
        <translation>操作及其快捷键</translation>
    </message>
    <message>
        <source>New shortcut</source>
        <translation>新快捷键</translation>
    </message>
    <message>
        <source>&amp;New shortcut:</source>
        <translation>新快捷键(&amp;N)：</translation>
    </message>
    <message>
        <source>“%1” has %2 already. Take another key, or change that one first.</source>
        <translation>“%1”已使用 %2。请换一个按键，或先更改前者。</translation>
    </message>
    <message>
        <source>Everywhere (fixed)</source>
        <translation>全局（固定）</translation>
    </message>
    <message>
        <source>Next or previous control</source>
        <translation>下一个或上一个控件</translation>
    </message>
    <message>
        <source>Menu of the chosen node, row or finding</source>
        <translation>所选节点、行或检查结果的菜单</translation>
    </message>
    <message>
        <source>Open or follow the chosen row</source>
        <translation>打开或转到所选行</translation>
    </message>
    <message>
        <source>Leave a dialog, a menu, the search or the rule that is being made</source>
        <translation>离开对话框、菜单、搜索或正在建立的规则</translation>
    </message>
</context>
<context>
    <name>quantiscope::StageList</name>
    <message>
        <source>Stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <comment>done of all</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1: running</source>
        <translation>%1：运行中</translation>
    </message>
    <message>
        <source>%1: done</source>
        <translation>%1：已完成</translation>
    </message>
</context>
<context>
    <name>quantiscope::StartPage</name>
    <message>
        <source>What you open appears here, with its last result.</source>
        <translation>打开过的文件及其最近结果显示在此处。</translation>
    </message>
    <message>
        <source>Start page</source>
        <translation>起始页</translation>
    </message>
    <message>
        <source>Quantize an ONNX model, see where accuracy goes.</source>
        <translation>量化 ONNX 模型，看清精度损失在何处。</translation>
    </message>
    <message>
        <source>Try the sample</source>
        <translation>试用示例</translation>
    </message>
    <message>
        <source>A small picture classifier with 64 pictures to calibrate and 512 to test, bundled. Quantized and compared in a few seconds.</source>
        <translation>内置的小型图像分类模型，附 64 张校准图像和 512 张测试图像。几秒即可完成量化和对比。</translation>
    </message>
    <message>
        <source>Open &amp;sample</source>
        <translation>打开示例(&amp;S)</translation>
    </message>
    <message>
        <source>The sample is not installed</source>
        <translation>示例未安装</translation>
    </message>
    <message>
        <source>Open and pick a preset</source>
        <translation>打开并选择预设</translation>
    </message>
    <message>
        <source>The graph is drawn in under a second. A preset sets every option for a chip or runtime; each change stays marked.</source>
        <translation>一秒之内绘出计算图。预设为芯片或运行时设定全部选项；每处改动都有标记。</translation>
    </message>
    <message>
        <source>Point at data, mark what stays float</source>
        <translation>指定数据，标记保持浮点的部分</translation>
    </message>
    <message>
        <source>Pictures or arrays, with each preprocessing step shown. Mark nodes on the graph; a live count shows the catch.</source>
        <translation>图像或数组，预处理的每一步都可见。在计算图上标记节点，实时显示命中数。</translation>
    </message>
    <message>
        <source>Quantize, look, tune</source>
        <translation>量化、查看、调优</translation>
    </message>
    <message>
        <source>In the background, with the command line&apos;s own engine. Statistics are collected once: a new variant takes a second.</source>
        <translation>在后台运行，与命令行使用同一引擎。统计量只采集一次：换个方案只需一秒。</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近</translation>
    </message>
    <message>
        <source>Recent documents</source>
        <translation>最近的文档</translation>
    </message>
    <message>
        <source>Which preset?</source>
        <translation>选哪个预设？</translation>
    </message>
    <message numerus="yes">
        <source>All %n</source>
        <translation>
            <numerusform>全部 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>Ryzen AI NPU, convolutional networks</source>
        <translation>Ryzen AI NPU，卷积网络</translation>
    </message>
    <message>
        <source>Vitis AI NPU, convolutional networks</source>
        <translation>Vitis AI NPU，卷积网络</translation>
    </message>
    <message>
        <source>Ryzen AI NPU, float scales</source>
        <translation>Ryzen AI NPU，浮点缩放因子</translation>
    </message>
    <message>
        <source>NPU, when 8 bits are not enough</source>
        <translation>NPU，8 位不够时</translation>
    </message>
    <message>
        <source>ONNX Runtime on CPUs</source>
        <translation>CPU 上的 ONNX Runtime</translation>
    </message>
    <message>
        <source>A smaller file, no calibration</source>
        <translation>缩小文件，无需校准</translation>
    </message>
    <message>
        <source>Commands (Ctrl+Shift+P)</source>
        <translation>命令 (Ctrl+Shift+P)</translation>
    </message>
    <message>
        <source>Nothing leaves this computer.</source>
        <translation>任何数据都不会离开本机。</translation>
    </message>
</context>
<context>
    <name>quantiscope::StepCard</name>
    <message>
        <source>Use step %1</source>
        <translation>使用步骤 %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Turn on %1</source>
        <translation>开启%1</translation>
    </message>
    <message>
        <source>Turn off %1</source>
        <translation>关闭%1</translation>
    </message>
    <message>
        <source>As the model</source>
        <translation>与模型一致</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>更改%1</translation>
    </message>
</context>
<context>
    <name>quantiscope::StepEditor</name>
    <message>
        <source>Change %1</source>
        <translation>更改%1</translation>
    </message>
    <message>
        <source>as the model</source>
        <translation>与模型一致</translation>
    </message>
    <message>
        <source>&amp;Mode</source>
        <translation>方式(&amp;M)</translation>
    </message>
    <message>
        <source>stretch</source>
        <translation>拉伸</translation>
    </message>
    <message>
        <source>shorter side</source>
        <translation>短边</translation>
    </message>
    <message>
        <source>letterbox</source>
        <translation>等比填充</translation>
    </message>
    <message>
        <source>&amp;Height</source>
        <translation>高(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Width</source>
        <translation>宽(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Interpolation</source>
        <translation>插值(&amp;I)</translation>
    </message>
    <message>
        <source>nearest</source>
        <translation>最近邻</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>cubic</source>
        <translation>三次</translation>
    </message>
    <message>
        <source>area</source>
        <translation>区域</translation>
    </message>
    <message>
        <source>&amp;Pad value</source>
        <translation>填充值(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Align</source>
        <translation>对齐(&amp;A)</translation>
    </message>
    <message>
        <source>top left</source>
        <translation>左上</translation>
    </message>
    <message>
        <source>centre</source>
        <translation>居中</translation>
    </message>
    <message>
        <source>&amp;Factor</source>
        <translation>系数(&amp;F)</translation>
    </message>
    <message>
        <source>A number or a quotient such as 1/255</source>
        <translation>一个数，或 1/255 这样的商</translation>
    </message>
    <message>
        <source>One number for all channels, or one per channel</source>
        <translation>所有通道共用一个数，或每个通道一个数</translation>
    </message>
    <message>
        <source>&amp;Mean</source>
        <translation>均值(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Std</source>
        <translation>标准差(&amp;S)</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a list of numbers. %2</source>
        <translation>“%1”不是数值列表。%2</translation>
    </message>
    <message>
        <source>One number belongs here.</source>
        <translation>此处应为一个数。</translation>
    </message>
</context>
<context>
    <name>quantiscope::StepWords</name>
    <message>
        <source>stretch %1</source>
        <translation>拉伸 %1</translation>
    </message>
    <message>
        <source>shorter side %1</source>
        <translation>短边 %1</translation>
    </message>
    <message>
        <source>letterbox %1</source>
        <translation>等比填充 %1</translation>
    </message>
    <message>
        <source>as the model</source>
        <translation>与模型一致</translation>
    </message>
    <message>
        <source>%1 · pad %2</source>
        <translation>%1 · 填充 %2</translation>
    </message>
    <message>
        <source>Decode</source>
        <translation>解码</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>Resize</source>
        <translation>调整大小</translation>
    </message>
    <message>
        <source>Crop</source>
        <translation>裁剪</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>Mean · std</source>
        <translation>均值 · 标准差</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>file → RGB</source>
        <translation>文件 → RGB</translation>
    </message>
    <message>
        <source>centre %1×%2</source>
        <translation>居中 %1×%2</translation>
    </message>
</context>
<context>
    <name>quantiscope::TaskCentre</name>
    <message>
        <source>No task yet. Quantize, calibrate and evaluate run here.</source>
        <translation>尚无任务。量化、校准和评估在此处运行。</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Waiting tasks</source>
        <translation>等待的任务</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Finished tasks</source>
        <translation>已完成的任务</translation>
    </message>
    <message>
        <source>Open result</source>
        <translation>打开结果</translation>
    </message>
    <message>
        <source>Copy as command line</source>
        <translation>复制为命令行</translation>
    </message>
    <message>
        <source>Show log</source>
        <translation>显示日志</translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>从列表中移除</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>quantiscope::TaskStatus</name>
    <message>
        <source>No task running</source>
        <translation>没有任务在运行</translation>
    </message>
    <message>
        <source>Running task</source>
        <translation>正在运行的任务</translation>
    </message>
    <message>
        <source>Progress of the stage</source>
        <translation>阶段进度</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <comment>done of all</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
</context>
<context>
    <name>quantiscope::TensorValuesModel</name>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
</context>
<context>
    <name>quantiscope::TensorValuesView</name>
    <message>
        <source>Copy all values, one in each line</source>
        <translation>复制全部数值，每行一个</translation>
    </message>
    <message>
        <source>Save the values as a NumPy file…</source>
        <translation>将数值保存为 NumPy 文件…</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message numerus="yes">
        <source>%n value(s)</source>
        <translation>
            <numerusform>%n 个数值</numerusform>
        </translation>
    </message>
    <message>
        <source>Too many for the clipboard: save them as a file</source>
        <translation>数量过多，无法放入剪贴板：请保存为文件</translation>
    </message>
    <message>
        <source>The values are in the clipboard.</source>
        <translation>数值已复制到剪贴板。</translation>
    </message>
    <message>
        <source>Save the values</source>
        <translation>保存数值</translation>
    </message>
    <message>
        <source>NumPy files (*.npy)</source>
        <translation>NumPy 文件 (*.npy)</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
</context>
<context>
    <name>quantiscope::TopKView</name>
    <message>
        <source>%1 G</source>
        <translation>%1 G</translation>
    </message>
    <message>
        <source>%1 M</source>
        <translation>%1 M</translation>
    </message>
    <message>
        <source>Layers in float</source>
        <translation>保留浮点的层</translation>
    </message>
    <message>
        <source>Weights in float</source>
        <translation>保留浮点的权重</translation>
    </message>
    <message>
        <source>MACs in float</source>
        <translation>保留浮点的 MAC</translation>
    </message>
    <message>
        <source>What the metric is shown over</source>
        <translation>指标的横轴</translation>
    </message>
    <message>
        <source>Metric against what is kept in float</source>
        <translation>指标与保留浮点部分的关系</translation>
    </message>
    <message>
        <source>No layer is ranked yet.</source>
        <translation>尚无层的排名。</translation>
    </message>
    <message>
        <source>gate %1</source>
        <translation>门限 %1</translation>
    </message>
    <message>
        <source>k, kept in float, most sensitive first</source>
        <translation>保留浮点的层数 k，最敏感者在前</translation>
    </message>
    <message>
        <source>weights kept in float, MiB</source>
        <translation>保留浮点的权重，MiB</translation>
    </message>
    <message>
        <source>weights kept in float, KiB</source>
        <translation>保留浮点的权重，KiB</translation>
    </message>
    <message>
        <source>MACs kept in float, G</source>
        <translation>保留浮点的 MAC，G</translation>
    </message>
    <message>
        <source>MACs kept in float, M</source>
        <translation>保留浮点的 MAC，M</translation>
    </message>
    <message>
        <source>k = 0 · %1 %2 · nothing kept in float</source>
        <translation>k = 0 · %1 %2 · 全部量化</translation>
    </message>
    <message>
        <source>k = %1 · %2 %3 · +%4 of weights and %5 MACs kept in float</source>
        <translation>k = %1 · %2 %3 · 保留浮点：权重 +%4，MAC %5</translation>
    </message>
    <message>
        <source>Decibels are logarithmic already</source>
        <translation>分贝本身已是对数</translation>
    </message>
    <message>
        <source>k = %1</source>
        <translation>k = %1</translation>
    </message>
    <message>
        <source>%1 MiB of weights in float</source>
        <translation>%1 MiB 权重保留浮点</translation>
    </message>
    <message>
        <source>%1 KiB of weights in float</source>
        <translation>%1 KiB 权重保留浮点</translation>
    </message>
    <message>
        <source>%1 G MACs in float</source>
        <translation>%1 G MAC 保留浮点</translation>
    </message>
    <message>
        <source>%1 M MACs in float</source>
        <translation>%1 M MAC 保留浮点</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>配方</translation>
    </message>
    <message>
        <source>Weights in float, bytes</source>
        <translation>保留浮点的权重，字节</translation>
    </message>
</context>
<context>
    <name>quantiscope::WhatIf</name>
    <message>
        <source>no what-if</source>
        <translation>无假设结果</translation>
    </message>
    <message>
        <source>No output of this recipe&apos;s model has a cosine.</source>
        <translation>此配方的模型没有可计算余弦相似度的输出。</translation>
    </message>
    <message>
        <source>what-if …</source>
        <translation>假设评估 …</translation>
    </message>
    <message>
        <source>What the recipe would give as it is edited now is being measured</source>
        <translation>正在测量现在编辑的配方会得到的结果</translation>
    </message>
    <message>
        <source>%1: cosine %2 → %3</source>
        <comment>output, of the run, of the edited recipe</comment>
        <translation>%1：余弦相似度 %2 → %3</translation>
    </message>
    <message>
        <source>The run&apos;s recipe, and the recipe as it is edited now:</source>
        <translation>运行的配方，以及现在编辑的配方：</translation>
    </message>
    <message numerus="yes">
        <source>cosine %1 → %2 (what-if, %n sample(s))</source>
        <translation>
            <numerusform>余弦相似度 %1 → %2（假设评估，%n 个样本）</numerusform>
        </translation>
    </message>
    <message>
        <source>NaN or infinite</source>
        <translation>NaN 或无穷大</translation>
    </message>
</context>
<context>
    <name>quantiscope::WindowDocks</name>
    <message>
        <source>Show %1</source>
        <translation>显示%1</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
</context>
<context>
    <name>quantiscope::WindowStyle</name>
    <message>
        <source>Tabs</source>
        <translation>标签页</translation>
    </message>
</context>
<context>
    <name>quantiscope::WindowToolBar</name>
    <message>
        <source>No model is open</source>
        <translation>未打开模型</translation>
    </message>
    <message>
        <source>Toolbar</source>
        <translation>工具栏</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Write the quantized model, the recipe, a report, or scripts</source>
        <translation>写出量化模型、配方、报告或脚本</translation>
    </message>
    <message>
        <source>Go to node, tensor or option (Ctrl+P)</source>
        <translation>转到节点、张量或选项 (Ctrl+P)</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>无模型</translation>
    </message>
    <message>
        <source>%1
Has changes that are not saved</source>
        <translation>%1
有未保存的更改</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>配方</translation>
    </message>
    <message numerus="yes">
        <source>%1 · %n change(s)</source>
        <translation>
            <numerusform>%1 · %n 处更改</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: choose another preset</source>
        <translation>%1：选择其他预设</translation>
    </message>
</context>
<context>
    <name>quantiscope::shapeText</name>
    <message>
        <source>scalar</source>
        <translation>标量</translation>
    </message>
</context>
</TS>
