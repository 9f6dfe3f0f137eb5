# Counting what holds. `passed` and `failed` are the counts of this process.
passed=0 failed=0

# One thing that must hold. What the command printed is left in `said`, and shown if it failed.
check() { # WHAT COMMAND...
    local what=$1
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

sum() { # lines that begin "NAME: N passed, N failed" as one line; fails if any did
    awk -F ': ' '{ split($2, word, " "); passed += word[1]; failed += word[3] }
        END { print passed " passed, " failed " failed"; exit failed > 0 }'
}
