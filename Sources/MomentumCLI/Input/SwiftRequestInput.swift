import ArgumentParser
import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumSwiftPredicate

extension ArgumentHelp {
  /// The help of `--swift`, the same in every command.
  static let swiftRequests = ArgumentHelp(
    "Compile the #Predicate, #Expression, FetchDescriptor and @Query of a Swift file or of a folder; with a line only those that begin there.",
    valueName: "file[:line]")
}

/// The Swift files whose predicates a command compiles, and the model for them.
struct SwiftRequestInput {
  let compiled: CompiledModel
  let requests: [SwiftRequest]

  /// - Parameter model: `nil` if the files themselves have the model classes.
  static func read(
    _ place: String, model: String?, version: ModelVersionOption
  ) throws -> SwiftRequestInput {
    let (path, line) = split(place)
    let files = try paths(path).map { SourceFile(path: $0, utf8: try InputFile.read($0)) }
    let modelPlace = try version.place(model ?? path)
    let compiled = try ModelInput.compiled(modelPlace)
    let found = SwiftPredicates(
      files, sources: try sources(of: modelPlace.path, without: files), model: compiled.model)
    var requests = found.requests
    if let line { requests = requests.filter { $0.location.line == line } }
    guard !requests.isEmpty else {
      throw CommandFailure(
        "'\(place)' has no #Predicate, #Expression, FetchDescriptor or @Query", status: .badInput)
    }
    return SwiftRequestInput(compiled: compiled, requests: requests)
  }

  /// `Trips.swift:12` is a file and a line, unless a file has that name.
  static func split(_ place: String) -> (path: String, line: Int?) {
    guard !FileManager.default.fileExists(atPath: place), let colon = place.lastIndex(of: ":"),
      let line = Int(place[place.index(after: colon)...])
    else { return (place, nil) }
    return (String(place[..<colon]), line)
  }

  /// The file itself, or the Swift files below a folder, in the order of their names.
  private static func paths(_ path: String) throws -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
    else { return [path] }
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    let found = names.filter { name in
      name.hasSuffix(".swift") && !name.split(separator: "/").contains { $0.hasPrefix(".") }
    }
    return found.sorted().map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
  }

  /// The Swift files of a model that are not among `files`; empty for a model that is not Swift
  /// source.
  private static func sources(
    of model: String, without files: [SourceFile]
  ) throws -> [SourceFile] {
    let inputs = (try? ModelBundle.inputs(path: model)) ?? []
    return try inputs.filter { path in
      path.hasSuffix(".swift") && !files.contains { $0.path == path }
    }.map { SourceFile(path: $0, utf8: try InputFile.read($0)) }
  }

  var diagnostics: Diagnostics {
    var result = Diagnostics()
    for request in requests { result.append(contentsOf: request.diagnostics) }
    return result
  }

  /// Whether every request could be compiled.
  var areCompiled: Bool { requests.allSatisfy(\.isCompiled) }
}
