package import MomentumDiagnostics
package import MomentumModel
import MomentumSwiftSource

/// Accessors for sources that are compiled for Linux as they are: functions with the names that the compiler
/// gives the accessors of `@NSManaged` members, so that the linker finds them (CL-17).
///
///     let accessors = LinkedAccessors(files, module: "Shop", models: [model])
///     var findings = Diagnostics()
///     write(accessors.text(&findings))
///
/// The sources may have nothing else that Linux refuses; what has is reported at its place. The names are
/// those of the toolchain that the tests run with, so this is no way for code that many toolchains compile.
package struct LinkedAccessors {
  /// The name of the file.
  package static let fileName = "LinkedAccessors.swift"
  /// The first line of the file.
  package static let mark =
    "// Made by Momentum for Linux: accessors that the linker finds. Do not edit."

  private let files: [AdaptedFile]
  private let types: ManagedTypes

  /// - Parameters:
  ///   - files: All sources of the module.
  ///   - module: The name of the module, which is a part of each name.
  ///   - models: The models whose relationships tell what a function does; may be empty.
  package init(_ files: [SourceFile], module: String, models: [ObjectModel]) {
    let files = files.map { SwiftFile($0) }
    types = ManagedTypes(files, module: module)
    self.files = SourceAdaptation.adapted(files, models, linksAccessors: true)
  }

  /// The text of the file. Reports members whose name is not known, and what only a copy can carry over.
  package func text(_ findings: inout Diagnostics) -> String {
    var body = ""
    var isPublic = false
    for var file in files {
      file.reportEdits()
      for member in file.members {
        if let functions = functions(for: member) {
          isPublic = isPublic || member.access == .public
          body += "\nextension \(member.owner) {\n" + functions + "}\n"
        } else {
          file.report(
            .linkedMember(member.name), at: member.nameToken..<member.nameToken + 1,
            in: member.tokens)
        }
      }
      file.reportAll(to: &findings)
    }
    let word = isPublic ? "public import" : "import"
    return Self.mark + "\n\(word) CoreData\n\(word) Foundation\n" + body
  }

  /// The functions for a member; `nil` if the name of one is not known.
  private func functions(for member: ManagedMember) -> String? {
    guard member.access != .file, member.name.utf8.allSatisfy({ $0 < 0x80 }),
      let owner = types.type(named: member.owner)
    else { return nil }
    switch member.body {
    case .property(let written?, let get, let set):
      guard let type = types.type(written, in: member.owner) else { return nil }
      let getter = SymbolName.accessor(member.name, of: type, in: owner, "vg")
      let setter = SymbolName.accessor(member.name, of: type, in: owner, "vs")
      let text = Self.plain(written).description
      return function(getter, member.access, "get_\(member.name)() -> \(text)", get)
        + function(setter, member.access, "set_\(member.name)(_ newValue: consuming \(text))", set)
    case .property(nil, _, _): return nil
    case .function(let parameters, let call):
      var named: [(label: String, type: ManagedType)] = []
      var list: [String] = []
      for parameter in parameters {
        guard let written = parameter.type, let type = types.type(written, in: member.owner) else {
          return nil
        }
        named.append((parameter.label, type))
        let label = parameter.label.isEmpty ? "_" : parameter.label
        list.append("\(label) \(parameter.name): \(Self.plain(written))")
      }
      let name = SymbolName.function(member.name, named, in: owner)
      return function(
        name, member.access, "call_\(member.name)(\(list.joined(separator: ", ")))", call)
    }
  }

  private func function(
    _ symbol: String, _ access: ManagedMember.Access, _ signature: String, _ statement: String
  ) -> String {
    "  @_silgen_name(\"\(symbol)\")\n  \(access.text)func \(signature) { \(statement) }\n"
  }

  /// The type with `?` for `!`.
  private static func plain(_ type: SwiftType) -> SwiftType {
    if case .implicitlyUnwrapped(let inner) = type { return .optional(inner) }
    return type
  }
}
