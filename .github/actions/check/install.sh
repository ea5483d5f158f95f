#!/usr/bin/env bash
# Puts momentum into the path of the next steps: the one that is there, one from an archive, or one that is built.
#
# install.sh key   writes the key of the cache for a built momentum, or an empty one if none is built
# install.sh       installs
set -euo pipefail
folder="${RUNNER_TEMP:?}/momentum"
bin="$folder/bin"
sources=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
archive="${MOMENTUM_ARCHIVE:-}"
sha256() { if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi | cut -d ' ' -f 1; }

if [ "${1:-}" = key ]; then
  key=
  if [ -z "$archive" ] && ! command -v momentum >/dev/null; then
    # The executable fits the sources, the compiler's libraries and the system's.
    digest=$({
      cd "$sources" && find Package.swift Sources -type f -print0 | LC_ALL=C sort -z | xargs -0 cat
      swift --version 2>/dev/null || true
      uname -sm
      cat /etc/os-release 2>/dev/null || true
    } | sha256)
    key="momentum-$digest"
  fi
  # In a container the expression runner.temp is a path of the host.
  { echo "key=$key"; echo "folder=$bin"; } >>"$GITHUB_OUTPUT"
  exit
fi

mkdir -p "$bin"
if [ -z "$archive" ] && command -v momentum >/dev/null; then
  echo "momentum is installed: $(momentum --version)"
  exit
fi
if [ -n "$archive" ]; then
  file="$folder/archive.tar.gz"
  if [ -f "$archive" ]; then
    cp "$archive" "$file"
  else
    # A server may send another file tomorrow, and it would run with the rights of the job.
    [ -n "${MOMENTUM_ARCHIVE_SHA256:-}" ] || { echo "::error::archive-sha256 is needed for $archive"; exit 64; }
    curl -fsSL --retry 3 -o "$file" "$archive"
  fi
  if [ -n "${MOMENTUM_ARCHIVE_SHA256:-}" ]; then
    found=$(sha256 <"$file")
    [ "$found" = "$MOMENTUM_ARCHIVE_SHA256" ] || { echo "::error::the archive's SHA-256 sum is $found"; exit 65; }
  fi
  # The executable is beside the documentation, or in bin with the libraries that it needs in lib.
  tar -xzf "$file" -C "$folder"
  found=$(find "$folder" -type f -name momentum -perm -u+x | sort | sed -n 1p)
  [ -n "$found" ] || { echo "::error::the archive has no executable 'momentum'"; exit 65; }
  bin=$(dirname "$found")
elif [ ! -x "$bin/momentum" ]; then
  if command -v apt-get >/dev/null; then
    as=$([ "$(id -u)" = 0 ] || command -v sudo || true)
    $as apt-get update -q
    $as apt-get install -yq libxml2-dev libsqlite3-dev zlib1g-dev libmd-dev libpq-dev pkgconf
  elif command -v brew >/dev/null; then
    brew install libxml2 sqlite zlib pkgconf
    for library in libxml2 sqlite zlib; do
      PKG_CONFIG_PATH="$(brew --prefix "$library")/lib/pkgconfig:${PKG_CONFIG_PATH:-}"
    done
    export PKG_CONFIG_PATH
  fi
  swift build --package-path "$sources" --scratch-path "$folder/build" -c release --product momentum
  cp "$folder/build/release/momentum" "$bin/momentum"
fi
echo "$bin" >>"$GITHUB_PATH"
"$bin/momentum" --version
