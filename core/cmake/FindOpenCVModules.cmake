# SPDX-License-Identifier: GPL-3.0-or-later
# Finds single OpenCV 4 libraries. Debian's module packages (libopencv-core-dev …) hold no CMake files; those come only with
# libopencv-dev, which brings all of OpenCV and its viewers along.
# Gives opencv_core, opencv_imgproc and opencv_imgcodecs as imported targets.
find_path(OpenCVModules_INCLUDE_DIR opencv2/core.hpp PATH_SUFFIXES opencv4)
foreach(module core imgproc imgcodecs)
    find_library(OpenCVModules_${module}_LIBRARY opencv_${module})
    list(APPEND OpenCVModules_variables OpenCVModules_${module}_LIBRARY)
endforeach()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(OpenCVModules REQUIRED_VARS OpenCVModules_INCLUDE_DIR ${OpenCVModules_variables})

if(OpenCVModules_FOUND AND NOT TARGET opencv_core)
    foreach(module core imgproc imgcodecs)
        add_library(opencv_${module} SHARED IMPORTED GLOBAL)
        set_target_properties(opencv_${module} PROPERTIES IMPORTED_LOCATION "${OpenCVModules_${module}_LIBRARY}"
            INTERFACE_INCLUDE_DIRECTORIES "${OpenCVModules_INCLUDE_DIR}")
    endforeach()
endif()
mark_as_advanced(OpenCVModules_INCLUDE_DIR ${OpenCVModules_variables})
