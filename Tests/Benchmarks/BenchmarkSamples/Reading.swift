import Foundation
import MomentumDiagnostics
import MomentumSwiftSource

/// Swift sources to read: those of this project, as often as the size asks for.
package struct SourceSample {
  private let files: [SourceFile]
  package let bytes: Int

  /// - Parameter bytes: The size that is reached with the last file.
  package init(bytes size: Int, of folder: URL) throws {
    var all: [SourceFile] = []
    let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    while let url = found?.nextObject() as? URL {
      guard url.pathExtension == "swift" else { continue }
      all.append(SourceFile(path: url.path, utf8: Array(try Data(contentsOf: url))))
    }
    guard !all.isEmpty else { throw CocoaError(.fileReadNoSuchFile) }
    all.sort { $0.path < $1.path }
    var files: [SourceFile] = []
    var bytes = 0
    while bytes < size {
      let next = all[files.count % all.count]
      files.append(next)
      bytes += next.utf8.count
    }
    self.files = files
    self.bytes = bytes
  }

  /// All tokens of all files.
  package func readTokens() -> Int {
    files.reduce(0) { $0 + SwiftTokens($1).all.count }
  }

  /// Tokens and declarations, as `scan` and SwiftData models need them.
  package func readDeclarations() -> Int {
    files.reduce(0) { $0 + SwiftFile($1).declarations.count }
  }

  /// Also the declarations inside functions and closures.
  package func readAllDeclarations() -> Int {
    var count = 0
    for file in files { SwiftFile(file).forEachDeclaration { _ in count += 1 } }
    return count
  }
}
