# SPDX-License-Identifier: GPL-3.0-or-later
# ---- samples ---------------------------------------------------------------------------------------------------------

PICTURE_ENDINGS = (".png", ".jpg", ".jpeg", ".bmp", ".webp", ".tif", ".tiff", ".ppm", ".pgm")
MASK64 = (1 << 64) - 1
NUMPY_TYPES = {1: np.float32, 2: np.uint8, 3: np.int8, 4: np.uint16, 5: np.int16, 6: np.int32, 7: np.int64,
               9: np.bool_, 10: np.float16, 11: np.float64, 12: np.uint32, 13: np.uint64}


class Mersenne64:
    """std::mt19937_64: the generator that chooses samples and makes random ones."""

    def __init__(self, seed=None, state=None):
        if state is None:
            state = [seed & MASK64]
            for i in range(1, 312):
                state.append((6364136223846793005 * (state[-1] ^ (state[-1] >> 62)) + i) & MASK64)
        self.state, self.at = state, 312

    def __call__(self):
        if self.at == 312:
            s = self.state
            for i in range(312):
                x = (s[i] & 0xFFFFFFFF80000000) | (s[(i + 1) % 312] & 0x7FFFFFFF)
                s[i] = s[(i + 156) % 312] ^ (x >> 1) ^ (0xB5026F5AA96619E9 if x & 1 else 0)
            self.at = 0
        x = self.state[self.at]
        self.at += 1
        x ^= (x >> 29) & 0x5555555555555555
        x ^= (x << 17) & 0x71D67FFFEDA60000
        x ^= (x << 37) & 0xFFF7EEE000000000
        return (x ^ (x >> 43)) & MASK64


def seeded(words):
    """Mersenne64 whose state std::seed_seq(words) fills."""
    n, s = 624, len(words)
    mask, t = 0xFFFFFFFF, 11
    p = (n - t) // 2
    q = p + t
    b = [0x8B8B8B8B] * n

    def mixed(x):
        return (x ^ (x >> 27)) & mask

    for k in range(max(s + 1, n)):
        r1 = (1664525 * mixed(b[k % n] ^ b[(k + p) % n] ^ b[(k - 1) % n])) & mask
        r2 = (r1 + (s if k == 0 else k % n + words[k - 1] if k <= s else k % n)) & mask
        b[(k + p) % n] = (b[(k + p) % n] + r1) & mask
        b[(k + q) % n] = (b[(k + q) % n] + r2) & mask
        b[k % n] = r2
    for k in range(max(s + 1, n), max(s + 1, n) + n):
        r3 = (1566083941 * mixed((b[k % n] + b[(k + p) % n] + b[(k - 1) % n]) & mask)) & mask
        r4 = (r3 - k % n) & mask
        b[(k + p) % n] ^= r3
        b[(k + q) % n] ^= r4
        b[k % n] = r4
    state = [b[2 * i] | (b[2 * i + 1] << 32) for i in range(312)]
    if state[0] >> 31 == 0 and not any(state[1:]):
        state[0] = 1 << 63
    return Mersenne64(state=state)


def chosen(size, count, seed):
    """`count` different indices below `size`, ascending: a Fisher-Yates shuffle, cut off and sorted."""
    if count == 0 or count >= size:
        return list(range(size))
    random, indices = Mersenne64(seed), list(range(size))
    for i in range(count):
        bound = size - i
        uneven = (MASK64 % bound + 1) % bound
        draw = random()
        while draw > MASK64 - uneven:
            draw = random()
        k = i + draw % bound
        indices[i], indices[k] = indices[k], indices[i]
    return sorted(indices[:count])


class Input:
    """A model's input: name, NumPy type, extents (None where they are open)."""

    def __init__(self, value):
        tensor = value.type.tensor_type
        self.name = value.name
        self.type = NUMPY_TYPES[tensor.elem_type]
        self.shape = [d.dim_value if d.HasField("dim_value") else None for d in tensor.shape.dim]
        self.names = [d.dim_param for d in tensor.shape.dim]


def model_inputs(model):
    constants = {i.name for i in model.graph.initializer}
    return [Input(i) for i in model.graph.input if i.name not in constants]


