/// The files of a folder, some of them with a text that an editor has not saved yet.
package struct EditedFiles: Sendable, Hashable {
  /// The unsaved texts by their absolute paths, without `.` and `..`.
  package var texts: [String: [UInt8]]
  private let disk = DiskFiles(root: nil)

  package init(_ texts: [String: [UInt8]] = [:]) { self.texts = texts }

  package static func == (left: EditedFiles, right: EditedFiles) -> Bool {
    left.texts == right.texts
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(texts) }

  /// The bytes of a file: the editor's text, else the file's; `nil` if there is none or it is larger
  /// than a model may be.
  package func bytes(of path: String) -> [UInt8]? {
    do throws(ModelFileError) { return try read(path, sizeMax: ModelBundle.sizeMax) } catch {
      // The caller asks because the file may not be there.
      return nil
    }
  }

  func kind(of path: String) throws(ModelFileError) -> ModelFileSource.Kind {
    texts[path] == nil ? try disk.kind(of: path) : .file
  }

  func entries(of path: String) throws(ModelFileError) -> [String] {
    try disk.entries(of: path)
  }

  func read(_ path: String, sizeMax: Int) throws(ModelFileError) -> [UInt8]? {
    guard let text = texts[path] else { return try disk.read(path, sizeMax: sizeMax) }
    return text.count > sizeMax ? nil : text
  }

  func exists(_ path: String) -> Bool { texts[path] != nil || DiskFiles.exists(path) }
}
