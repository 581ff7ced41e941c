# SPDX-License-Identifier: GPL-3.0-or-later
# Finds ONNX Runtime's shared library and its C/C++ headers: the private prefix that `bootstrap deps` makes
# (include/onnxruntime, lib/), or a distribution's libonnxruntime-dev (the same layout below /usr).
# Gives OnnxRuntime::OnnxRuntime and OnnxRuntime_LIBRARY.
find_path(OnnxRuntime_INCLUDE_DIR onnxruntime_cxx_api.h
    PATH_SUFFIXES onnxruntime onnxruntime/core/session onnxruntime/session)
find_library(OnnxRuntime_LIBRARY onnxruntime)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(OnnxRuntime REQUIRED_VARS OnnxRuntime_LIBRARY OnnxRuntime_INCLUDE_DIR)

if(OnnxRuntime_FOUND AND NOT TARGET OnnxRuntime::OnnxRuntime)
    add_library(OnnxRuntime::OnnxRuntime SHARED IMPORTED)
    set_target_properties(OnnxRuntime::OnnxRuntime PROPERTIES
        IMPORTED_LOCATION "${OnnxRuntime_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${OnnxRuntime_INCLUDE_DIR}")
endif()
mark_as_advanced(OnnxRuntime_INCLUDE_DIR OnnxRuntime_LIBRARY)
