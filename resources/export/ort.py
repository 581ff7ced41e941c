# SPDX-License-Identifier: GPL-3.0-or-later
# ---- ONNX Runtime ----------------------------------------------------------------------------------------------------


def main():
    model_path, output = arguments()
    original = named_nodes(onnx.load(model_path))
    opset = TOOL["opset"] or (13 if standard_opset(original) < 13 else 0)  # older ones have no Q/DQ operators
    if opset:
        original = named_nodes(converted(original, opset))
    with tempfile.TemporaryDirectory() as folder:
        named, prepared = str(Path(folder) / "named.onnx"), str(Path(folder) / "prepared.onnx")
        onnx.save(original, named)
        quant_pre_process(named, prepared, skip_optimization=not TOOL["optimize"], skip_symbolic_shape=True)
        graph = onnx.load(prepared)
        operators = TOOL["op_types_to_quantize"] or None
        if TOOL["all_op_types"]:
            operators = sorted({n.op_type for n in graph.graph.node})
        elif TOOL["extra_op_types_to_quantize"]:
            operators = sorted(set(operators or [*QLinearOpsRegistry, *QDQRegistry])
                               | set(TOOL["extra_op_types_to_quantize"]))
        shared = {"use_external_data_format": RECIPE["external_data"],
                  "op_types_to_quantize": operators, "per_channel": TOOL["per_channel"],
                  "reduce_range": TOOL["reduce_range"], "weight_type": getattr(QuantType, TOOL["weight_type"]),
                  "nodes_to_quantize": TOOL["nodes_to_quantize"],
                  "nodes_to_exclude": excluded_nodes(original, graph, RECIPE["exclude"])}
        options = dict(TOOL["extra_options"])
        if TOOL["dynamic"]:
            quantize_dynamic(prepared, output, extra_options=options, **shared)
            return
        overrides = tensor_overrides(graph, lambda name: getattr(QuantType, "Q" + name))
        if overrides:
            options["TensorQuantOverrides"] = overrides
        samples = samples_of(original, RECIPE["data"], RECIPE["samples"])
        if not samples:
            sys.exit("There are no calibration samples: fill in RECIPE['data'].")
        quantize_static(prepared, output, Samples(samples),
                        quant_format=QuantFormat.QDQ, activation_type=getattr(QuantType, TOOL["activation_type"]),
                        calibrate_method=getattr(CalibrationMethod, TOOL["calibrate_method"]), extra_options=options,
                        **shared)


if __name__ == "__main__":
    main()