def random_sample(inputs, seed, index):
    random = seeded([seed & 0xFFFFFFFF, seed >> 32, index & 0xFFFFFFFF, index >> 32])
    named, sample, shapes = {}, {}, []
    for i in inputs:
        shape = list(i.shape)
        for axis, extent in enumerate(shape):
            if extent is None:
                four = 3 if axis == 1 else 32
                shape[axis] = 1 if axis == 0 else four if len(shape) == 4 else 16 if axis == 1 else 1
                if i.names[axis]:
                    shape[axis] = named.setdefault(i.names[axis], shape[axis])
        shapes.append(shape)
    for i, shape in zip(inputs, shapes):
        count = int(np.prod(shape, dtype=np.int64))
        if i.type in (np.float32, np.float64, np.float16):
            shift, scale = {np.float32: (40, 2.0**-24), np.float64: (11, 2.0**-53), np.float16: (53, 2.0**-11)}[i.type]
            values = np.array([(random() >> shift) * scale for _ in range(count)]).astype(i.type)
        else:
            values = np.zeros(count, i.type)
        sample[i.name] = values.reshape(shape)
    return sample


def fitted(array, spec):
    """An array of one sample as the input wants it: its type, and a batch dimension of 1 if that is missing."""
    if array.ndim + 1 == len(spec.shape) and spec.shape[0] in (1, None):
        array = array[None]
    return np.ascontiguousarray(array.astype(spec.type))


