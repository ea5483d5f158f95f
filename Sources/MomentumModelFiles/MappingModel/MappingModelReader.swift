public import MomentumDiagnostics
public import MomentumModel

/// A mapping model as a file holds it.
public enum MappingModelFile: Sendable, Hashable {
  /// `.xcmappingmodel`: what a person has set in Xcode.
  case editor(MappingModelSyntax)
  /// `.cdm`: what Xcode's compiler made of it. Without places.
  case compiled(MappingModel, SourceFile)
}

/// Reads mapping models: `.xcmappingmodel` folders, the `xcmapping.xml` in one, and compiled `.cdm` files.
///
/// An expression that cannot be decoded stands as `<reason>`, a text that no later stage takes for an
/// expression, and is an error.
public enum MappingModelReader {
  /// Whether a path is called as a mapping model is.
  public static func isMappingModel(path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return name.hasSuffix(".xcmappingmodel") || name.hasSuffix(".cdm") || name == fileName
  }

  static let fileName = "xcmapping.xml"

  /// `nil` with a diagnostic where the path holds no mapping model.
  public static func load(
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

  /// The same of bytes: a keyed archive or XML.
  public static func read(
    _ file: SourceFile, _ diagnostics: inout Diagnostics
  ) -> MappingModelFile? {
    if file.utf8.starts(with: "bplist".utf8) || isArchiveXML(file) {
      // The file's bytes are no text, so places in it say nothing.
      let named = SourceFile(path: file.path, utf8: [])
      return CompiledMappingReader.read(file.utf8, named, &diagnostics).map { .compiled($0, named) }
    }
    return MappingXMLReader.read(file, &diagnostics).map { .editor($0) }
  }

  /// A property list in XML, which an archiver can be told to write.
  private static func isArchiveXML(_ file: SourceFile) -> Bool {
    String(decoding: file.utf8.prefix(512), as: UTF8.self).contains("<!DOCTYPE plist")
  }
}
