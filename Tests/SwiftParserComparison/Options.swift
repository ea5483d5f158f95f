import Foundation
import MomentumDiagnostics
import MomentumSwiftSource

struct Options {
  var isTiming = false
  var listsFiles = false
  /// Whether not the files are compared, but the text of each of their string literals: the tests of a
  /// parser have what no program has.
  var readsLiterals = false
  /// The number of differences of each kind that are printed.
  var shownMax = 5
  var paths: [String] = []

  init(_ arguments: some Sequence<String>) {
    var isNumberNext = false
    for argument in arguments {
      switch argument {
      case "--time": isTiming = true
      case "--literals": readsLiterals = true
      case "--list": listsFiles = true
      case "--show": isNumberNext = true
      default:
        if isNumberNext, let number = Int(argument) {
          shownMax = number
        } else {
          paths.append(argument)
        }
        isNumberNext = false
      }
    }
  }

  struct File {
    var path: String
    var bytes: [UInt8]
  }

  /// The Swift files at and below the paths, without those that a build made.
  func files() -> [File] {
    let files = paths.flatMap(names).compactMap { path in
      FileManager.default.contents(atPath: path).map { File(path: path, bytes: [UInt8]($0)) }
    }
    return readsLiterals ? files.flatMap(literals) : files
  }

  private func literals(_ file: File) -> [File] {
    let source = SourceFile(path: file.path, utf8: file.bytes)
    let tokens = SwiftTokens(source)
    return tokens.all.indices.compactMap { index in
      guard let value = tokens.stringLiteral(at: index)?.value, value.contains("\n") else {
        return nil
      }
      let line = source.lineColumn(at: tokens[index].start).line
      return File(path: "\(file.path):\(line)", bytes: Array(value.utf8))
    }
  }

  private func names(_ path: String) -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      FileHandle.standardError.write(Data("\(path): no such file\n".utf8))
      exit(2)
    }
    guard isFolder.boolValue else { return [path] }
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".swift") && !$0.contains(".build") }.sorted()
      .map { path + "/" + $0 }
  }
}
