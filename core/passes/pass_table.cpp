// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/passes/pass_table.h"

#include "core/passes/passes.h"

#include <array>

namespace quantiscope {

namespace {

using Config = const QuantConfig&;

bool never(Config)
{
    return false;
}

bool simplifies(Config config)
{
    return config.preparation.simplifyModel;
}

bool foldsBatchNorm(Config config)
{
    return config.preparation.foldBatchNorm.value_or(config.preparation.optimizeModel);
}

bool wantsFoldedBatchNorm(Config config)
{
    return config.preparation.foldBatchNorm.value_or(false);
}

constexpr Pass kChannelsLast{"ConvertNCHWToNHWC",
                             "ConvertNCHWToNHWC",
                             PassEffect::ChangesFunction, // of the inputs
                             [](Config config) { return config.preparation.convertNCHWToNHWC; },
                             [](Config config) { return config.preparation.convertNCHWToNHWC; },
                             channelsLastInputs};

constexpr Pass kClipToRelu{"ConvertClipToRelu",
                           "ConvertClipToRelu",
                           PassEffect::Exact,
                           [](Config config) { return config.preparation.convertClipToRelu; },
                           [](Config config) { return config.preparation.convertClipToRelu; },
                           clipToRelu};

constexpr std::array kBefore{
    Pass{"RemoveDeadNodes", "SimplifyModel", PassEffect::Exact, simplifies, never, removeDeadNodes},
    Pass{"FoldChannelConstants", "SimplifyModel", PassEffect::Exact, simplifies, never, foldChannelConstants},
    Pass{"FocusToSpaceToDepth", "SimplifyModel", PassEffect::Exact, simplifies, never, focusToSpaceToDepth},
    Pass{"CopySharedInit", "CopySharedInit", PassEffect::Exact,
         [](Config config) { return config.preparation.copySharedInit.has_value(); }, never, copySharedInitializers},
    Pass{"CopyBiasInit", "CopyBiasInit", PassEffect::Exact,
         [](Config config) { return !config.preparation.copyBiasInit.empty(); }, never, copySharedBiases},
};

constexpr std::array kAfter{
    // Not earlier: ONNX Runtime's patterns want computed shapes that nobody else reads.
    Pass{"MergeEqualNodes", "SimplifyModel", PassEffect::Exact, simplifies, never, mergeEqualNodes},
    Pass{"FuseInstanceNorm", "FuseInstanceNorm", PassEffect::Exact,
         [](Config config) { return config.preparation.fuseInstanceNorm; }, never, fuseInstanceNorm},
    Pass{"FuseL2Norm", "FuseL2Norm", PassEffect::Exact, [](Config config) { return config.preparation.fuseL2Norm; },
         never, fuseL2Norm},
    Pass{"FuseLayerNorm", "FuseLayerNorm", PassEffect::Exact,
         [](Config config) { return config.preparation.fuseLayerNorm; }, never, fuseLayerNorm},
    Pass{"FuseGelu", "FuseGelu", PassEffect::Exact, [](Config config) { return config.preparation.fuseGelu; }, never,
         fuseGelu},
    Pass{"FoldBatchNorm", "FoldBatchNorm", PassEffect::Exact, foldsBatchNorm, wantsFoldedBatchNorm, foldBatchNorm},
    Pass{"FoldBatchNormAfterConcat", "FoldBatchNorm", PassEffect::Exact, foldsBatchNorm, wantsFoldedBatchNorm,
         foldBatchNormAfterConcat},
    Pass{"ReplaceClip6Relu", "ReplaceClip6Relu", PassEffect::ChangesFunction,
         [](Config config) { return config.preparation.replaceClip6Relu && config.equalization.include; },
         [](Config config) { return config.preparation.replaceClip6Relu; }, replaceClip6},
    Pass{"ConvertReduceMeanToGlobalAvgPool", "ConvertReduceMeanToGlobalAvgPool", PassEffect::Exact,
         [](Config config) { return config.convertsForNpu(config.preparation.convertReduceMeanToGlobalAvgPool); },
         [](Config config) { return config.preparation.convertReduceMeanToGlobalAvgPool.value_or(false); },
         reduceMeanToGlobalAveragePool},
    Pass{"SplitLargeKernelPool", "SplitLargeKernelPool", PassEffect::Exact,
         [](Config config) { return config.convertsForNpu(config.preparation.splitLargeKernelPool); },
         [](Config config) { return config.preparation.splitLargeKernelPool.value_or(false); }, splitLargeKernelPool},
    Pass{"ConvertSplitToSlice", "ConvertSplitToSlice", PassEffect::Exact,
         [](Config config) { return config.convertsForNpu(config.preparation.convertSplitToSlice); },
         [](Config config) { return config.preparation.convertSplitToSlice.value_or(false); }, splitToSlice},
    Pass{"ConvertBNToConv", "ConvertBNToConv", PassEffect::Exact,
         [](Config config) { return config.convertsForNpu(config.preparation.convertBNToConv); },
         [](Config config) { return config.preparation.convertBNToConv.value_or(false); }, batchNormToConv},
};

} // namespace

std::span<const Pass> passesBeforeOptimization()
{
    return kBefore;
}

std::span<const Pass> passesAfterOptimization()
{
    return kAfter;
}

const Pass& channelsLastPass()
{
    return kChannelsLast;
}

const Pass& clipToReluPass()
{
    return kClipToRelu;
}

} // namespace quantiscope
