import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumTestSupport

/// The findings of a marked model as lines: the mark at which each begins, what it says, its notes and repairs.
///
///     1 error: no attribute type 'Strin'; … [model.unknown-type]
///       fix 1: Strin → String
struct FindingsText {
  var text: String
  var model: ObjectModel?
  /// Places of findings that stand at no mark.
  var unmarked: [Int] = []

  /// - Parameter marked: what stands in the `model` element.
  /// - Parameter review: Whether the model is reviewed too.
  init(_ marked: String, review: Bool = false, cloudKit: Bool = false) {
    let source = MarkedText("<model>\n\(marked)\n</model>\n")
    let file = SourceFile(path: "contents", text: source.text)
    var diagnostics = Diagnostics()
    if let syntax = ModelReader.read(contents: file, &diagnostics) {
      model = ModelChecker.check(syntax, &diagnostics)
      if let model, review {
        ModelReview.review(model, syntax, cloudKit: cloudKit, &diagnostics)
      }
    }
    let marks = Dictionary(
      source.offsets.map { ($0.value, "\($0.key)") }, uniquingKeysWith: { first, _ in first })
    func mark(_ location: SourceLocation?) -> String {
      guard let location else { return "-" }
      return marks[location.range.start] ?? "@\(location.range.start)"
    }
    var lines: [String] = []
    for finding in diagnostics.all {
      lines.append(
        "\(mark(finding.location)) \(finding.severity.rawValue): \(finding.text) [\(finding.id)]")
      lines += finding.notes.map { "  note \(mark($0.location)): \($0.text)" }
      lines += finding.fixIts.map {
        let old = $0.location.file.text(in: $0.location.range)
        return "  fix \(mark($0.location)): \(old) → \($0.replacement)"
      }
    }
    text = lines.joined(separator: "\n")
  }
}
