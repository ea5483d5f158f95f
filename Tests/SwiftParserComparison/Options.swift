import Foundation

struct Options {
  var isTiming = false
  var listsFiles = false
  /// The number of differences of each kind that are printed.
  var shownMax = 5
  var paths: [String] = []

  init(_ arguments: some Sequence<String>) {
    var isNumberNext = false
    for argument in arguments {
      switch argument {
      case "--time": isTiming = true
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
    paths.flatMap(names).compactMap { path in
      FileManager.default.contents(atPath: path).map { File(path: path, bytes: [UInt8]($0)) }
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
