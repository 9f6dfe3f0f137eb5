# The suites of ./build.sh test, and the two longer searches: fuzz and goldens.
#
# A suite is a function suite_NAME that calls `check` for one thing that must hold and `tally` for a program that
# counts for itself. Each runs in a process of its own, two at a time, the longest first.

all_suites="fuzz c coverage golden warnings node lint types wasm"
golden_links=tests/golden/format-1.txt
modules="build/ninefold.wasm build/scalar.wasm"
passed=0 failed=0

# ---- Counting --------------------------------------------------------------------------------------------------

run_suites() { # [SUITE...]
    need gcc g++ clang cppcheck
    need fuzzer
    build
    packages
    rm -rf build/test
    mkdir build/test
    printf '%s\n' ${@:-$all_suites} | xargs -P "$cores" -I@ sh -c './build.sh suite @ >build/test/@.log 2>&1 ||
        echo "@: 0 passed, 1 failed: the suite itself stopped" >>build/test/@.log; cat build/test/@.log'
    tail -qn 1 build/test/*.log | sum
}

sum() { # lines that begin "NAME: N passed, N failed" as one line; fails if any did
    awk -F ': ' '{ split($2, word, " "); passed += word[1]; failed += word[3] }
        END { print passed " passed, " failed " failed"; exit failed > 0 }'
}

suite() { # NAME
    "suite_$1"
    echo "$1: $passed passed, $failed failed in $SECONDS s"
}

check() { # WHAT COMMAND...: one thing that must hold; a command that fails shows what it printed
    local what=$1 said
    shift
    if said=$("$@" 2>&1); then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAILED: %s\n%s\n' "$what" "$said"
    fi
}

# Adds the "N passed, N failed" that a command prints last. Stopping early, or counting nothing, is a failure.
tally() { # WHAT COMMAND...
    local what=$1 said status=0 good bad
    shift
    said=$("$@" 2>&1) || status=$?
    read -r good bad < <(echo "$said" | tail -n 1 | sed -nE 's/^([0-9]+) passed, ([0-9]+) failed$/\1 \2/p') || true
    if [ "$status" != 0 ] || [ "${good:-0}" = 0 ]; then bad=$((${bad:-0} > 0 ? bad : 1)); fi
    passed=$((passed + ${good:-0})) failed=$((failed + bad))
    if [ "$bad" != 0 ]; then printf 'FAILED: %s (status %s)\n%s\n' "$what" "$status" "$said"; fi
}

# ---- C ---------------------------------------------------------------------------------------------------------

suite_warnings() { # no warning in any C, with any compiler; every header compiles alone, the public one as C++ too
    local cc file
    for cc in gcc clang; do
        for file in include/*.h src/*.h; do check "$cc: $file alone" header_alone $cc -x c $flags "$file"; done
        for file in $library src/main.c src/train*.c tests/c/*.c tests/fuzz/*.c; do
            if [ -e "$file" ]; then check "$cc: $file" $cc $flags -Isrc -O2 -Werror -c "$file" -o "build/test/$cc.o"; fi
        done
    done
    for cc in g++ clang++; do
        check "$cc: the public header" header_alone $cc -x c++ -std=c++17 $warnings include/ninefold.h
    done
    for file in $library src/wasm.c; do
        check "emcc: $file" emcc $flags -O2 -msimd128 -Werror -c "$file" -o build/test/emcc.o
    done
}

header_alone() { # COMPILER FLAG... HEADER: included, because compilers excuse a header from what they ask of a source
    echo "#include \"${*: -1}\"" | "${@:1:$#-1}" -I. -Werror -fsyntax-only -
}

suite_lint() {
    check cppcheck cppcheck --quiet --error-exitcode=1 --std=c11 --enable=warning,performance,portability \
        --inline-suppr --suppress=missingIncludeSystem -Iinclude src
}

sanitizers="-fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all -g -O1"

suite_c() { # the C tests with sanitizers
    local source
    for source in tests/c/*_test.c; do tally "$source" c_test asan "$source" $sanitizers; done
}

c_test() { # FOLDER SOURCE FLAG...
    local folder=$1 source=$2 target
    shift 2
    target=build/$folder/$(basename "$source" .c)
    libraries=-lm program "$target" "$folder" "$library $model $source" gcc $flags -Isrc "$@" && "$target"
}

suite_coverage() { # the C tests once more, counting lines of the library
    local source
    rm -f build/objects/coverage/*.gcda
    for source in tests/c/*_test.c; do tally "$source" c_test coverage "$source" -O0 --coverage; done
    (cd build/objects/coverage && gcov -n ./*.gcda 2>/dev/null) | awk -F "[':% ]+" '
        /^File/ { file = $2 }
        /^Lines/ && file ~ /^src\/[a-z_]+\.c$/ { print "  " file " " $3 "% of " $5; all += $5; run += $3 * $5 / 100 }
        END { printf "  lines covered: %.1f%% of %d\n", 100 * run / all, all }'
}

# ---- JavaScript and WebAssembly --------------------------------------------------------------------------------

suite_node() {
    tally "node --test" node_tests tests/node/*.test.mjs tests/tools/*.test.mjs
}

node_tests() { # FILE...: a test that was skipped or cancelled has not passed
    local status=0
    node --test --test-reporter=tap "$@" >build/test/node.tap || status=$?
    if [ $status != 0 ]; then cat build/test/node.tap; fi
    awk '/^# tests / { all = $3 } /^# pass / { good = $3 }
        END { print good + 0 " passed, " all - good " failed" }' build/test/node.tap
    return $status
}

suite_types() {
    check "tsc --strict" tests/node_modules/.bin/tsc -p tests/tsconfig.json
}

suite_wasm() {
    local module
    for module in $modules; do
        check "$module imports memory growth at most" node tests/tools/wasm-facts.mjs imports $module
    done
    check "brotli" node tests/tools/wasm-facts.mjs size build/ninefold.wasm 24
}

# ---- Golden links: the same bits everywhere --------------------------------------------------------------------

suite_golden() { # some of the links, through what differs most
    local some=build/test/some.txt module
    check "300 golden links" [ "$(wc -l <$golden_links)" = 300 ]
    awk 'NR == FNR { all++; next } int(FNR * 40 / all) > int((FNR - 1) * 40 / all)' $golden_links $golden_links >$some
    tally "native" golden_native build/ninefold $some
    tally "clang -O0, scalar" golden_made $some clang -O0 -DNF_SCALAR
    for module in $modules; do tally "$module" node tests/tools/golden.mjs $module $some; done
}

golden_native() { # PROGRAM LINKS
    "$1" check - <"$2" | awk -v all="$(wc -l <"$2")" '/^reproduced/ { same++; next } { print }
        END { print same + 0 " passed, " all - same " failed" }'
}

golden_made() { # LINKS COMPILER FLAG...
    local links=$1 name
    shift
    name=golden-$(echo "$*" | tr -d ' =')
    native "build/$name" "$name" "$@" && golden_native "build/$name" "$links"
}

golden() { # MODULE.wasm, or COMPILER FLAG...: all links through one of the ways to make the engine
    case $1 in
    *.wasm) tally "$1" node tests/tools/golden.mjs "$1" $golden_links ;;
    *) tally "$*" golden_made $golden_links "$@" ;;
    esac
    echo "$*: $passed passed, $failed failed"
}

ways() { # every way to make the engine, one a line
    local compiler level lanes
    printf '%s\n' $modules
    for compiler in gcc clang; do
        for level in -O0 -O2 -O3 "-O3 -march=native"; do
            for lanes in "" -DNF_SCALAR; do echo $compiler $level $lanes; done
        done
    done
}

goldens() { # [--regenerate]
    need gcc clang
    build
    case $1 in
    --regenerate) regenerate ;;
    "") ways | xargs -L 1 -P "$cores" ./build.sh golden | tee build/goldens.txt && sum <build/goldens.txt ;;
    *) stop "goldens takes nothing or --regenerate" ;;
    esac
}

regenerate() {
    echo "THIS CHANGES WHAT PUBLISHED LINKS MEAN: a link whose check changes is no longer reproduced by anyone." >&2
    echo "It is allowed only until format 1 is frozen; after that a check that changes is a mistake in the code." >&2
    build/ninefold seal - <$golden_links >build/golden.txt
    echo "$(diff $golden_links build/golden.txt | grep -c '^>') of $(wc -l <$golden_links) links changed" >&2
    cp build/golden.txt $golden_links
}

# ---- Fuzzing ---------------------------------------------------------------------------------------------------

suite_fuzz() { # inputs that once broke the engine, and half a minute of looking for more
    fuzz_targets 30
}

fuzz() { # SECONDS
    if ! [ "$1" -gt 0 ] 2>/dev/null; then stop "fuzz takes a number of seconds"; fi
    need clang
    need fuzzer
    mkdir -p build
    embed_model
    fuzz_targets "$1"
    echo "fuzz: $passed passed, $failed failed" | sum
}

fuzz_targets() { # SECONDS, shared by all targets
    local source share
    share=$(($1 / $(ls tests/fuzz/*.c | wc -l) + 1))
    for source in tests/fuzz/*.c; do fuzz_target "$(basename "$source" .c)" $share; done
}

fuzz_target() { # NAME SECONDS
    local name=$1 found=tests/fuzz/found/$1 input
    mkdir -p "$found" "build/fuzz/corpus/$name"
    check "$name builds" program "build/fuzz/$name" fuzz "$library $model tests/fuzz/$name.c" \
        clang $flags -Isrc $sanitizers -fsanitize=fuzzer
    for input in "$found"/*; do
        if [ -e "$input" ]; then check "$name: $input" "build/fuzz/$name" "$input"; fi
    done
    check "$name for $2 s" "build/fuzz/$name" -max_total_time="$2" -timeout=10 -rss_limit_mb=4096 -max_len=9000 \
        -artifact_prefix="$found/" "build/fuzz/corpus/$name"
    rmdir "$found" 2>/dev/null || true
}
