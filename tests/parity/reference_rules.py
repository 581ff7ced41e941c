# SPDX-License-Identifier: GPL-3.0-or-later
"""What the references do with a model because of its opset or their own failures, as settings and as names of values.

parity.py compares names and scales under these rules, so that a difference there is one of this program's own rules or numbers; the
accuracy beside it is always that of this program's defaults.
"""
import onnx
from onnx import version_converter

# The opsets from which on the references look at a MaxPool or a Resize, and Quark's extended and NPU flows at the bounds of a Clip.
FIRST_MAX_POOL = 12
FIRST_CLIP = 11
FIRST_RESIZE = 10  # an Upsample before
CLIP_FLOWS = ("A8W8", "A16W8", "XINT8", "VINT8")
FALLBACK = "'calibrate_method' to the simple and faster method 'MinMax'"
VIEWS = ("Dropout", "Flatten", "Identity", "Reshape")


def with_reference_rules(recipe, run, model):
    """The recipe of a golden's run with what the reference did to the model or instead of the recipe."""
    recipe = {**recipe, "options": dict(recipe.get("options", {})), "calibration": dict(recipe.get("calibration", {})),
              "exclude": list(recipe.get("exclude", []))}
    if recipe["preset"].startswith("ORT"):
        if keeps_normalizations(run, model):
            recipe["options"].update(OptimizeModel=False, SimplifyModel=False)
    else:
        recipe["options"]["CLEAcceptance"] = "Always"
        if recipe["preset"].startswith("VINT8") and adds_behind_convolutions(model):
            recipe["options"]["OptimizeModel"] = True
    if any(FALLBACK in warning for warning in run.get("tool_warnings") or []):
        recipe["calibration"]["method"] = "MinMax"
    opset = dict(run.get("opset_quantized") or [("", 13)]).get("", 13)
    present = {node.op_type for node in model.graph.node}
    if opset < FIRST_MAX_POOL and "MaxPool" in present:
        recipe["exclude"].append({"opType": "MaxPool"})
    if opset < FIRST_RESIZE and "Upsample" in present:
        recipe["exclude"].append({"opType": "Upsample"})
    if opset < FIRST_CLIP and "Clip" in present and recipe["preset"].startswith(CLIP_FLOWS):
        recipe["options"]["RemoveQDQConvClip"] = False
    return {key: value for key, value in recipe.items() if value or key in ("format", "version", "preset")}


def keeps_normalizations(run, model):
    """Did the tool leave normalizations behind convolutions, which it folds in models of newer opsets?"""
    producer = {output: node for node in model.graph.node for output in node.output}
    behind = [node for node in model.graph.node if node.op_type == "BatchNormalization"
              and node.input[0] in producer and producer[node.input[0]].op_type == "Conv"]
    left = (run.get("node_types_quantized") or {}).get("BatchNormalization", 0)
    return len(behind) > 0 and left >= len(behind)


def adds_behind_convolutions(model):
    """Are there constants added behind a convolution, which Quark's simplifier makes its bias even where its optimizer is off?"""
    constants = {initializer.name for initializer in model.graph.initializer}
    convolved = {output for node in model.graph.node if node.op_type == "Conv" for output in node.output}
    return any(node.op_type == "Add" and set(node.input) & constants and set(node.input) & convolved for node in model.graph.node)


class ValueNames:
    """One name for the values that differ by a view only, and for those that onnx's converter to opset 13 gave another name.

    The converter writes the Softmax of an old opset as Flatten, Softmax, Reshape, and replaces an Upsample by a Resize with a new
    output; simplifying takes a Dropout away and keeps either of its two names. Only views of these kinds that the converter
    put in, Dropouts and Identities are looked through.
    """

    def __init__(self, model):
        self._parent = {}
        own = {output for node in model.graph.node for output in node.output}
        for node in model.graph.node:
            if node.op_type in ("Dropout", "Identity"):
                self._join(node.input[0], node.output[0])
        if model.opset_import[0].version >= 13:
            return
        converted = version_converter.convert_version(model, 13)
        for node in converted.graph.node:
            inserted = node.op_type in VIEWS and not any(n.op_type == node.op_type and n.output[0] == node.output[0]
                                                         for n in model.graph.node)
            if inserted and node.input[0]:
                self._join(node.input[0], node.output[0])
        resized = [n.output[0] for n in converted.graph.node if n.op_type == "Resize" and n.output[0] not in own]
        upsampled = [n.output[0] for n in model.graph.node if n.op_type == "Upsample"]
        if len(resized) == len(upsampled):
            for a, b in zip(resized, upsampled):
                self._join(b, a)

    def _join(self, first, second):
        self._parent[self.of(second)] = self.of(first)

    def of(self, name):
        """The name that stands for @p name."""
        while name in self._parent and self._parent[name] != name:
            name = self._parent[name]
        return name

    def all(self, names):
        return {self.of(name) for name in names}
