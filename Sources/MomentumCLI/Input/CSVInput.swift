import Foundation
import MomentumDiagnostics

/// Reads CSV files that the command line names.
enum CSVInput {
  /// The file, or the files of a folder sorted by name; `nil` if the name does not end in `.csv`.
  static func files(_ path: String) throws -> [SourceFile]? {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    guard exists, isFolder.boolValue else {
      return isCSV(path) ? [SourceFile(path: path, utf8: try InputFile.read(path))] : nil
    }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw CommandFailure("cannot read '\(path)': it cannot be read")
    }
    // Skip hidden files: editors and systems make them, such as '._Venue.csv'.
    let found = names.filter { isCSV($0) && !$0.hasPrefix(".") }.sorted()
    guard !found.isEmpty else { throw CommandFailure("no CSV file is in '\(path)'") }
    let folder = path.hasSuffix("/") ? path : path + "/"
    return try found.map { SourceFile(path: folder + $0, utf8: try InputFile.read(folder + $0)) }
  }

  private static func isCSV(_ name: String) -> Bool { name.lowercased().hasSuffix(".csv") }

  /// The delimiter; a comma if the user names none.
  static func delimiter(_ text: String?) throws -> UInt8 {
    guard let text else { return UInt8(ascii: ",") }
    if text == "tab" || text == "\t" { return UInt8(ascii: "\t") }
    guard let byte = text.utf8.first, text.utf8.count == 1, byte < 0x80, byte > 0x1F,
      byte != UInt8(ascii: "\"")
    else { throw CommandFailure("--delimiter takes one ASCII character or 'tab', not '\(text)'") }
    return byte
  }
}
