internal import Foundation

/// A folder only this process can read, gone with its owner.
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
    // Nothing can be done about a folder that cannot be removed; it is in the system's place for such.
    do { try FileManager.default.removeItem(atPath: path) } catch {}
  }
}
