/// The texts that `init` writes or shows: a workflow for GitHub, a job for GitLab, a hook for
/// pre-commit.
///
/// The commands build Momentum from its sources, because it has no release with executables yet.
enum SetupTexts {
  /// The packages of Debian and Ubuntu that Momentum is built with.
  private static let libraries = "libxml2-dev libsqlite3-dev zlib1g-dev libmd-dev libpq-dev pkgconf"

  /// `.github/workflows/data-model.yml`
  static let workflow = """
    # Checks the data models of this repository. 'momentum init' wrote this file; edit it as you like.
    #
    # MOMENTUM_REPOSITORY, a variable of the repository or of the organization, is the address to
    # clone Momentum from. Momentum is built once for each of its commits and then kept in the cache.
    name: Data model

    on: [push, pull_request]

    permissions:
      contents: read

    jobs:
      data-model:
        runs-on: ubuntu-24.04
        container: swift:6.1-noble
        timeout-minutes: 60
        env:
          MOMENTUM_REPOSITORY: ${{ vars.MOMENTUM_REPOSITORY }}
        steps:
          - uses: actions/checkout@v4
            with:
              fetch-depth: 0 # --against needs the other branch and the tags of releases
          - name: Trust the checkout, which another user owns
            run: git config --global --add safe.directory "$GITHUB_WORKSPACE"
          - name: Install libraries
            run: apt-get update -q && apt-get install -yq \(libraries)
          - name: Find the newest Momentum
            id: momentum
            run: |
              commit=$(git ls-remote "${MOMENTUM_REPOSITORY:?is no variable of this repository}" HEAD | cut -f 1)
              echo "commit=${commit:?cannot be read}" >>"$GITHUB_OUTPUT"
          - uses: actions/cache@v4
            id: cache
            with:
              path: /opt/momentum
              key: momentum-swift-6.1-noble-${{ steps.momentum.outputs.commit }}
          - name: Build Momentum
            if: steps.cache.outputs.cache-hit != 'true'
            run: |
              git clone -q --depth 1 "$MOMENTUM_REPOSITORY" /tmp/momentum
              swift build --package-path /tmp/momentum -c release --product momentum
              install -D /tmp/momentum/.build/release/momentum /opt/momentum/momentum
          - name: Put Momentum into the path
            run: echo /opt/momentum >>"$GITHUB_PATH"
          - name: Check the models
            run: momentum check --format github
          - name: Check what the change does to stores
            if: github.event_name == 'pull_request'
            run: momentum check --against "origin/$GITHUB_BASE_REF" --format github

    """

  /// A job for `.gitlab-ci.yml`, which is shown and not written.
  static let gitLabJob = """
    data-model:
      image: swift:6.1-noble
      rules:
        - if: $CI_PIPELINE_SOURCE == "merge_request_event"
        - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
      variables:
        GIT_DEPTH: 0 # --against needs the other branch and the tags of releases
      before_script:
        - apt-get update -q && apt-get install -yq \(libraries)
        - git clone -q --depth 1 "$MOMENTUM_REPOSITORY" /tmp/momentum
        - swift build --package-path /tmp/momentum -c release --product momentum
        - git config --global --add safe.directory "$CI_PROJECT_DIR"
        - export PATH="/tmp/momentum/.build/release:$PATH"
      script:
        - momentum check
        - if [ -n "$CI_MERGE_REQUEST_DIFF_BASE_SHA" ]; then momentum check --against "$CI_MERGE_REQUEST_DIFF_BASE_SHA"; fi

    """

  /// The command that a hook runs.
  static let hookCommand = "momentum check --against HEAD"

  /// The hook as an entry of `repos` in `.pre-commit-config.yaml`.
  ///
  /// - Parameter hasSwiftData: Whether Swift files can be models, so that the hook runs for them.
  static func hookEntry(hasSwiftData: Bool) -> String {
    let files = #"\.xcdatamodeld?/|\.xcmappingmodel/|\.cdm$"# + (hasSwiftData ? #"|\.swift$"# : "")
    return """
        - repo: local
          hooks:
            - id: momentum-check
              name: Check the data models
              entry: \(hookCommand)
              language: system
              files: '\(files)'
              pass_filenames: false

      """
  }

  /// `.pre-commit-config.yaml`
  static func hooks(hasSwiftData: Bool) -> String {
    """
    # Checks that run before a commit, after 'pre-commit install': https://pre-commit.com
    repos:

    """ + hookEntry(hasSwiftData: hasSwiftData)
  }
}
