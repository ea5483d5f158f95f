import Foundation
import MomentumDiagnostics
import MomentumTestSupport
import Testing

@testable import MomentumModelFiles

/// Files of a folder with the texts that an editor has not saved yet.
@Suite struct EditedFilesTests {
  /// The editor's text counts, and the file where there is none.
  @Test func anUnsavedTextStandsForItsFile() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let saved = folder.appendingPathComponent("saved").path
      let open = folder.appendingPathComponent("open").path
      let new = folder.appendingPathComponent("new").path
      for path in [saved, open] { try Data("disk".utf8).write(to: URL(fileURLWithPath: path)) }
      let files = EditedFiles([open: Array("editor".utf8), new: [], "/large": [1, 2, 3]])
      #expect(files.bytes(of: saved) == Array("disk".utf8))
      #expect(files.bytes(of: open) == Array("editor".utf8))
      #expect(files.bytes(of: new) == [])
      #expect(files.bytes(of: folder.appendingPathComponent("none").path) == nil)
      #expect(try files.read("/large", sizeMax: 3) == [1, 2, 3])
      #expect(try files.read("/large", sizeMax: 2) == nil)
      #expect(try files.read(saved, sizeMax: 4) == Array("disk".utf8))
      #expect(try files.read(saved, sizeMax: 3) == nil)
      #expect([saved, open, new, "/large"].allSatisfy(files.exists))
      #expect(!files.exists(folder.appendingPathComponent("none").path))
      #expect(try files.kind(of: new) == .file)
      #expect(try files.entries(of: folder.path).sorted() == ["open", "saved"])
      let source = ModelFileSource.edited(files)
      #expect(try source.kind(of: new) == .file && source.kind(of: folder.path) == .folder)
      #expect(try source.entries(of: folder.path).sorted() == ["open", "saved"])
      #expect(try source.read(open, sizeMax: 6) == Array("editor".utf8))
      #expect(try source.file(new)?.utf8 == [] && source.file(new + "er") == nil)
      #expect(source.shown(open) == open)
    }
  }

  /// Files are the same by their unsaved texts.
  @Test func filesAreEqualByTheirTexts() {
    let files = EditedFiles(["/a": [1]])
    #expect(files == EditedFiles(["/a": [1]]))
    for other in [[:], ["/a": [2]], ["/b": [1]], ["/a": [1], "/b": []]] as [[String: [UInt8]]] {
      #expect(files != EditedFiles(other))
    }
    #expect(Set([files, EditedFiles(["/a": [1]]), EditedFiles()]).count == 2)
  }
}
