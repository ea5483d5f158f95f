package import MomentumDiagnostics
package import MomentumModel
import MomentumSwiftSource

/// Copies of an app's sources that compile on Linux against the module CoreData.
///
///     let adaptation = SourceAdaptation(files, models: [model])
///     var findings = Diagnostics()
///     for index in files.indices {
///       write(adaptation.text(of: index, &findings))
///     }
///
/// Each line of a source is a line of its copy, and a directive at the top says which file the lines
/// are from, so that compilers and debuggers show the source (CL-16). What cannot be carried over is
/// reported, and left in the copy as it is.
package struct SourceAdaptation {
  private let copies: [AdaptedFile]

  /// - Parameters:
  ///   - files: All sources of a module: a class may be declared in one file and extended in another.
  ///   - models: The models that the key paths of the sources are checked with; may be empty.
  package init(_ files: [SourceFile], models: [ObjectModel]) {
    copies = Self.adapted(files.map { SwiftFile($0) }, models, linksAccessors: false)
  }

  /// The files with their changes.
  ///
  /// - Parameter linksAccessors: Whether `@NSManaged` stays, and its members are only collected.
  static func adapted(
    _ files: [SwiftFile], _ models: [ObjectModel], linksAccessors: Bool
  ) -> [AdaptedFile] {
    let classes = SourceClasses(files, models)
    var copies = files.map { file in
      var copy = AdaptedFile(file, classes, linksAccessors: linksAccessors)
      copy.editDeclarations()
      copy.editCode()
      copy.editImports()
      return copy
    }
    OverrideMoves(files).apply(to: &copies)
    return copies
  }

  /// The first line of every copy.
  package static let mark = "// Made by Momentum for Linux from the file below. Do not edit."

  /// The copy of a file.
  package func text(of index: Int, _ findings: inout Diagnostics) -> String {
    let copy = copies[index]
    copy.reportAll(to: &findings)
    let source = copy.file.source
    var bytes = copy.edits.applied(to: source.utf8)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    // A shebang may only be in the first line.
    if bytes.starts(with: "#!".utf8) { bytes.replaceSubrange(0..<2, with: "//".utf8) }
    return Self.mark + "\n" + Self.location(source.path, line: 1)
      + String(decoding: bytes, as: UTF8.self)
  }

  /// The directive above a line: `#sourceLocation(file: "Sources/Venue.swift", line: 1)`.
  static func location(_ path: String, line: Int) -> String {
    let escaped = path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "#sourceLocation(file: \"\(escaped)\", line: \(line))\n"
  }
}

/// The changes of one file.
struct AdaptedFile {
  let file: SwiftFile
  let classes: SourceClasses
  let active: ActiveCode
  /// The types and extensions of the file: their bytes and their names.
  var types: [(range: Range<Int>, name: String)] = []
  var edits = SourceEdits()
  var findings = Diagnostics()
  /// Whether the changes use a function of the module CoreData in code that may not import it.
  var usesModule = false
  /// Whether members with `@NSManaged` stay as they are.
  let linksAccessors: Bool
  /// The members that stay.
  var members: [ManagedMember] = []

  init(_ file: SwiftFile, _ classes: SourceClasses, linksAccessors: Bool) {
    (self.file, self.classes, self.linksAccessors) = (file, classes, linksAccessors)
    active = ActiveCode(file.tokens)
  }

  var tokens: SwiftTokens { file.tokens }

  /// The innermost type around a byte.
  func type(around offset: Int) -> String? {
    types.filter { $0.range.contains(offset) }.min { $0.range.count < $1.range.count }?.name
  }

  /// Reports a finding at some tokens.
  mutating func report(_ message: AdaptMessage, at range: Range<Int>, in tokens: SwiftTokens) {
    findings.report(message, at: tokens.location(range))
  }

  /// Hands on what was found, in the order of the file.
  func reportAll(to findings: inout Diagnostics) {
    let sorted = self.findings.all.sorted {
      $0.location?.range.start ?? 0 < $1.location?.range.start ?? 0
    }
    for finding in sorted { findings.report(finding) }
  }

  /// Reports each change as a finding: a source that is compiled as it is cannot have it.
  mutating func reportEdits() {
    for range in edits.places {
      findings.report(
        AdaptMessage.needsCopy,
        at: SourceLocation(file.source, SourceRange(range.lowerBound, range.upperBound)))
    }
  }
}
