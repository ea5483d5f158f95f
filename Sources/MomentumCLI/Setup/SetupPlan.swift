import MomentumDiagnostics

/// A part of the setup that `--skip` can leave out.
enum SetupPart: String, CaseIterable {
  case settings
  case baseline
  case workflow
  case hook
}

/// The changes that `init` makes in a repository: files to write, files that stay, texts to add by
/// hand.
struct SetupPlan {
  /// A file that does not exist yet.
  struct File {
    /// The path relative to the repository's root.
    var path: String
    var purpose: String
    var text: String
  }

  /// Something that exists and stays as it is.
  struct Kept {
    var path: String
    var reason: String
  }

  /// A text that somebody has to add to a file, or an action.
  struct Snippet {
    var task: String
    var text: String
  }

  private(set) var files: [File] = []
  private(set) var kept: [Kept] = []
  private(set) var snippets: [Snippet] = []
  /// Reasons of settings, and what to do after the files are written.
  private(set) var notes: [String] = []
  private let survey: RepositorySurvey

  /// The workflow that `init` writes.
  static let workflowPath = RepositorySurvey.workflowFolder + "/data-model.yml"

  init(
    _ survey: RepositorySurvey, _ settings: ProjectSettings?, _ check: FirstCheck,
    skipped: Set<SetupPart>
  ) {
    self.survey = survey
    if !skipped.contains(.settings) { addSettings(settings) }
    if !skipped.contains(.baseline) { addBaselines(check) }
    if !skipped.contains(.workflow) { addJobs() }
    if !skipped.contains(.hook) { addHook() }
  }

  // MARK: - Settings and baselines

  private mutating func addSettings(_ settings: ProjectSettings?) {
    let path = CheckConfiguration.fileName
    guard let settings else {
      kept.append(Kept(path: path, reason: "has the settings of the checks"))
      return
    }
    files.append(
      File(path: path, purpose: "settings of the checks", text: settings.text))
    notes += settings.reasons.map { "\(path): \($0)" }
  }

  private mutating func addBaselines(_ check: FirstCheck) {
    for path in check.keptBaselines {
      kept.append(Kept(path: survey.shown(path), reason: "lists findings that are hidden"))
    }
    for baseline in check.baselines {
      let count = plural(baseline.baseline.findingsCount, "finding")
      files.append(
        File(
          path: survey.shown(baseline.path), purpose: "hides \(count) that the models have already",
          text: baseline.baseline.text))
    }
  }

  // MARK: - Build servers and hooks

  private mutating func addJobs() {
    let jobs = survey.checkingJobs
    kept += jobs.map { Kept(path: $0, reason: "runs 'momentum check'") }
    let hasGitLab = survey.isTaken(RepositorySurvey.gitLabFile)
    if hasGitLab, !jobs.contains(RepositorySurvey.gitLabFile) {
      snippets.append(
        Snippet(
          task: "add this job to \(RepositorySurvey.gitLabFile)", text: SetupTexts.gitLabJob))
      notes.append(
        "GitLab: set the variable MOMENTUM_REPOSITORY to the address to clone Momentum from")
    }
    guard !jobs.contains(where: { $0.hasPrefix(RepositorySurvey.workflowFolder) }),
      !hasGitLab || survey.isTaken(".github")
    else { return }
    let path = Self.workflowPath
    if survey.isTaken(path) {
      kept.append(Kept(path: path, reason: "is another workflow of this name"))
      snippets.append(
        Snippet(task: "add this workflow under another name", text: SetupTexts.workflow))
    } else {
      files.append(
        File(
          path: path, purpose: "checks every push and pull request on GitHub",
          text: SetupTexts.workflow))
    }
    notes.append(
      "GitHub: set the variable MOMENTUM_REPOSITORY to the address to clone Momentum from (Settings, Secrets and variables, Actions)"
    )
  }

  private mutating func addHook() {
    let path = RepositorySurvey.hookFile
    let entry = SetupTexts.hookEntry(hasSwiftData: survey.hasSwiftData)
    if survey.isTaken(path) {
      if survey.hookRunsCheck {
        kept.append(Kept(path: path, reason: "runs 'momentum check' before a commit"))
      } else {
        kept.append(Kept(path: path, reason: "has other hooks"))
        snippets.append(Snippet(task: "add this entry to 'repos' in \(path)", text: entry))
      }
    } else if let manager = survey.hookManager {
      kept.append(Kept(path: manager, reason: "manages the hooks"))
      snippets.append(
        Snippet(
          task: "let the pre-commit hook of \(manager) run this",
          text: SetupTexts.hookCommand + "\n"))
    } else {
      files.append(
        File(
          path: path, purpose: "checks before a commit",
          text: SetupTexts.hooks(hasSwiftData: survey.hasSwiftData)))
      notes.append("hook: 'pre-commit install' turns it on in your clone (https://pre-commit.com)")
    }
  }
}
