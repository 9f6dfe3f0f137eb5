#!/usr/bin/env bash
# Everything that is done with Ninefold's sources:
#
#   ./build.sh [build]                  build/ninefold, build/site/, build/ninefold.html, build/ninefold-model.html,
#                                       build/package/
#   ./build.sh serve                    builds all but the package, serves build/site/ and prints its address (at $PORT if that is set)
#   ./build.sh test [SUITE...]          all that CI runs, or some suites; ends in "N passed, N failed"
#   ./build.sh test --all              all of them, and those that take long: capitals, growth, bundlers, tokens, pooled, models, papers, office
#   ./build.sh one TEST [FLAG...]       one file of tests, after a build; flags are those of node --test
#   ./build.sh bench [--keep] [--large] [SCRIPT]
#                                       WebAssembly against other engines, as ratios; the model, in milliseconds; what got
#                                       slower since the run that is kept, and with --keep this one is kept;
#                                       with --large also a model of 13.5 GB
#   ./build.sh fuzz SECONDS             looks for inputs that break the engine; keeps them in tests/fuzz/found/
#   ./build.sh goldens [--regenerate]   the same bits from all compilers and flags; or new checks in the golden links;
#                      [--freeze]       or from now on none of them changes any more
#   ./build.sh install [PREFIX]         program, library, header and model below PREFIX, /usr/local unless said
#   ./build.sh uninstall [PREFIX]       takes them away, and names them
#   ./build.sh train | shots            the trained model; pictures of the page
#   ./build.sh format                  lays out all C and JavaScript as .clang-format and .prettierrc say
#   ./build.sh clean                    removes build/
#
# On a bare Debian 12 or 13 each installs what it needs, as root or through sudo; elsewhere it names what is missing.
set -euo pipefail
cd "$(dirname "$0")"
for part in need counting suites goldens fuzz install; do . tests/tools/$part.sh; done

