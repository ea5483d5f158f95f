internal import Foundation

/// A folder that only this process can read; it is removed when the object is released.
package final class TemporaryFolder {
  package let path: String

  package init() throws(SQLiteError) {
    var template = Array((NSTemporaryDirectory() + "/momentum-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw SQLiteError(
        .copy, code: .cannotOpen, message: String(cString: strerror(errno)),
        path: NSTemporaryDirectory())
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    // If the folder cannot be removed it stays in the system's temporary folder: ignore the error.
    do { try FileManager.default.removeItem(atPath: path) } catch {}
  }
}
