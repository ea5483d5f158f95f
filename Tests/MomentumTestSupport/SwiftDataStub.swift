import Foundation
package import Testing

/// Type-checks generated `@Model` classes against our stand-in for Apple's module SwiftData.
package struct SwiftDataStub: Sendable {
  /// The folder of the SwiftSyntax libraries that belong to the compiler; `nil` where it has none.
  private static let libraries: URL? = {
    guard let compiler = SwiftCompiler.found else { return nil }
    let folder = URL(fileURLWithPath: compiler.path).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("lib/swift/host")
    let module = folder.appendingPathComponent("SwiftSyntaxMacros.swiftmodule")
    return FileManager.default.fileExists(atPath: module.path) ? folder : nil
  }()

  /// Whether code can be checked against the stand-in.
  package static var isPossible: Bool {
    #if canImport(SwiftData)
      // Apple's module would be found first.
      false
    #else
      libraries != nil
    #endif
  }

  /// Why a test is skipped.
  package static let reason: Comment =
    "there is no Swift compiler with the libraries for macros, or there is Apple's SwiftData"

  private static let moduleName = "SwiftData.swiftmodule"
  private static let pluginName = "libSwiftDataMacros.so"

  /// The module and the plugin with its macros, compiled once for all tests of a run.
  private static let products = Result<(module: Data, plugin: Data), any Error> {
    guard let compiler = SwiftCompiler.found, let libraries else {
      throw StubFailure(output: "no compiler")
    }
    func source(_ name: String) -> String {
      RepositoryFiles.url("Tests/GoldenCode/SwiftDataStub/\(name)").path
    }
    return try RepositoryFiles.withTemporaryFolder { folder in
      var output = try compiler.run(
        [
          "-emit-library", "-module-name", "SwiftDataMacros", "-o", pluginName,
          "-I", libraries.path, "-L", libraries.path, "-Xlinker", "-rpath", "-Xlinker",
          libraries.path, source("Macros.swift"),
        ], in: folder)
      guard output.isEmpty else { throw StubFailure(output: output) }
      output = try compiler.run(
        [
          "-emit-module", "-parse-as-library", "-swift-version", "6", "-module-name", "SwiftData",
          "-o", moduleName, "-load-plugin-library", pluginName, source("SwiftData.swift"),
        ], in: folder)
      guard output.isEmpty else { throw StubFailure(output: output) }
      return (
        try Data(contentsOf: folder.appendingPathComponent(moduleName)),
        try Data(contentsOf: folder.appendingPathComponent(pluginName))
      )
    }
  }

  /// What the compiler says about files, by name and text, as one module; empty if nothing.
  ///
  /// A run takes a second and more for each hundred properties, so many models share one.
  package static func typeCheck(_ files: [(name: String, text: String)]) throws -> String {
    guard let compiler = SwiftCompiler.found else { throw StubFailure(output: "no compiler") }
    let products = try products.get()
    return try RepositoryFiles.withTemporaryFolder { folder in
      try products.module.write(to: folder.appendingPathComponent(moduleName))
      try products.plugin.write(to: folder.appendingPathComponent(pluginName))
      for file in files {
        try file.text.write(
          to: folder.appendingPathComponent(file.name), atomically: false, encoding: .utf8)
      }
      let features = ["InternalImportsByDefault", "MemberImportVisibility", "ExistentialAny"]
      return try compiler.typeCheck(
        files.map(\.name), module: "App",
        [
          "-I", folder.path, "-load-plugin-library", pluginName, "-package-name", "test",
          "-swift-version", "6", "-warnings-as-errors",
        ] + features.flatMap { ["-enable-upcoming-feature", $0] }, in: folder)
    }
  }

  /// Declarations of the value transformers and the classes of values that an app has, as far as
  /// generated classes name them.
  package static func appClasses(for texts: [String]) -> String {
    var transformers: Set<String> = []
    var values: Set<String> = []
    for text in texts {
      let pattern =
        /transformable\(by: ([\w.]+\.self|"[^"]*")\)[^\n]*\n *(?:public )?var [^:\n]+: ([^\n=]+)/
      for match in text.matches(of: pattern) {
        if match.1.hasSuffix(".self") { transformers.insert(String(match.1.dropLast(5))) }
        for word in match.2.matches(of: /[A-Za-z_][\w.]*/) { values.insert(String(word.0)) }
      }
    }
    transformers.remove("NSSecureUnarchiveFromDataTransformer")
    values.subtract(transformers.union(foundationNames))
    var lines =
      (values.isEmpty ? [] : ["public import Foundation"])
      + (transformers.isEmpty ? [] : ["public import SwiftData"])
    let all =
      transformers.map { ($0, "ValueTransformer") } + values.map { ($0, "NSObject") }
    for (name, parent) in all.sorted(by: { $0.0 < $1.0 }) {
      let parts = name.split(separator: ".")
      let declaration = "public class \(parts[parts.count - 1]): \(parent) {}"
      lines.append(parts.count == 1 ? declaration : "extension \(parts[0]) { \(declaration) }")
    }
    for module in Set(all.map(\.0).filter { $0.contains(".") }.map { $0.prefix { $0 != "." } }) {
      lines.append("public enum \(module) {}")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The types that Foundation of Linux declares; it has no `NSAttributedString`.
  private static let foundationNames: Set<String> = [
    "Any", "AnyHashable", "Array", "Bool", "Data", "Date", "Decimal", "Dictionary", "Double",
    "Float", "Int", "Int16", "Int32", "Int64", "NSArray", "NSData", "NSDate",
    "NSDictionary", "NSError", "NSMutableArray", "NSMutableDictionary", "NSNumber", "NSObject",
    "NSSet", "NSString", "NSURL", "NSUUID", "NSValue", "Set", "String", "URL", "UUID",
  ]
}