cores=$(nproc)
headers=$(echo include/*.h src/*/*.h src/*/*.def tests/c/*.h tests/fuzz/*.h)
# What opens a model of the reader's own: in the module that has everything, and in no other.
tokens='added|bpe|passage|rules|splits|tokenizer|tokenizer_gguf|tokenizer_json|unicode|unicode_tables|vocabulary'
opening="json|tensors|safetensors|gguf|families|family|parts|gelu|products|through|through_memory|through_layer|source_own|identity|heads_own|onward|others_own|opening|opening_facts|refusals|$tokens"
core="$(ls src/engine/*.c) $(ls src/model/*.c | grep -vE "/(sources|words|$opening)[.]c")"
library="$core src/model/words.c src/model/sources.c" # with all kinds of source
own="$(ls src/model/*.c | grep -E "/($opening)[.]c") $(ls src/data/*.c)"
answers=$(ls src/answers/*.c) # judging a class's answers
pictures=$(ls src/picture/*.c) # a figure taken along: SVG, NumPy arrays
commands=$(ls src/cli/*.c)
exports="src/wasm/exports.c src/wasm/memory.c"
modelled="$core src/model/words.c $exports src/wasm/model_sources.c src/wasm/model.c" # of the module with the model
gallery="src/wasm/ready.c" # the exports of ready weights, which are shown as a picture
taking="src/wasm/picture.c src/wasm/distribution.c" # the exports of what a figure is taken along by, and of whole predictions
whole="src/wasm/answers.c src/wasm/arrays.c src/wasm/own.c src/wasm/reading.c src/wasm/tensors.c" # the exports of what only the whole module has
trainer=$(ls src/train/*.c | grep -v /main)
trained=$(echo src/model/{arithmetic,induction,model,run,text,weights}.c) # what training shares with the engine
model=build/model_file.c
# A chain: each has all that those before it have. What only the last one has stands in files of its own in src/wasm/.
page_modules="build/ninefold.wasm build/ninefold-model.wasm build/ninefold-picture.wasm build/ninefold-whole.wasm"
modules="$page_modules build/scalar.wasm"

warnings="-Wall -Wextra -Wpedantic -Wconversion"
flags="-std=c11 -ffp-contract=off -Iinclude -Isrc $warnings" # contraction would let compilers round differently
# All messages in capitals, for the suite that shows what reads their words.
if [ "${CAPITALS-}" = yes ]; then flags="$flags -DNF_CAPITALS"; fi
stack=1048576 # bytes of a module; emscripten 3.1.27 and later would give 64 KiB, and tell nobody
wasm="-mbulk-memory -msign-ext -mnontrapping-fptoint -sSTANDALONE_WASM --no-entry -sMALLOC=none -sSUPPORT_ERRNO=0"
wasm="$wasm -sTOTAL_STACK=$stack -sALLOW_MEMORY_GROWTH=1 -DNF_WITHOUT_WORDS -Wno-unused-command-line-argument"
features="--enable-bulk-memory --enable-sign-ext --enable-nontrapping-float-to-int --enable-simd" # of the modules
part="-DNF_WITHOUT_ANSWERS -DNF_WITHOUT_OWN -DNF_WITHOUT_TENSORS" # of the engine's causes: those of what a module does not have
titles=-DNF_WITH_TITLES # what stands on pictures: the page has words of its own
smaller=-Oz\ -sBINARYEN_EXTRA_PASSES=flatten,rereloop,-Oz,-Oz,flatten,rereloop,-Oz,-Oz,-Oz,untee,-Oz,dealign # blocks and branches anew, as few as can be; no hints of alignment

# ---- Making one file from others ----------------------------------------------------------------

stale() { # TARGET SOURCE...: is it missing, or older than a source?
    local target=$1 source
    for source; do
        if [ ! -e "$target" ] || [ "$source" -nt "$target" ]; then return 0; fi
    done
    return 1
}

object_of() { # FOLDER SOURCE
    local name=${2//\//_}
    echo "build/objects/$1/${name%.c}.o"
}

# A module is made small, all but the kernels, and as one unit: a function that is called once is no call then, and a
# struct handed over no copy. What stands in for the C library must not be taken for calls of the C library. Random
# numbers are most of the time of a head made by hand: their parts are no calls either. Nor are those of SHA-256: from
# a small function that it was just compiling, WebKitGTK 2.50 now and then got another number, and a model another name.
level() { # SOURCE
    case ${small-}$1 in
    yessrc/engine/attention.c | yessrc/engine/sums.c | yessrc/model/products.c) echo -O2 -flto -mllvm -unroll-runtime=false ;;
    yessrc/wasm/memory.c) echo -Oz -fno-builtin ;;
    yessrc/engine/numbers.c | yessrc/engine/sha256.c | yessrc/engine/source_synthetic.c) echo -Oz -flto -finline-functions ;;
    yes*) echo -Oz -flto ;;
    esac
}

included() { # SOURCE: the sources that it takes in whole
    case $1 in
    tests/c/kernels_test.c) echo src/engine/{attention,sums}.c ;;
    tests/c/products_test.c) echo src/model/products.c ;;
    esac
}

outdated() { # FOLDER SOURCE...: the compiler's arguments for each object that must be made anew, one a line
    local folder=$1 source object
    shift
    for source; do
        object=$(object_of "$folder" "$source")
        if stale "$object" "$source" $headers build.sh $(included "$source"); then echo "$(level "$source") -c $source -o $object"; fi
    done
}

# Compiles what changed, on all cores, into objects of the program's own folder, and links.
program() { # TARGET FOLDER SOURCES COMPILER FLAG...
    local target=$1 folder=$2 sources=$3 source objects=
    shift 3
    mkdir -p "build/objects/$folder" "${target%/*}"
    outdated "$folder" $sources | xargs -r -L 1 -P "$cores" "$@" || return
    for source in $sources; do objects+=" $(object_of "$folder" "$source")"; done
    if stale "$target" $objects; then "$@" $objects ${libraries-} -o "$target"; fi
}

# The model's bytes as part of the program, or none; written only when it says something new.
embed_model() {
    local file=web/model.bin text
    if [ ! -e $file ]; then file=build/none && : >$file; fi
    text=$(cat <<END
/* $(cksum $file) */
#include <stddef.h>
extern const unsigned char nf_model_file[];
extern const size_t nf_model_file_size;
const size_t nf_model_file_size = $(wc -c <$file);
__asm__(".pushsection .rodata\n.globl nf_model_file\n.balign 16\n"
        "nf_model_file: .incbin \"$file\"\n.byte 0\n.popsection");
END
    )
    if [ "$text" != "$(cat $model 2>/dev/null)" ]; then echo "$text" >$model; fi
}

