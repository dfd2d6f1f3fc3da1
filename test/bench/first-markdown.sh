#!/usr/bin/env bash
# From nothing to the first Markdown: what a newcomer types, and how long each step takes. In a folder of its own, with
# empty caches of packages, so every run downloads everything. test/bench/notes/comparison.md has the figures.
#
#   test/bench/first-markdown.sh [scriptorium] [command] [markitdown] [docling-serve]
#
# Without arguments, all but docling-serve, which installs 6 GB and downloads models when it starts to convert. Needs
# git, npm, python3 with venv, and curl.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
pids=()
trap 'for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null; done; rm -rf "$work"' EXIT
cp "$root/docs/sample.pdf" "$work/report.pdf"
cd "$work" || exit 1
export npm_config_cache=$work/npm PIP_CACHE_DIR=$work/pip PIP_DISABLE_PIP_VERSION_CHECK=1

now() { date +%s.%N; }
step() { # step TOOL SHOWN COMMAND: one row; SHOWN is what the reader types
  local began; began=$(now)
  if ! bash -c "$3" >"$work/out" 2>&1; then
    echo "| $1 | \`$2\` | failed |"
    sed 's/^/    /' "$work/out" | tail -5
    return 1
  fi
  printf '| %s | `%s` | %.1f |\n' "$1" "$2" "$(echo "$(now) - $began" | bc)"
}
started() { # started TOOL SHOWN COMMAND PATTERN: a service, until it says PATTERN
  local began; began=$(now)
  bash -c "exec $3" >"$work/log" 2>&1 & pids+=($!)
  for _ in $(seq 3000); do
    grep -qE "$4" "$work/log" && { printf '| %s | `%s` | %.1f |\n' "$1" "$2" "$(echo "$(now) - $began" | bc)"; return 0; }
    sleep 0.1
  done
  echo "| $1 | \`$2\` | failed |"; return 1
}

scriptorium() { # the service, from a checkout
  step scriptorium 'git clone …' "git clone -q '$root' scriptorium" &&
    step scriptorium 'npm ci' 'cd scriptorium && npm ci' &&
    started scriptorium 'npm start' 'env -C scriptorium SCRIPTORIUM_PORT=18080 npm start' 'scr_live_' || return
  local key; key=$(grep -oE 'scr_live_[A-Za-z0-9]+' "$work/log" | head -1)
  step scriptorium 'curl -F file=@report.pdf …/convert' \
    "curl -sSf -F file=@report.pdf -H 'Authorization: Bearer $key' http://127.0.0.1:18080/convert | grep -q '# Harbour'"
}
command() { # without a server, from a checkout
  step command 'git clone …' "git clone -q '$root' checkout" &&
    step command 'npm ci' 'cd checkout && npm ci' &&
    step command 'npx scriptorium convert report.pdf' \
      "cd checkout && cp ../report.pdf . && npx scriptorium convert report.pdf | grep -q '# Harbour'"
}
markitdown() {
  step markitdown 'python3 -m venv venv' 'python3 -m venv venv' &&
    step markitdown "pip install 'markitdown[all]'" "venv/bin/pip install 'markitdown[all]'" &&
    step markitdown 'markitdown report.pdf' 'venv/bin/markitdown report.pdf | grep -q Harbour'
}
docling-serve() {
  step docling-serve 'python3 -m venv docling' 'python3 -m venv docling' &&
    step docling-serve 'pip install docling-serve' 'docling/bin/pip install docling-serve' &&
    started docling-serve 'docling-serve run' 'docling/bin/docling-serve run --port 18081' 'startup complete' &&
    step docling-serve 'curl -F files=@report.pdf …/v1/convert/file' \
      'curl -sSf --max-time 900 -F files=@report.pdf http://127.0.0.1:18081/v1/convert/file | grep -q Harbour'
}

echo '| tool | step | seconds |'
echo '|---|---|---|'
for tool in "${@:-scriptorium command markitdown}"; do for one in $tool; do "$one"; done; done
