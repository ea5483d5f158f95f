package import MomentumDiagnostics
package import MomentumModel

/// A mapping model in the form that its file has.
package enum MappingModelFile: Sendable, Hashable {
  /// `.xcmappingmodel`: the settings that a person made in Xcode.
  case editor(MappingModelSyntax)
  /// `.cdm`: the output of Xcode's compiler. It has no source ranges.
  case compiled(MappingModel, SourceFile)
}

/// Reads mapping models: `.xcmappingmodel` folders, the `xcmapping.xml` inside such a folder, and
/// compiled `.cdm` files.
///
/// An expression that cannot be decoded is an error and becomes `<reason>`, a text that no later
/// stage can parse as an expression.
package enum MappingModelReader {
  /// Whether a path has the name of a mapping model.
  package static func isMappingModel(path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return name.hasSuffix(".xcmappingmodel") || name.hasSuffix(".cdm") || name == fileName
  }

  static let fileName = "xcmapping.xml"

  /// Loads the mapping model at a path; `nil` with a diagnostic if there is no mapping model.
  package static func load(
    path: String, in source: ModelFileSource = .disk, _ diagnostics: inout Diagnostics
  ) throws(ModelFileError) -> MappingModelFile? {
    var path = path
    let start = SourceLocation(SourceFile(path: source.shown(path), utf8: []), SourceRange(0, 0))
    if try source.kind(of: path) == .folder {
      guard try source.entries(of: path).contains(fileName) else {
        diagnostics.report(MappingFileMessage.noFile, at: start)
        return nil
      }
      path += path.hasSuffix("/") ? fileName : "/\(fileName)"
    }
    let limit = XMLLimits().sizeMax
    guard let bytes = try source.read(path, sizeMax: limit) else {
      diagnostics.report(XMLMessage.sizeLimit(limit), at: start)
      return nil
    }
    return read(SourceFile(path: source.shown(path), utf8: bytes), &diagnostics)
  }

  /// Reads the bytes of a file: a keyed archive or XML.
  package static func read(
    _ file: SourceFile, _ diagnostics: inout Diagnostics
  ) -> MappingModelFile? {
    if file.utf8.starts(with: "bplist".utf8) || isArchiveXML(file) {
      // The bytes are not text, so a line and a column in them would be useless in a finding.
      let named = SourceFile(path: file.path, utf8: [])
      return CompiledMappingReader.read(file.utf8, named, &diagnostics).map { .compiled($0, named) }
    }
    return MappingXMLReader.read(file, &diagnostics).map { .editor($0) }
  }

  /// Whether the file is a property list in XML, which an archiver can write instead of the binary
  /// form.
  private static func isArchiveXML(_ file: SourceFile) -> Bool {
    String(decoding: file.utf8.prefix(512), as: UTF8.self).contains("<!DOCTYPE plist")
  }
}