def cut(array, spec):
    """Samples that are stacked on the first axis."""
    rank = len(spec.shape)
    if array.ndim == rank + 1:
        return [fitted(a, spec) for a in array]
    if array.ndim + 1 == rank:
        return [fitted(array, spec)] if matches(array.shape, spec.shape[1:]) else [fitted(a, spec) for a in array]
    rows = spec.shape[0] or 1
    return [fitted(array[k * rows:(k + 1) * rows], spec) for k in range(len(array) // rows)]


def matches(shape, wanted):
    return len(shape) == len(wanted) and all(w is None or w == s for s, w in zip(shape, wanted))


def decoded(path):
    """8-bit BGR pixels [height, width, 3]."""
    try:
        import cv2
        picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if picture is None:
            print(f"{path} cannot be decoded and is left out.", file=sys.stderr)
        return picture
    except ImportError:
        from PIL import Image, ImageOps
        return np.asarray(ImageOps.exif_transpose(Image.open(path)).convert("RGB"))[:, :, ::-1]


def resized(pixels, height, width, interpolation):
    """Without cv2, only nearest and linear, in OpenCV's arithmetic for 8-bit pixels."""
    if pixels.shape[:2] == (height, width):
        return pixels
    try:
        import cv2
        flags = {"nearest": cv2.INTER_NEAREST, "linear": cv2.INTER_LINEAR, "cubic": cv2.INTER_CUBIC,
                 "area": cv2.INTER_AREA}
        return cv2.resize(pixels, (width, height), interpolation=flags[interpolation])
    except ImportError:
        pass
    if interpolation == "nearest":
        rows = np.minimum(np.arange(height) * pixels.shape[0] // height, pixels.shape[0] - 1)
        columns = np.minimum(np.arange(width) * pixels.shape[1] // width, pixels.shape[1] - 1)
        return pixels[rows][:, columns]
    if interpolation != "linear":
        sys.exit(f"Interpolation '{interpolation}' needs the package opencv-python-headless.")

    def taps(size, wanted):
        at = ((np.arange(wanted) + 0.5) * (size / wanted) - 0.5).astype(np.float32)
        first = np.floor(at).astype(np.int64)
        part = at - first
        part[first < 0] = 0
        part[first >= size - 1] = 0
        weights = np.rint(part * 2048).astype(np.int64)
        return np.clip(first, 0, size - 1), np.clip(first + 1, 0, size - 1), 2048 - weights, weights

    top, bottom, above, below = taps(pixels.shape[0], height)
    left, right, before, behind = taps(pixels.shape[1], width)
    wide = pixels.astype(np.int64)
    if wide.ndim == 2:
        wide = wide[:, :, None]
    lines = wide[:, left] * before[None, :, None] + wide[:, right] * behind[None, :, None]
    sums = ((above[:, None, None] * (lines[top] >> 4)) >> 16) + ((below[:, None, None] * (lines[bottom] >> 4)) >> 16)
    return ((sums + 2) >> 2).astype(np.uint8).reshape((height, width) + pixels.shape[2:])


def geometry(pixels, step, crop, size):
    """Resizes and crops; `size` is the model's (height, width)."""
    if step:
        mode, wanted = step["mode"], step.get("size")
        if wanted is None and None in size:
            wanted = None if mode == "stretch" else sys.exit("The model leaves its height or width open.")
        elif wanted is None:
            wanted = [max(size)] * 2 if mode == "shorter-side" else list(size)
        elif not isinstance(wanted, list):
            wanted = [wanted, wanted]
        how = step.get("interpolation", "linear")
        rows, columns = pixels.shape[:2]
        if wanted is not None and mode == "stretch":
            pixels = resized(pixels, wanted[0], wanted[1], how)
        elif wanted is not None and mode == "shorter-side":
            longer = wanted[0] * max(rows, columns) // min(rows, columns)
            pixels = resized(pixels, *((wanted[0], longer) if rows <= columns else (longer, wanted[0])), how)
        elif wanted is not None:
            ratio = min(wanted[0] / rows, wanted[1] / columns)
            inner = [min(max(math.floor(e * ratio + 0.5), 1), w) for e, w in zip((rows, columns), wanted)]
            pixels = resized(pixels, inner[0], inner[1], how)
            centred = step.get("align", "centre") == "centre"
            at = [(w - i) // 2 if centred else 0 for w, i in zip(wanted, inner)]
            boxed = np.full(tuple(wanted) + pixels.shape[2:], step.get("pad", 114), np.uint8)
            boxed[at[0]:at[0] + inner[0], at[1]:at[1] + inner[1]] = pixels
            pixels = boxed
    if crop:
        height, width = crop if isinstance(crop, list) else (crop, crop)
        top, left = (pixels.shape[0] - height) // 2, (pixels.shape[1] - width) // 2
        pixels = pixels[top:top + height, left:left + width]
    return pixels


def picture_sample(path, preprocess, spec):
    bgr = decoded(path)
    if bgr is None:
        return None
    shape = spec.shape
    layout = preprocess.get("layout")
    if layout is None:
        nchw = shape[1] in (1, 3) or (shape[3] not in (1, 3) and shape[1] is None)
        layout = "NCHW" if nchw else "NHWC"
    channels = shape[1] if layout == "NCHW" else shape[3]
    size = shape[2:] if layout == "NCHW" else shape[1:3]
    order = preprocess.get("channels") or ("GRAY" if channels == 1 else "RGB")
    if order == "GRAY":
        wide = bgr.astype(np.int64)
        pixels = ((wide[:, :, 0] * 1868 + wide[:, :, 1] * 9617 + wide[:, :, 2] * 4899 + 8192) >> 14).astype(np.uint8)
    else:
        pixels = np.ascontiguousarray(bgr[:, :, ::-1]) if order == "RGB" else bgr
    x = geometry(pixels, preprocess.get("resize"), preprocess.get("crop"), size)
    x = x[:, :, None] if x.ndim == 2 else x
    if spec.type != np.uint8:
        x = x.astype(np.float32)
        if "scale" in preprocess:
            x = x * np.float32(preprocess["scale"])
        if preprocess.get("mean"):
            x = x - np.array(preprocess["mean"], np.float32)
        if preprocess.get("std"):
            x = x / np.array(preprocess["std"], np.float32)
    x = x.transpose(2, 0, 1) if layout == "NCHW" else x
    return {spec.name: np.ascontiguousarray(np.repeat(x[None], shape[0] or 1, axis=0).astype(spec.type))}


def listed(folder):
    """Names of a folder's samples in the order of their bytes; of its sub-folders where it holds none itself."""
    def inside(path):
        return [e for e in path.iterdir() if not e.name.startswith(".")]

    files = [e.name for e in inside(folder) if e.is_file() and e.suffix.lower() in PICTURE_ENDINGS + (".npy", ".npz")]
    if not files:
        files = [f"{e.name}/{f.name}" for e in inside(folder) if e.is_dir() for f in inside(e)
                 if f.suffix.lower() in PICTURE_ENDINGS]
    return sorted(files, key=lambda name: name.encode())


def samples_of(model, data, count):
    """The calibration samples: a list of {input: array}."""
    if data is None:
        return []
    inputs = model_inputs(model)
    if data["kind"] == "random":
        return [random_sample(inputs, data["seed"], k) for k in range(max(count, 1))]
    path, skip = Path(beside(data["path"])), set(data.get("skip", []))
    if path.is_dir():
        names = [n for n in listed(path) if n not in skip]
        names = [names[k] for k in chosen(len(names), count, data["seed"])]
        if data["kind"] == "images":
            return [s for s in (picture_sample(path / n, data["preprocess"], inputs[0]) for n in names) if s]
        if data["kind"] == "npy":
            return [{inputs[0].name: fitted(np.load(path / n), inputs[0])} for n in names]
        archives = [np.load(path / n) for n in names]
        return [{i.name: fitted(a[i.name], i) for i in inputs} for a in archives]
    arrays = {inputs[0].name: np.load(path)} if data["kind"] == "npy" else dict(np.load(path))
    if data["kind"] == "npz" and len(inputs) == 1 and inputs[0].name not in arrays and len(arrays) == 1:
        arrays = {inputs[0].name: next(iter(arrays.values()))}
    stacked = {i.name: cut(arrays[i.name], i) for i in inputs}
    size = min(len(s) for s in stacked.values())
    kept = [k for k in range(size) if f"{path.name}[{k}]" not in skip]
    picks = [kept[k] for k in chosen(len(kept), count, data["seed"])]
    return [{n: s[k] for n, s in stacked.items()} for k in picks]


class Samples(CalibrationDataReader):
    """Gives the samples to the quantizer, one at a time."""

    def __init__(self, samples):
        self.samples, self.rest = samples, iter(samples)

    def get_next(self):
        return next(self.rest, None)

    def rewind(self):
        self.rest = iter(self.samples)

    def reset_iter(self):
        self.rewind()

    def __len__(self):
        return len(self.samples)


# ---- nodes -----------------------------------------------------------------------------------------------------------


def standard_opset(model):
    return next(o.version for o in model.opset_import if o.domain in ("", "ai.onnx"))


def converted(model, opset):
    """The model in another operator set. A Softmax below opset 13 flattens what lies behind its axis; where that is
    nothing but extents of 1 it is kept from onnx's converter, which would put three nodes in its place."""
    known = onnx.shape_inference.infer_shapes(model).graph
    shapes = {v.name: [d.dim_value for d in v.type.tensor_type.shape.dim] for v in [*known.value_info, *known.input]}
    kept = []
    for node in model.graph.node if standard_opset(model) < 13 <= opset else []:
        if node.op_type not in ("Softmax", "LogSoftmax", "Hardmax") or node.domain not in ("", "ai.onnx"):
            continue
        axis = next((a.i for a in node.attribute if a.name == "axis"), 1)
        shape = shapes.get(node.input[0], [])
        axis += len(shape) if axis < 0 else 0
        if 0 <= axis < len(shape) and all(e == 1 for e in shape[axis + 1:]):
            del node.attribute[:]
            node.attribute.append(onnx.helper.make_attribute("axis", axis))
            node.domain = "kept"
            kept += node.output
    if kept:
        model.opset_import.append(onnx.helper.make_opsetid("kept", 1))
    model = onnx.version_converter.convert_version(model, opset)
    for node in model.graph.node:
        if node.output[0] in kept:
            node.domain = ""
    for k in [k for k, o in enumerate(model.opset_import) if o.domain == "kept"]:
        del model.opset_import[k]
    return model


def named_nodes(model):
    """The model with a name for every node."""
    used = {n.name for n in model.graph.node}
    for k, node in enumerate(model.graph.node):
        if not node.name:
            node.name = f"{node.op_type}_{k}"
            while node.name in used:
                node.name += "_"
            used.add(node.name)
    return model


def streams(model, starts, ends, beyond=()):
    """Names of the nodes that follow from starts, and of those that lead to ends, themselves included; ways end at the
    nodes beyond."""
    readers, makers = {}, {}
    for node in model.graph.node:
        for value in node.input:
            readers.setdefault(value, []).append(node)
        for value in node.output:
            makers[value] = node
    nodes = {n.name: n for n in model.graph.node}

    def reached(names, following):
        seen, pending = set(), list(names)
        while pending:
            name = pending.pop()
            if name not in seen:
                seen.add(name)
                pending += [n.name for n in following(nodes[name])] if name not in beyond else []
        return seen

    forward = reached(starts, lambda n: [r for v in n.output for r in readers.get(v, [])])
    backward = reached(ends, lambda n: [makers[v] for v in n.input if v in makers])
    return forward, backward


def matched(model, rule):
    """Names of the nodes that a rule means; a rule that means none ends the script."""
    names = [n.name for n in model.graph.node]
    if "node" in rule:
        found = [n for n in names if n == rule["node"]]
    elif "regex" in rule:
        found = [n for n in names if re.search(rule["regex"], n)]
    elif "opType" in rule:
        found = [n.name for n in model.graph.node if n.op_type == rule["opType"]]
    else:
        kind = next(k for k in ("between", "upstream", "downstream") if k in rule)
        ends = rule[kind]
        missing = [n for part in ends.values() for n in part if n not in names]
        found = set()
        if not missing and kind == "between":
            found = set.intersection(*streams(model, ends["from"], ends["to"]))
        elif not missing:
            found = streams(model, ends["of"], ends["of"], ends.get("until", ()))[kind == "upstream"]
        found = sorted(found, key=names.index)
    if not found:
        sys.exit(f"The rule {rule} matches no node.")
    return found


def excluded_nodes(original, prepared, rules):
    """Names of the nodes of the prepared model that do the work of an excluded node of the original one."""
    wanted = {name for rule in rules for name in matched(original, rule)}
    makers = {v: n for n in original.graph.node for v in n.output}
    prepared_makers = {v: n.name for n in prepared.graph.node for v in n.output}
    excluded = []
    for node in prepared.graph.node if wanted else []:
        seen, pending, found = set(node.input), list(node.output), node.name in wanted
        while pending and not found:
            value = pending.pop()
            if value in seen or prepared_makers.get(value, node.name) != node.name or value not in makers:
                continue
            seen.add(value)
            found = makers[value].name in wanted
            pending += makers[value].input
        if found:
            excluded.append(node.name)
    return excluded


def tensor_overrides(model, types):
    """TensorQuantOverrides: of single tensors' types, then of layer rules (those with "opType" give way to all others,
    later ones win), then of single tensors. `types` turns "Int8" into the tool's type."""
    constants = {i.name for i in model.graph.initializer}
    nodes = {n.name: n for n in model.graph.node}
    integers = {"Int8": np.int8, "UInt8": np.uint8, "Int16": np.int16, "UInt16": np.uint16}
    overrides = {}

    def translated(settings):
        known = {"symmetric": "symmetric", "reduceRange": "reduce_range", "axis": "axis"}
        result = {known[key]: value for key, value in settings.items() if key in known}
        if settings.get("type", "Float") != "Float":
            result["quant_type"] = types(settings["type"])
        if "scale" in settings:
            result["scale"] = np.array(settings["scale"], np.float32)
            result["zero_point"] = np.array(settings["zeroPoint"], integers.get(settings.get("type"), np.int32))
        if "range" in settings:
            result["rmin"], result["rmax"] = (np.float32(v) for v in settings["range"])
        return result

    def put(tensor, settings):
        if settings and tensor:
            overrides.setdefault(tensor, [{}])[0].update(translated(settings))

    for tensor, name in RECIPE["mixed"].items():
        put(tensor, {"type": name})
    for rule in sorted(RECIPE["layers"], key=lambda r: "opType" not in r["match"]):
        for name in matched(model, rule["match"]):
            first = next((k for k, v in enumerate(nodes[name].input) if v in constants), len(nodes[name].input))
            for k, value in enumerate(nodes[name].input):
                put(value, rule.get("input" if k < first else "weight" if k == first else "bias" if k == first + 1
                                    else None))
            for value in nodes[name].output:
                put(value, rule.get("output"))
    for tensor, several in RECIPE["tensors"].items():
        if len(several) == 1:
            put(tensor, several[0])
        else:
            overrides[tensor] = [translated(s) for s in several]
    return overrides


def beside(path):
    """A path of the recipe, which starts from the folder of this script."""
    return str(Path(__file__).resolve().parent / path) if path else path


def arguments():
    """(model, output): of the command line, or of the recipe."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", nargs="?", default=beside(RECIPE["model"]), help="float ONNX model")
    parser.add_argument("output", nargs="?", default=beside(RECIPE["output"]), help="quantized model to write")
    given = parser.parse_args()
    if not given.model or not given.output:
        parser.error("the recipe names no model and no output; give both")
    return given.model, given.output
