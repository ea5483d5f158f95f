import Foundation

/// A script that a test puts in the place of a program.
package enum ProgramFile {
  /// The place says which other program could not write the file.
  package struct NotWritten: Error { let path: String }

  /// Writes a script that can be run at once.
  ///
  /// A file that is open for writing cannot be run (`ETXTBSY`). If the tests wrote it themselves, a process that another
  /// test starts at that moment could have it open, from its fork to its exec. So another program writes it, whose
  /// files nobody inherits.
  package static func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path + ".text"))
    let install = Process()
    install.executableURL = URL(fileURLWithPath: "/usr/bin/install")
    install.arguments = ["-m", "755", path + ".text", path]
    try install.run()
    install.waitUntilExit()
    guard install.terminationStatus == 0 else { throw NotWritten(path: path) }
  }
}