# ---- Commands -----------------------------------------------------------------------------------

native() { # TARGET FOLDER COMPILER FLAG...: the command line. It links without libm, whose bits differ by machine.
    local target=$1 folder=$2
    shift 2
    program "$target" "$folder" "$library $own $model $answers $pictures $commands" "$@" $flags
}

encoder() { # build/encode, which tests of tokenizers call
    need cc
    mkdir -p build
    embed_model
    program build/encode native "$library $own $model tests/c/encode.c" "$(command -v gcc || command -v clang)" $flags -O3
}

module() { # TARGET FOLDER SOURCES FLAG...: for the web. Of what emcc leaves, wasm-opt makes some hundred bytes less.
    local linked=build/objects/$2/${1##*/}
    small=yes libraries=$smaller program "$linked" "$2" "$3" emcc $flags $wasm "${@:4}"
    if stale "$1" "$linked"; then wasm-opt -Oz --mvp-features $features "$linked" -o "$1"; fi
}

build() {
    need cc emcc wasm-opt node esbuild
    mkdir -p build
    embed_model
    native build/ninefold native "$(command -v gcc || command -v clang)" -O3
    module build/ninefold.wasm wasm "$core $exports src/wasm/sources.c" -msimd128 $part
    module build/ninefold-model.wasm wasm "$modelled" -msimd128 $part
    module build/ninefold-picture.wasm wasm-picture "$modelled $pictures $taking" -msimd128 $part $titles
    module build/ninefold-whole.wasm wasm-whole \
        "$library $own $answers $pictures $exports src/wasm/model.c $taking $whole $gallery" -msimd128 $titles
    module build/scalar.wasm wasm-scalar "$library $own $answers $exports src/wasm/model.c $whole" -DNF_SCALAR
    site
}

build_all() { # with the package, whose types need TypeScript
    packages
    build
    package
}

bundle() { # FLAG...: modules become few files, without what only their readers need
    esbuild --bundle --format=esm --target=es2022 --minify --tsconfig=tests/tsconfig.json --log-level=warning "$@"
}

# The scripts of the site. What is imported by import() gets files of its own. Every file is made to import the element
# (--inject), so that esbuild puts all shared modules into one file; else it makes many, which compress less well.
scripts() { # FOLDER [FLAG...]
    local folder=$1
    shift
    bundle web/page/main.js web/element/nine-fold.js --splitting --inject:web/element/nine-fold.js --entry-names=[name] --outdir="$folder" "$@"
    bundle web/class/main.js --outfile="$folder/class.js" "$@" # without the element
    node web/site/smaller.mjs "$folder"/*.js
}

single() { # PAGE FILE...: a page that has its script and these files inside
    node web/site/single-file.mjs index.html build/made/whole.js "$@"
}

site() { # the pages, from what is written and what was just made
    local vouched
    rm -rf build/site build/made
    mkdir build/site build/made
    node web/site/data.mjs build/made
    mkdir -p node_modules && ln -sfn ../build/made node_modules/made # so that tests find them as the page does
    cp index.html web/model.bin $page_modules build/site/
    vouched="--define:globalThis.ninefoldHashes=$(hashes)"
    scripts build/site "$vouched"
    bundle web/page/main.js --outfile=build/made/whole.js
    bundle web/page/lesson.js web/page/teaching.js --outdir=build/site
    single build/ninefold.html build/ninefold-picture.wasm
    single build/ninefold-model.html build/ninefold-picture.wasm web/model.bin
    bundle web/element/nine-fold.js --outfile=build/site/element.js "$vouched" # one hash covers all
    cp build/ninefold.html build/ninefold-model.html build/site/ # for hosts that take one file
    node web/site/pages.mjs build/site
}

hashes() { # of what the scripts fetch, as the integrity that browsers check
    local file sum
    for file in $page_modules web/model.bin; do
        sum=$(node -p 'crypto.createHash("sha384").update(fs.readFileSync(process.argv[1])).digest("base64")' "$file")
        echo "\"${file##*/}\":\"sha384-$sum\""
    done | paste -sd, | sed 's/.*/{&}/'
}

