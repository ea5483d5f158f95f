import ArgumentParser
import MomentumDiagnostics

/// The arguments and options of `diff`.
struct DiffOptions: ParsableArguments {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
    case markdown
    case html
    case sarif
    case junit
    case github
    case gitlab
  }

  @Argument(
    help: ArgumentHelp(
      "OLD and NEW; or one bundle with --against or --matrix.", valueName: "model"))
  var models: [String] = []

  @Option(
    help: ArgumentHelp(
      "Compare with the model at this branch, tag or commit; for a branch, at the commit where the current branch began. Without a model: every model of the repository.",
      valueName: "ref"))
  var against: String?

  @OptionGroup var commit: CommitOptions

  @Flag(help: "Compare every version of the bundle with its current one, as Core Data does.")
  var matrix = false

  @Option(
    help: ArgumentHelp("With --matrix: leave out the versions before this one.", valueName: "name"))
  var oldest: String?

  @Option(
    help: "How to print the changes: markdown for pull requests, html a page of the history.")
  var format: Format = .text

  @Option(
    help: ArgumentHelp("Exit with 1 when there are changes of this class.", valueName: "class"))
  var failOn: FailureClass = .dropsData

  @Flag(
    help:
      "Write acknowledgements of all changes that would fail into .momentum.json beside the bundle, so that only later changes fail."
  )
  var baseline = false

  @OptionGroup var global: GlobalOptions

  /// Whether all versions of one bundle are compared.
  var isHistory: Bool {
    matrix || (format == .html && against == nil && models.count == 1)
  }

  mutating func validate() throws {
    let count = models.count
    try commit.validate(against: against)
    if commit.at != nil, baseline {
      throw ValidationError("--baseline writes files, so it takes no --at")
    }
    if oldest != nil, !isHistory { throw ValidationError("--oldest needs --matrix") }
    if isHistory {
      guard count == 1, against == nil else {
        throw ValidationError("--matrix takes one bundle, and no --against")
      }
      guard VersionedPath(models[0]).version == nil else {
        throw ValidationError(
          "--matrix looks at all versions of a bundle; --oldest leaves out those before one")
      }
      guard [.text, .json, .markdown, .html].contains(format) else {
        throw ValidationError("--matrix can be printed as text, json, markdown and html")
      }
    } else if against != nil {
      guard count <= 1 else { throw ValidationError("--against takes one model, or none for all") }
    } else if count != 2 {
      throw ValidationError("give OLD and NEW, or one model with --against REF or --matrix")
    }
    if format == .html, !isHistory, against != nil, count == 0 {
      throw ValidationError("--format html shows one model; name it")
    }
  }

  func usesColor(_ console: Console) -> Bool {
    global.usesColor(isTerminal: console.outputIsTerminal)
  }
}
