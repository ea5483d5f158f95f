#!/usr/bin/env bash
# Comments on the pull request whose comments are at $COMMENTS with the text in $MOMENTUM_MARKDOWN. Later runs replace
# the comment, also when nothing differs any more.
set -euo pipefail

if ! command -v jq >/dev/null || ! command -v curl >/dev/null; then
  as=$([ "$(id -u)" = 0 ] || command -v sudo || true)
  $as apt-get update -q
  $as apt-get install -yq jq curl
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
request() { curl -fsS -H "Authorization: Bearer $GH_TOKEN" "$@"; }

jq -Rs '{body: .}' "$MOMENTUM_MARKDOWN" >"$work/comment.json"
request "$COMMENTS?per_page=100" >"$work/comments.json"
old=$(jq -r 'map(select(.user.type == "Bot" and (.body | startswith("<!-- momentum diff -->")))) | .[0].url // empty' \
  "$work/comments.json")
if [ -n "$old" ]; then
  request -X PATCH --data "@$work/comment.json" "$old" >/dev/null
elif grep -q '^### ' "$MOMENTUM_MARKDOWN"; then # a heading for each model that differs
  request --data "@$work/comment.json" "$COMMENTS" >/dev/null
fi
