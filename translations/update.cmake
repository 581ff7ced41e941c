# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -D LUPDATE=… -D ENGINE_TEXTS=… -D SOURCE=… -D "TS=…;…" -D WORK=… -P update.cmake: brings the .ts files up to date
# with the sources and the engine's tables; WORK is a folder for what lies between. What lupdate complains about is an
# error: it means texts that are looked up in another context than they are stored in.
file(MAKE_DIRECTORY ${WORK})
execute_process(COMMAND ${ENGINE_TEXTS} ${WORK}/engine_texts.cpp COMMAND_ERROR_IS_FATAL ANY)
execute_process(
    COMMAND ${LUPDATE} -silent -locations none -no-obsolete -extensions cpp,h -I ${SOURCE} ${SOURCE}/app ${SOURCE}/widgets
            ${WORK}/engine_texts.cpp -ts ${TS}
    ERROR_VARIABLE complaints COMMAND_ERROR_IS_FATAL ANY)
if(complaints)
    message(FATAL_ERROR "lupdate: ${complaints}")
endif()
