# Golden links: the same bits from every way to make the engine. Each line of the file is a link, its check last.
golden_links=tests/golden/format-1.txt

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
