import ArgumentParser
import MomentumDiagnostics

extension SetupPart: ExpressibleByArgument {}

struct InitCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Set up the checks of a repository: settings, baseline, workflow and hook.",
    discussion: """
      Looks for models, projects, workflows and settings in the repository of a folder, and shows the files that it \
      would write into the root of the repository:

        .momentum.json                    settings of the checks
        .momentum-baseline.json           findings that later checks hide
        .github/workflows/data-model.yml  checks of pushes and pull requests
        .pre-commit-config.yaml           the check before a commit

      The baseline lists the present findings, so that later checks show only new ones. If there is a .gitlab-ci.yml, \
      a job for it is shown.

      Then it asks whether to write them; --yes writes them without a question. Where nobody can answer, as in a \
      script, it writes nothing without --yes. A file that exists is never changed: what to add to it is shown. A \
      second run writes nothing.

      Exit status 1 says that the checks of the repository fail: a baseline hides no error that makes a model \
      unusable, and an existing one may not list all findings.

      momentum init
      momentum init --contents
      momentum init --yes --skip hook
      """)

  @Argument(
    help: ArgumentHelp(
      "A folder of the repository; without a repository, the folder to set up.", valueName: "folder"
    ))
  var folder = "."

  @Flag(help: "Write the files without a question.")
  var yes = false

  @Option(
    help: ArgumentHelp(
      "Leave out settings, baseline, workflow or hook; repeat for more.", valueName: "part"))
  var skip: [SetupPart] = []

  @Flag(help: "Show the texts of the files, too.")
  var contents = false

  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws -> ExitStatus {
    let search = StepProgress("searching", console, isQuiet: global.quiet)
    let checking = StepProgress("checking", console, isQuiet: global.quiet)
    defer {
      search.clear()
      checking.clear()
    }
    let survey = try RepositorySurvey(of: folder, search)
    search.clear()
    guard !survey.models.isEmpty else {
      throw CommandFailure(
        "no data model in '\(folder)' and its repository; a '.xcdatamodeld', '.xcdatamodel', '.xcmappingmodel' or Swift sources with '@Model' classes were expected",
        status: .badInput)
    }
    let hasSettings = survey.isTaken(CheckConfiguration.fileName)
    let settings = hasSettings || skip.contains(.settings) ? nil : try ProjectSettings(survey)
    let check = try FirstCheck(survey, settings, checking)
    checking.clear()
    if let failure = check.failures.first { throw failure }
    let plan = SetupPlan(survey, settings, check, skipped: Set(skip))
    console.writeOutput(
      SetupPlanText(survey: survey, plan: plan, showsContents: contents).text)
    report(check, console)
    if plan.files.isEmpty {
      note("nothing to write", console)
    } else if confirms(plan, console) {
      try write(plan, of: survey, console)
    }
    return check.isFailure ? .findings : .success
  }

  /// Reports the findings that no baseline hides.
  private func report(_ check: FirstCheck, _ console: Console) {
    guard check.isFailure else { return }
    note("the checks will fail, because no baseline hides these findings:", console)
    global.report(
      check.open, to: console.writeError, isTerminal: console.errorIsTerminal)
  }

  private func confirms(_ plan: SetupPlan, _ console: Console) -> Bool {
    if yes { return true }
    guard console.inputIsTerminal else {
      note("nothing is written, since nobody can be asked; --yes writes the files", console)
      return false
    }
    console.writeError("write \(plural(plan.files.count, "file"))? [y/N] ")
    let answer = String(decoding: console.readInput(), as: UTF8.self)
    let isYes = ["y", "yes"].contains(answer.lowercased().filter { !$0.isWhitespace })
    if !isYes { note("nothing is written", console) }
    return isYes
  }

  private func write(
    _ plan: SetupPlan, of survey: RepositorySurvey, _ console: Console
  ) throws {
    for file in plan.files {
      try NewFile.write(file.text, to: survey.place(file.path))
      note("written: \(file.path)", console)
    }
  }

  private func note(_ text: String, _ console: Console) {
    if !global.quiet { console.note(text) }
  }
}
