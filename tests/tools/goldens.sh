# Golden links: the same bits from every way to make the engine. Each line of a file is a link, its check last. Beside
# them stands what each of them means, and what the table allowed when it was written.
golden_links=tests/golden/format-1.txt
golden_tensors=tests/golden/format-1-tensors.txt # of tensors that only WebAssembly is given
golden_states=tests/golden/format-1-states.tsv
golden_table=tests/golden/format-1-table.tsv
golden_frozen=tests/golden/format-1.sha256 # once it is there, none of the others changes any more

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

golden() { # MODULE.wasm, "browsers", or COMPILER FLAG...: all links through one of the ways to make the engine
    case $1 in
    *.wasm) tally "$1" node tests/tools/golden.mjs "$1" $golden_links ;;
    browsers) mkdir -p build/test && tally "$1" node_tests engines tests/engines/*.test.mjs ;;
    *) tally "$*" golden_made $golden_links "$@" ;;
    esac
    echo "$*: $passed passed, $failed failed"
}

ways() { # every way to make the engine, one a line
    local compiler level lanes
    printf '%s\n' $modules browsers
    for compiler in gcc clang; do
        for level in -O0 -O2 -O3 "-O3 -march=native"; do
            for lanes in "" -DNF_SCALAR; do echo $compiler $level $lanes; done
        done
    done
}

goldens() { # [--regenerate | --freeze]
    if [ "$1" = --regenerate ]; then refuse_if_frozen; fi
    need gcc clang node $browsers
    build
    case $1 in
    --regenerate) regenerate ;;
    --freeze) freeze ;;
    "") ways | xargs -L 1 -P "$cores" ./build.sh golden | tee build/goldens.txt && sum <build/goldens.txt ;;
    *) stop "goldens takes nothing, --regenerate or --freeze" ;;
    esac
}

refuse_if_frozen() {
    if [ -e $golden_frozen ]; then
        stop "format 1 is frozen: a check or a meaning that changes is a mistake in the code. Nothing was changed."
    fi
}

regenerate() {
    echo "THIS CHANGES WHAT PUBLISHED LINKS MEAN: a link whose check changes is no longer reproduced by anyone." >&2
    echo "It is allowed only until format 1 is frozen; after that a check that changes is a mistake in the code." >&2
    build/ninefold seal - <$golden_links >build/golden.txt
    node tests/tools/golden.mjs build/ninefold-whole.wasm $golden_tensors --seal >build/golden-tensors.txt
    replace build/golden.txt $golden_links
    replace build/golden-tensors.txt $golden_tensors
    node tests/tools/golden-states.mjs $golden_links $golden_tensors >$golden_states
    node tests/tools/golden-states.mjs --table >$golden_table
}

replace() { # NEW OLD
    echo "$(diff "$2" "$1" | grep -c '^>') of $(wc -l <"$2") lines of $2 changed" >&2
    cp "$1" "$2"
}

freeze() { # from now on the golden files are what they are
    refuse_if_frozen
    tally "all ways" goldens ""
    if [ $failed != 0 ]; then stop "not frozen: $failed golden links are not reproduced"; fi
    sha256sum $golden_links $golden_tensors $golden_states $golden_table >$golden_frozen
    echo "format 1 is frozen by $golden_frozen, which belongs into the next commit" >&2
}
