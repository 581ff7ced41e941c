# SPDX-License-Identifier: GPL-3.0-or-later
# ---- AMD Quark -------------------------------------------------------------------------------------------------------

METHODS = {
    "MinMax": CalibrationMethod.MinMax,
    "Percentile": CalibrationMethod.Percentile,
    "Entropy": CalibrationMethod.Entropy,
    "LayerwisePercentile": LayerWiseMethod.LayerWisePercentile,
    "PowerOfTwo MinMSE": PowerOfTwoMethod.MinMSE,
    "PowerOfTwo NonOverflow": PowerOfTwoMethod.NonOverflow,
    "MinMSE": ExtendedCalibrationMethod.MinMSE,
}


def main():
    model_path, output = arguments()
    options = dict(TOOL["extra_options"])
    original = named_nodes(onnx.load(model_path))
    opset = options.pop("ConvertOpsetVersion", 13 if standard_opset(original) < 13 else 0)
    if opset:  # older ones have no Q/DQ operators: the result would not load
        original = named_nodes(converted(original, opset))
    # The tool ignores unknown names, so rules of all kinds become lists of names here. Its own preparation names some
    # nodes after the values that they make.
    names = {name for rule in RECIPE["exclude"] for name in matched(original, rule)}
    excluded = [name for n in original.graph.node if n.name in names for name in (n.name, *n.output) if name]
    types = ExtendedQuantType if TOOL["extended"] else QuantType
    overrides = tensor_overrides(original, lambda name: getattr(ExtendedQuantType, "Q" + name))
    if overrides:
        options["TensorQuantOverrides"] = overrides
    config = QuantizationConfig(
        calibrate_method=METHODS[TOOL["calibrate_method"]],
        quant_format=ExtendedQuantFormat.QDQ if TOOL["extended"] else QuantFormat.QDQ,
        activation_type=getattr(types, TOOL["activation_type"]),
        weight_type=getattr(types, TOOL["weight_type"]),
        op_types_to_quantize=TOOL["op_types_to_quantize"],
        extra_op_types_to_quantize=TOOL["extra_op_types_to_quantize"],
        nodes_to_quantize=TOOL["nodes_to_quantize"],
        nodes_to_exclude=excluded,
        input_nodes=TOOL["input_nodes"],
        output_nodes=TOOL["output_nodes"],
        per_channel=TOOL["per_channel"],
        reduce_range=TOOL["reduce_range"],
        optimize_model=TOOL["optimize"],
        use_dynamic_quant=TOOL["dynamic"],
        convert_fp16_to_fp32=TOOL["convert_fp16_to_fp32"],
        convert_nchw_to_nhwc=TOOL["convert_nchw_to_nhwc"],
        include_cle=TOOL["include_cle"],
        enable_npu_cnn=TOOL["enable_npu_cnn"],
        enable_npu_transformer=TOOL["enable_npu_transformer"],
        use_external_data_format=RECIPE["external_data"],
        extra_options=options)
    with tempfile.TemporaryDirectory() as folder:
        named = str(Path(folder) / "named.onnx")
        onnx.save(original, named)
        if TOOL["dynamic"] and TOOL["optimize"]:  # of which the tool's dynamic path does nothing
            prepared = str(Path(folder) / "prepared.onnx")
            quant_pre_process(named, prepared, skip_symbolic_shape=True)
            named = prepared
        # The tool asks for samples even if only weights are quantized.
        data = RECIPE["data"] or ({"kind": "random", "seed": 0} if options.get("WeightsOnly") else None)
        samples = samples_of(original, data, RECIPE["samples"])
        if not samples and not TOOL["dynamic"]:
            sys.exit("There are no calibration samples: fill in RECIPE['data'].")
        ModelQuantizer(Config(global_quant_config=config)).quantize_model(named, output, Samples(samples))


if __name__ == "__main__":
    main()
