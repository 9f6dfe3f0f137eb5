# The suites of ./build.sh test. Each is a function suite_NAME that calls `check` for one thing that must hold and
# `tally` for a program that counts for itself; each runs in a process of its own, one more at a time than there are
# cores, because browsers wait half of their time; the longest first.
all_suites="browser engines hosts node c fuzz warnings golden types lint wasm"
long_suites="capitals growth bundlers tokens links pooled models papers office" # beside these, with --all

browsers="chromium firefox-esr webkit xvfb-run" # those that tests/engines starts

run_suites() { # [--all | SUITE...]
    if [ "${1-}" = --all ]; then set -- $all_suites $long_suites; fi
    need gcc g++ clang emcc cppcheck pkg-config node npm $browsers
    need fuzzer pandas ipython matplotlib rsvg-convert
    build_all
    rm -rf build/test
    mkdir build/test
    printf '%s\n' ${@:-$all_suites} | xargs -P $((cores + 1)) -I@ sh -c './build.sh suite @ >build/test/@.log 2>&1 ||
        echo "@: 0 passed, 1 failed: the suite itself stopped" >>build/test/@.log; cat build/test/@.log'
    tail -qn 1 build/test/*.log | sum
}

suite() { # NAME
    "suite_$1"
    echo "$1: $passed passed, $failed failed in $SECONDS s"
}

# ---- C ------------------------------------------------------------------------------------------

suite_warnings() { # no warning in any C, with any compiler; every header compiles alone, the public one as C++ too
    local cc file
    for cc in gcc clang; do
        for file in include/*.h src/*/*.h; do check "$cc: $file alone" header_alone $cc -x c $flags "$file"; done
        for file in $library $own $answers $pictures $commands src/train/*.c tests/c/*.c tests/fuzz/*.c; do
            check "$cc: $file" $cc $flags -O2 -Werror -c "$file" -o "build/test/$cc.o"
        done
    done
    for cc in g++ clang++; do
        check "$cc: the public header" header_alone $cc -x c++ -std=c++17 $warnings include/ninefold.h
    done
    for file in $library $own $answers $pictures src/wasm/*.c; do
        check "emcc: $file" emcc $flags -O2 -msimd128 -Werror -c "$file" -o build/test/emcc.o
    done
}

header_alone() { # COMPILER FLAG... HEADER: included, because compilers excuse a header from what they ask of a source
    echo "#include \"${*: -1}\"" | "${@:1:$#-1}" -I. -Werror -fsyntax-only -
}

# Left out: casts of an arena, which hands out one run of memory as arrays of several types, and uninitialised
# variables, where arrays that a loop fills are taken for empty and both compilers look anyway; and the remark of newer
# versions that they do not follow every branch.
suite_lint() {
    tally "layout of the sources" node tests/tools/format.mjs
    tally "lengths of functions" node tests/tools/function-lengths.mjs
    check cppcheck cppcheck --quiet --error-exitcode=1 --std=c11 --enable=warning,performance,portability \
        --suppress=uninitvar --suppress=normalCheckLevelMaxBranches -Iinclude -Isrc src
}

sanitizers="-fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all -g -O1"

# The C tests with sanitizers, counting lines of the library, and with them the tests of the command line for what is
# tried whole: pictures, pairs, answers, models of the reader's own.
suite_c() {
    local counting="$sanitizers --coverage" source
    rm -f build/objects/counting/*.gcda
    for source in tests/c/*_test.c; do tally "$source" c_test counting "$source" $counting; done
    check "the command line, counting" native build/counting/ninefold counting gcc $counting
    NINEFOLD=$PWD/build/counting/ninefold tally "node --test" node_tests counting \
        tests/node/{also,check,class,opened,own,own-also,own-share,pair,picture,ready,taken}.test.mjs
    check "lines covered" lines_covered 98
    echo "$said"
}

c_test() { # FOLDER SOURCE FLAG...
    local folder=$1 source=$2 target
    shift 2
    target=build/$folder/$(basename "$source" .c)
    libraries=-lm program "$target" "$folder" "$library $own $answers $pictures $trainer $model $source" gcc $flags "$@" && "$target"
}

lines_covered() { # LEAST: percent of all lines
    (cd build/objects/counting && gcov -n ./*.gcda 2>/dev/null) | awk -F "[':% ]+" -v least="$1" '
        /^File/ { file = $2 }
        /^Lines/ && file ~ /^src\/.*\.c$/ && file !~ /train|src\/cli/ {
            print "  " file " " $3 "% of " $5
            all += $5
            run += $3 * $5 / 100
        }
        END {
            printf "  lines covered: %.1f%% of %d, at least %s%%\n", 100 * run / all, all, least
            exit !(all > 0 && 100 * run >= least * all)
        }'
}

# ---- JavaScript and WebAssembly -----------------------------------------------------------------

suite_node() {
    tally "node --test" node_tests node tests/node/*.test.mjs $(ls tests/tools/*.test.mjs | grep -v growth)
    tally "lines of the page's pure modules" node tests/tools/page-coverage.mjs
}

suite_growth() { # everything is built with an operation, a parameter and a kind that nobody knows
    tally "node --test" node_tests growth tests/tools/growth.test.mjs
}

# Tokenizers against other programs, on 108,000 texts; suite node takes some hundred for each of the nine families.
suite_tokens() {
    TEXTS=12000 tally "node --test" node_tests tokens tests/node/tokens.test.mjs
}

suite_pooled() { # cells of the most tokens there may be; suite node takes some hundred
    POOLED=16384 tally "node --test" node_tests pooled tests/node/pooling.test.mjs
}

suite_links() { # four times as many random links beside the reference as suite node takes
    LINKS=1000 PATCHED=100 tally "node --test" node_tests links tests/node/reference.test.mjs
}

suite_browser() { # the page as a person uses it, in Chromium
    tally "node --test" node_tests browser tests/browser/*.test.mjs
}

node_tests() { # NAME FILE...: a test that was skipped or cancelled has not passed
    local status=0 tap=build/test/$1.tap
    shift
    node --test --test-reporter=tap "$@" >"$tap" || status=$?
    awk '/^ *not ok/ { show = 1 } show { print } /^ *\.\.\.$/ { show = 0 }
        /^# tests / { all = $3 } /^# pass / { good = $3 }
        END { print good + 0 " passed, " all - good " failed" }' "$tap"
    return $status
}

# Programs go by the causes of messages, never by their words: command line, modules and page do all that they do when
# every message is in capitals. They are built in a copy, so that nothing here is disturbed.
suite_capitals() {
    local copy=build/capitals source
    packages
    rm -rf $copy
    mkdir -p $copy/build/test
    tar -cf - --exclude=./build --exclude=./.git --exclude=node_modules . | tar -xf - -C $copy
    ln -s "$PWD/tests/node_modules" $copy/tests/node_modules
    for source in tests/c/*_test.c; do tally "$source" c_test_in_capitals "$source"; done
    check "a build in capitals" env -C $copy CAPITALS=yes ./build.sh build
    tally "node --test" env -C $copy CAPITALS=yes node tests/tools/capitals.mjs \
        tests/node/*.test.mjs tests/tools/*.test.mjs tests/browser/*.test.mjs
}

c_test_in_capitals() { # SOURCE
    local flags="$flags -DNF_CAPITALS"
    c_test capitals-c "$1" -O1
}

suite_engines() { # all golden links in Chromium, Firefox and WebKit
    tally "node --test" node_tests engines tests/engines/*.test.mjs
}

suite_hosts() { # pages of others with Ninefold in them: a course, a deck, site generators, a sanitiser
    tally "node --test" node_tests hosts tests/hosts/*.test.mjs
}

suite_bundlers() { # what takes packages of its own: bundlers, React, and those who judge npm packages
    npm ci --prefix tests/bundlers --ignore-scripts --no-audit --no-fund --loglevel=error
    tally "node --test" node_tests bundlers tests/bundlers/*.test.mjs
}

# What models of a reader's own are compared with. What llama.cpp's package brings for graphics cards is left out.
model_packages() {
    npm install --prefix tests/models --omit=optional --no-save --ignore-scripts --no-audit --no-fund --loglevel=error
}

suite_models() { # beside llama.cpp
    local ggml=tests/models/node_modules/@node-llama-cpp/linux-x64/bins/linux-x64
    if [ "$(uname -sm)" != "Linux x86_64" ]; then
        echo "models: llama.cpp's package is for Linux on x86-64 alone"
        return
    fi
    model_packages
    mkdir -p build
    program build/ggml native "$library $own $model tests/models/ggml.c" \
        "$(command -v gcc || command -v clang)" $flags -Wno-pedantic -O2 -ldl
    tally "types of GGUF" env LD_LIBRARY_PATH=$ggml build/ggml $ggml/libggml-base.so
    tally "node --test" node_tests models tests/models/*.test.mjs
}

suite_papers() { # a notebook of Jupyter, and a paper in LaTeX
    need numpy nbconvert pdflatex
    tally "node --test" node_tests papers tests/papers/*.test.mjs
}

suite_office() { # what is saved for spreadsheets, opened in LibreOffice
    need soffice
    tally "node --test" node_tests office tests/office/*.test.mjs
}

suite_types() {
    check "tsc --strict" tests/node_modules/.bin/tsc -p tests/tsconfig.json
    check "a strict project with the package" uses_the_package tsconfig --module nodenext
    check "the same with a bundler" uses_the_package tsconfig --module esnext --moduleResolution bundler
    check "the same with React" uses_the_package react --module esnext --moduleResolution bundler
    check "a server's, without the types of a page" uses_the_package server --module nodenext
}

uses_the_package() { # PROJECT FLAG...: is that of tests/types compiled, with the package installed?
    local project=build/test/types
    rm -rf $project
    mkdir -p $project/node_modules
    cp tests/types/* $project
    cp -R build/package $project/node_modules/ninefold
    tests/node_modules/.bin/tsc -p "$project/$1.json" "${@:2}"
}

suite_wasm() {
    local module
    for module in $modules; do
        check "$module imports nothing" node tests/tools/wasm-facts.mjs imports $module
    done
    check "size" node tests/tools/wasm-facts.mjs size build/ninefold.wasm 32
    echo "  $said"
    check "size with the model" node tests/tools/wasm-facts.mjs size build/ninefold-model.wasm 40
    echo "  $said"
    check "size with pictures" node tests/tools/wasm-facts.mjs size build/ninefold-picture.wasm 60
    echo "  $said"
    check "size of all" node tests/tools/wasm-facts.mjs size build/ninefold-whole.wasm 122
    echo "  $said"
}

# ---- What other files here do at length ---------------------------------------------------------

suite_golden() { # every seventh link, through what differs most; the largest take minutes without optimisation
    local some=build/test/some.txt module
    check "400 golden links" [ "$(wc -l <$golden_links)" = 400 ]
    check "72 of them of the model" [ "$(grep -c ';source=model;' $golden_links)" = 72 ]
    grep -v ';n=[^;]*[0-9][0-9][0-9][0-9]' $golden_links | awk 'NR % 7 == 0' >$some
    tally "native" golden_native build/ninefold $some
    tally "clang -O0, scalar" golden_made $some clang -O0 -DNF_SCALAR
    tally "gcc as it comes" golden_unasked $some gcc -std=gnu11 -O3 -march=native
    tally "gcc as it comes, -flto" golden_unasked $some gcc -std=gnu11 -O3 -march=native -flto=1
    tally "clang as it comes" golden_unasked $some clang -std=gnu11 -O3 -march=native
    check "clang that contracts is refused" contraction_is_refused $some
    for module in $modules; do tally "$module" node tests/tools/golden.mjs $module $some; done
    for module in build/ninefold-whole.wasm build/scalar.wasm; do
        tally "$module, tensors" node tests/tools/golden.mjs $module $golden_tensors
    done
    if [ -e $golden_frozen ]; then check "format 1 is as it was frozen" sha256sum --check --quiet $golden_frozen; fi
    check "what is frozen is not regenerated" frozen_is_refused
}

golden_unasked() { # LINKS COMPILER FLAG...: as somebody compiles the sources who gives none of the build's flags
    local flags="-Iinclude -Isrc"
    golden_made "$@"
}

# Clang's -ffp-contract=fast heeds no pragma. The program must say so and give no check, or, where the machine has
# nothing to contract with, give the same checks as always; and never other ones.
contraction_is_refused() { # LINKS
    golden_unasked "$1" clang -O1 -march=native -ffp-contract=fast >build/test/contracted.txt || return
    ! grep -vE '^unchecked.*compiled to round a product and a sum together| passed, ' build/test/contracted.txt
}

frozen_is_refused() { # asked in a process of its own, where any file stands for the one that freezes
    said=$(golden_frozen=build.sh && goldens --regenerate 2>&1) && return 1
    echo "$said" | grep 'format 1 is frozen'
}

suite_fuzz() { # inputs that once broke the engine, and half a minute of looking for more
    fuzz_targets 30
}
