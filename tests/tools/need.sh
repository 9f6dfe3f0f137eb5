# need THING...: makes sure that each thing works here. On Debian what is missing is installed; elsewhere it is named.
# A thing is a command, `cc` (either compiler), `fuzzer` (clang's libFuzzer, which is a package of
# its own), or `pandas` or `ipython` (of any Python: the first one that is found need not be Debian's),
# or `openblas` (NumPy of Debian's Python, and the fastest products there are for it).
need() {
    local thing packages=
    for thing; do present "$thing" || packages+=" $(packages_of "$thing")"; done
    if [ -z "$packages" ]; then return; fi
    if ! present apt-get; then stop "please install, by the names Debian gives them:$packages"; fi
    echo "installing$packages" >&2
    if [ -z "${lists-}" ]; then apt update && lists=fresh; fi
    apt install --yes --no-install-recommends $packages
    for thing; do present "$thing" || stop "$thing does not work here, even with$packages installed"; done
}

# Compilers come without the C library's headers where recommended packages are not installed: only a program that
# links shows that one works. Node is too old below 18.
present() {
    case $1 in
    cc) present gcc || present clang ;;
    gcc | clang) links "$1" -x c ;;
    g++) links "$1" -x c++ ;;
    fuzzer) links clang -x c -Dmain=LLVMFuzzerTestOneInput -fsanitize=fuzzer,address ;;
    node) node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)' 2>/dev/null ;;
    pandas) imports python3 pandas || imports /usr/bin/python3 pandas ;;
    matplotlib) imports python3 matplotlib || imports /usr/bin/python3 matplotlib ;;
    numpy) imports /usr/bin/python3 numpy ;;
    nbconvert) imports /usr/bin/python3 nbconvert && imports /usr/bin/python3 ipykernel ;;
    ipython) imports python3 IPython || imports /usr/bin/python3 IPython ;;
    openblas) /usr/bin/python3 -c 'import ctypes, numpy; ctypes.CDLL("libopenblas.so.0")' 2>/dev/null ;;
    webkit) compgen -G '/usr/lib/*/webkit2gtk-4.1/MiniBrowser' >/dev/null ;;
    *) command -v "$1" >/dev/null ;;
    esac
}

links() {
    mkdir -p build
    echo 'int main(void) { return 0; }' | "$@" - -o build/probe 2>/dev/null
}

imports() { # PYTHON MODULE
    "$1" -c "import $2" 2>/dev/null
}

packages_of() {
    case $1 in
    cc | gcc) echo gcc libc6-dev ;;
    emcc) echo emscripten ;;
    wasm-opt) echo binaryen ;;
    node) echo nodejs ;;
    fuzzer) echo "libclang-rt-$(clang -dumpversion | cut -d. -f1)-dev" ;;
    webkit) echo libwebkit2gtk-4.1-0 ;;
    openblas) echo python3-numpy libopenblas0 ;;
    pandas) echo python3-pandas ;;
    numpy) echo python3-numpy ;;
    nbconvert) echo python3-nbconvert python3-ipykernel ;;
    pdflatex) echo texlive-latex-base ;;
    ipython) echo python3-ipython ;;
    matplotlib) echo python3-matplotlib ;;
    rsvg-convert) echo librsvg2-bin ;;
    soffice) echo libreoffice-calc-nogui ;;
    xvfb-run) echo xvfb xauth ;;
    *) echo "$1" ;;
    esac
}

apt() {
    local root=
    if [ "$(id -u)" != 0 ]; then
        present sudo || stop "installing takes root, and there is no sudo here"
        root=sudo
    fi
    $root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 "$@" >/dev/null
}

stop() {
    echo "build.sh: $*" >&2
    exit 1
}
