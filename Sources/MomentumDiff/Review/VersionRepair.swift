import MomentumDiagnostics

/// Commands that repair an edit of a released version: the edit becomes a new version, and the
/// released form is restored.
struct VersionRepair {
  let version: ReviewedVersion
  /// The forms that users have; not empty.
  let released: [ReleasedForm]
  /// The names of all versions of the bundle.
  let names: [String]
  let git: GitCommand

  var notes: [Diagnostic.Note] {
    if version.isSwift { return swiftNotes }
    let folder = version.path.dropLast(contents.count)
    // A compiled model was made from another file, which is not known here.
    guard version.path.hasSuffix(contents), let form = released.last else { return [] }
    let back = git.show("\(form.tag):\(form.path)", into: version.path)
    let bundle = folder.lastIndex(of: "/").map { String(folder[...$0]) } ?? ""
    guard bundle.hasSuffix(".xcdatamodeld/") else {
      return [
        Diagnostic.Note(
          "a model that is in no bundle has one version: to keep the edit too, make a bundle of it first (Xcode: Editor, Add Model Version)"
        ),
        Diagnostic.Note(
          "to bring the released one back: \(back)"),
      ]
    }
    let name = VersionRepair.nextName(after: version.name, among: names) + ".xcdatamodel"
    return [
      "to repair, keep the edit in a new version: cp -R \(shellPath(String(folder))) \(shellPath(bundle + name))",
      "and bring the released one back: \(back)",
      "then make the new version the current one: printf %s \(shellWord(VersionRepair.currentVersionFile(name))) > \(shellPath(bundle + ".xccurrentversion"))",
      "or do the first and the last in Xcode with Editor, Add Model Version, which adds it to the project too",
    ].map { Diagnostic.Note($0) }
  }

  /// Notes for a schema in Swift: the released form becomes a copy of its own, which later edits do
  /// not change.
  private var swiftNotes: [Diagnostic.Note] {
    guard let form = released.last else { return [] }
    let place = shellPath("\(version.path)@\(form.newVersionName ?? version.name)")
    let copy = form.frozenCopy.flatMap { $0.utf8.count <= VersionRepair.copyMax ? [$0] : nil } ?? []
    let command = "momentum freeze --swift \(place) --at \(shellWord(form.tag))"
    if let name = form.newVersionName {
      return [
        "to repair, make what '\(form.tag)' had a version of its own, '\(name)': \(command)",
        "the app's classes then belong to a second version: a VersionedSchema that lists them, with a higher versionIdentifier, and a SchemaMigrationPlan with both",
      ].map { Diagnostic.Note($0) }
    }
    return ["to repair, freeze what '\(version.name)' had: \(command)"].map { Diagnostic.Note($0) }
      + copy.map { Diagnostic.Note("which adds: \($0)") }
      + [
        "the edit then belongs to a new version: a VersionedSchema with a higher versionIdentifier, last in the migration plan"
      ].map { Diagnostic.Note($0) }
  }

  /// The most bytes of a copy that a note shows; for a longer one it shows the command that writes
  /// it.
  private static let copyMax = 1_000

  private var contents: String { "/contents" }

  /// The text of an `.xccurrentversion`.
  private static func currentVersionFile(_ name: String) -> String {
    let escaped = name.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    return
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?><plist version=\"1.0\"><dict><key>_XCCurrentVersionName</key><string>\(escaped)</string></dict></plist>"
  }

  /// A name that no version has: `Model 4` after `Model 3`, `Model 2` after `Model`.
  static func nextName(after name: String, among names: [String]) -> String {
    let digits = name.reversed().prefix { ("0"..."9").contains($0) }.reversed()
    let stem: Substring
    var number: Int
    if let last = Int(String(digits)), last < Int.max - names.count - 1 {
      stem = name.dropLast(digits.count)
      number = last + 1
    } else {
      stem = Substring(name + " ")
      number = 2
    }
    // The loop ends, because only as many names are taken as there are versions.
    while names.contains("\(stem)\(number)") { number += 1 }
    return "\(stem)\(number)"
  }
}
