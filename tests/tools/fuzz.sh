# Looking for inputs that break the engine. Each tests/fuzz/NAME.c is a target of libFuzzer; an input that broke one
# is kept in tests/fuzz/found/NAME/ and tried again in every test.

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
    check "$name builds" program "build/fuzz/$name" fuzz "$library $own $answers $model tests/fuzz/$name.c" \
        clang $flags $sanitizers -fsanitize=fuzzer
    for input in "$found"/*; do
        if [ -e "$input" ]; then check "$name: $input" "build/fuzz/$name" "$input"; fi
    done
    check "$name for $2 s" "build/fuzz/$name" -max_total_time="$2" -timeout=10 -rss_limit_mb=4096 -max_len=9000 \
        -verbosity=0 -print_funcs=0 -artifact_prefix="$found/" "build/fuzz/corpus/$name"
    rmdir "$found" 2>/dev/null || true
}
