package import MomentumDiagnostics

/// The edits that a renaming makes in a mapping model, and the places where a person has to decide.
package struct MappingChanges: Sendable, Hashable {
  package var edits: [Diagnostic.FixIt] = []
  package var places: [SourceLocation] = []

  package init() {}
}

/// The version of a model that is edited, as mapping models name it.
struct MappedVersion {
  /// The folder of the version, `Model 2.xcdatamodel` of
  /// `App/Model.xcdatamodeld/Model 2.xcdatamodel/contents`; `nil` if the path has none.
  private let folder: Substring?

  init(contents path: String) {
    let parts = path.split(separator: "/")
    folder = parts.last == "contents" ? parts.dropLast().last : parts.last
  }

  /// Whether a path that an editor saved is that of the version: both end with the same folder.
  func isNamed(by path: String?) -> Bool {
    folder != nil && path?.split(separator: "/").last == folder
  }
}

/// Finds texts in the objects of a mapping model's file.
enum MappingText {
  /// The place of the value in `<attribute name="name" type="string">value</attribute>`; `nil` if the
  /// object is written in another way than Xcode writes it.
  static func find(
    _ value: String, of attributeName: String, inObjectAt location: SourceLocation
  ) -> SourceLocation? {
    let file = location.file
    let start = location.range.end
    let text = file.text(in: SourceRange(start, file.utf8.count))
    guard let end = text.firstRange(of: "</object>")?.lowerBound else { return nil }
    let object = text[..<end]
    guard let attribute = object.firstRange(of: "<attribute name=\"\(attributeName)\""),
      let open = object[attribute.upperBound...].firstIndex(of: ">")
    else { return nil }
    let found = object[object.index(after: open)...]
    guard found.hasPrefix(value + "<") else { return nil }
    let offset = start + text.utf8.distance(from: text.startIndex, to: found.startIndex)
    return SourceLocation(file, SourceRange(offset, offset + value.utf8.count))
  }
}