package() { # build/package: what npm is given, with the types that tsc makes of the sources
    rm -rf build/package
    mkdir build/package
    bundle web/element/nine-fold.js web/engine/engine.js --splitting --entry-names=[name] --outdir=build/package \
        --minify-whitespace=false # which would take comments away that bundlers read
    node tests/tools/declarations.mjs build/package/types
    cp web/model.bin $page_modules build/package/
    cp LICENSE build/package/
    cp web/package.README.md build/package/README.md
    node tests/tools/package-reference.mjs >build/package/REFERENCE.md
    node tests/tools/package.mjs >build/package/package.json
}

packages() { # those of tests/package.json and of what platforms run, at the versions of their lock files
    local folder
    need node npm
    for folder in tests tests/platforms; do
        if stale $folder/node_modules/.package-lock.json $folder/package-lock.json; then
            npm ci --prefix $folder --ignore-scripts --no-audit --no-fund --loglevel=error
        fi
    done
}

one() { # TEST [FLAG...]
    local file=${1-}
    case $file in
    tests/c/*_test.c)
        need gcc
        mkdir -p build
        embed_model
        c_test asan "$file" $sanitizers
        ;;
    tests/*.test.mjs)
        packages
        node --test "${@:2}" "$file"
        ;;
    *) stop "one takes tests/c/NAME_test.c or tests/FOLDER/NAME.test.mjs" ;;
    esac
}

train() { # [FLAG...]: trains web/model.bin anew, to the byte, in about 40 minutes; --report FILE measures one instead
    need cc node npm apt-get dpkg
    sh tests/train/fetch.sh build/corpus
    program build/train train "$trainer src/train/main.c $trained src/engine/numbers.c" "$(command -v clang || command -v gcc)" \
        $flags -O3 -march=native
    if [ $# -gt 0 ]; then build/train build/corpus "$@"; else build/train build/corpus web/model.bin; fi
}

bench() { # [--keep] [--large] [SCRIPT...]
    local keep= large= script
    if [ "${1-}" = --keep ]; then keep=$1 && shift; fi
    if [ "${1-}" = --large ]; then large=$1 && shift; fi
    need chromium openblas
    build_all
    rm -f build/bench/now.json
    if [ "$(uname -sm)" = "Linux x86_64" ]; then model_packages; fi
    for script in ${@:-$(basename -s .mjs tests/bench/*.mjs)}; do node "tests/bench/$script.mjs" $large; done
    node tests/bench/lib/end.mjs $keep
}

shots() { # screenshots of the page, to be looked at
    need chromium
    build_all
    node tests/browser/shots.mjs build/site build/shots
}

case ${1-build} in
build) build_all ;;
serve) build; exec node web/site/serve.mjs build/site ;;
test) shift && run_suites "$@" ;;
suite) suite "$2" ;;
one) shift && one "$@" ;;
scripts) shift && scripts "$@" ;;
bench) bench "${@:2}" ;;
fuzz) fuzz "${2-}" ;;
goldens) goldens "${2-}" ;;
golden) shift && golden "$@" ;;
train) shift && train "$@" ;;
shots) shots ;;
install) install_all "${2-}" ;;
uninstall) uninstall "${2-}" ;;
encoder) encoder ;;
format) packages; node tests/tools/format.mjs --write ;;
clean) rm -rf build ;;
*)
    sed -n '2,/^# On/s/^# \{0,1\}//p' build.sh >&2
    exit 2
    ;;
esac
