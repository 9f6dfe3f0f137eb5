# Installing: ./build.sh install [PREFIX], uninstall [PREFIX]. Below $DESTDIR, if that is set, for who makes packages.

# The library as one object that shows its own names alone, those of ninefold.h and of the numbers that it computes
# with (nf_), so that no name of a program's own can clash with it.
library() { # makes build/lib/libninefold.a and .so
    local cc source objects=
    cc=$(command -v gcc || command -v clang)
    mkdir -p build/lib build/objects/library
    outdated library $library | xargs -r -L 1 -P "$cores" "$cc" $flags -O3 -fPIC
    for source in $library; do objects+=" $(object_of library "$source")"; done
    if ! stale build/lib/libninefold.so.$abi $objects tests/tools/install.sh; then return; fi
    ld -r $objects -o build/lib/ninefold.o
    objcopy --wildcard --keep-global-symbol='nf_*' build/lib/ninefold.o
    rm -f build/lib/libninefold.a
    ar rcs build/lib/libninefold.a build/lib/ninefold.o
    "$cc" -shared -Wl,-soname,libninefold.so.$abi build/lib/ninefold.o -o build/lib/libninefold.so.$abi
}

abi=0 # changes when a program must be compiled anew

version() { sed -n 's/^#define NF_VERSION "\(.*\)"$/\1/p' include/ninefold.h; }

pkg_config() { # PREFIX
    cat <<END
prefix=$1
libdir=\${prefix}/lib
model=\${prefix}/share/ninefold/model.bin

Name: ninefold
Description: Nine attention panels, and what happens when Query, Key or Value is changed
Version: $(version)
Cflags: -I\${prefix}/include
Libs: -L\${prefix}/lib -lninefold
END
}

# What is installed: where it comes from, where it goes, and how it may be used.
installed() {
    echo build/ninefold bin/ninefold 755
    echo include/ninefold.h include/ninefold.h 644
    echo build/lib/libninefold.a lib/libninefold.a 644
    echo build/lib/libninefold.so.$abi lib/libninefold.so.$abi 755
    echo build/lib/ninefold.pc lib/pkgconfig/ninefold.pc 644
    echo web/model.bin share/ninefold/model.bin 644
    echo include/example.c share/ninefold/example.c 644
}

prefix_of() { # [PREFIX]: absolute
    case ${1:-/usr/local} in
    /*) echo "${1:-/usr/local}" ;;
    *) echo "$PWD/$1" ;;
    esac
}

install_all() { # [PREFIX]
    local prefix from to mode
    need cc
    prefix=$(prefix_of "${1-}")
    mkdir -p build
    embed_model
    native build/ninefold native "$(command -v gcc || command -v clang)" -O3
    library
    pkg_config "$prefix" >build/lib/ninefold.pc
    installed | while read -r from to mode; do
        install -D -m "$mode" "$from" "${DESTDIR-}$prefix/$to" || stop "$prefix/$to could not be written"
    done
    ln -sf libninefold.so.$abi "${DESTDIR-}$prefix/lib/libninefold.so"
    echo "installed in $prefix; ./build.sh uninstall $prefix takes it away again"
    case $prefix in
    /usr | /usr/local) ;;
    *) printf '%s\n' "programs are compiled with PKG_CONFIG_PATH=$prefix/lib/pkgconfig" \
        "and run with LD_LIBRARY_PATH=$prefix/lib, or are linked with $prefix/lib/libninefold.a in place of -lninefold" ;;
    esac
}

uninstall() { # [PREFIX]: what install put there, and the folder that is Ninefold's alone
    local prefix to path removed=
    prefix=$(prefix_of "${1-}")
    while read -r to; do
        path=${DESTDIR-}$prefix/$to
        if [ ! -e "$path" ] && [ ! -L "$path" ]; then continue; fi
        rm -f "$path" || stop "$path could not be removed"
        echo "removed $path"
        removed=yes
    done < <(installed | cut -d ' ' -f 2; echo lib/libninefold.so)
    rmdir "${DESTDIR-}$prefix/share/ninefold" 2>/dev/null || true
    [ -n "$removed" ] || echo "nothing of Ninefold is installed in ${DESTDIR-}$prefix"
}
