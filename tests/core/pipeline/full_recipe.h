// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace quantiscope::test {

/// A recipe that has every member a recipe can have, but for alternatives of a value.
inline std::string fullRecipe()
{
    return R"({
  "$schema": "recipe.schema.json",
  "format": "quantiscope-recipe", "version": 1, "preset": "A8W8",
  "model": "float.onnx", "output": "out/int8.onnx", "externalData": true, "allowQuantized": true,
  "options": {"Percentile": 99.5, "OpTypesToQuantize": ["Conv", "Gemm"], "PerChannel": true, "WeightSymmetric": null},
  "calibration": {"method": "Percentile", "samples": 128, "batch": 1, "statistics": "calib.stats",
    "data": {"kind": "images", "path": "calib", "seed": 3, "preprocess": {
      "channels": "RGB", "resize": {"mode": "letterbox", "size": [256, 320], "interpolation": "linear", "pad": 100,
      "align": "top-left"}, "crop": [224, 224], "scale": 0.00392156862745098, "mean": [0.485, 0.456, 0.406],
      "std": [0.229], "layout": "NCHW"}}},
  "exclude": [{"node": "/model.22/Concat_3"}, {"regex": "^/head/.*"}, {"opType": "Softmax"},
              {"between": {"from": ["/model.22/Concat_3"], "to": ["/model.22/Concat_5", "x"]}},
              {"upstream": {"of": ["a"], "until": ["b"]}, "enabled": false}, {"downstream": {"of": ["c"]}}],
  "layers": [{"match": {"opType": "MatMul"}, "input": {"type": "Int16", "symmetric": true, "range": [-1, 2.5]},
              "weight": {"type": "Int8", "granularity": "channel", "axis": 1, "reduceRange": false}},
             {"match": {"node": "c"}, "bias": {"scale": [0.5, 0.25], "zeroPoint": [0, 1]}, "output": {"type": "Float"}}],
  "algorithms": [{"name": "CLE", "enabled": true, "acceptance": "Always", "steps": 3, "weightThreshold": 0.25,
                  "scaleAppendBias": false, "scaleUseThreshold": true, "totalLayerDiffThreshold": 1e-6}],
  "evaluation": {"samples": 64, "labels": "test/labels.tsv",
                 "data": {"kind": "npz", "path": "test.npz", "seed": 9, "skip": ["test.npz[1]"]}},
  "metrics": {"parts": {"scores": "output[..., 4:]", "boxes": "output[..., 0:4]"}},
  "gates": {"cosine": {"min": 0.99}, "psnr": [{"min": 30}, {"min": 20, "of": "worst"}], "sqnr": {"min": 1},
            "l2": {"max": 9}, "rmse": {"max": 0.1}, "maxAbs": {"min": 0, "max": 5}, "ssim": {"min": 0.9},
            "top1Drop": {"max": 1.0}, "top5Drop": {"max": 0.5}, "top1Agreement": {"min": 0.5},
            "outputs": {"boxes": {"cosine": {"min": 0.98}, "psnr": {"min": 1}, "sqnr": {"min": 1}, "l2": {"max": 9},
                        "rmse": {"max": 1}, "maxAbs": {"max": 1}, "ssim": {"min": 0.1}}}}
})";
}

} // namespace quantiscope::test
