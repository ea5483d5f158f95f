#!/usr/bin/env bash
# Checks the models, with the findings as annotations, and writes the reports. Ends with 0 whatever it finds, so that
# the reports are uploaded: the exit status is the output `status`.
set -euo pipefail

models=()
while IFS= read -r model; do
  [ -z "$model" ] || models+=("$model")
done <<<"${MOMENTUM_MODELS:-}"
against="${MOMENTUM_AGAINST:-}"
[ -n "$against" ] || against="${GITHUB_BASE_REF:+origin/$GITHUB_BASE_REF}"
fail_on=()
[ -z "${MOMENTUM_FAIL_ON:-}" ] || fail_on=(--fail-on "$MOMENTUM_FAIL_ON")
sarif="${MOMENTUM_SARIF:-data-model.sarif}"
markdown="${RUNNER_TEMP:?}/data-model.md"
# In a container the checkout belongs to another user, and Git reads no such repository.
[ -z "${GITHUB_WORKSPACE:-}" ] || git config --global --add safe.directory "$GITHUB_WORKSPACE"

status=0
run() {
  echo "\$ momentum $*"
  momentum "$@" || { code=$?; [ "$code" -lt "$status" ] || status=$code; }
}
# Classes of changes such as drops-data are thresholds of a comparison alone.
case "${MOMENTUM_FAIL_ON:-}" in
  '' | error | warning | never) run check ${models[@]+"${models[@]}"} --format github ${fail_on[@]+"${fail_on[@]}"} ;;
  *) run check ${models[@]+"${models[@]}"} --format github ;;
esac
comparison=()
if [ -n "$against" ]; then
  comparison=(--against "$against")
  run check ${models[@]+"${models[@]}"} "${comparison[@]}" --format github ${fail_on[@]+"${fail_on[@]}"}
  # What fails here was said above.
  momentum diff ${models[@]+"${models[@]}"} "${comparison[@]}" --format markdown --fail-on never --quiet \
    >"$markdown" || true
fi
momentum check ${models[@]+"${models[@]}"} ${comparison[@]+"${comparison[@]}"} --format sarif --fail-on never --quiet \
  >"$sarif" || true
[ -s "$sarif" ] || sarif=
[ -n "$against" ] && [ -s "$markdown" ] || markdown=
{
  echo "status=$status"
  echo "sarif=$sarif"
  echo "markdown=$markdown"
} >>"$GITHUB_OUTPUT"
if [ -n "$markdown" ] && [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then cat "$markdown" >>"$GITHUB_STEP_SUMMARY"; fi
