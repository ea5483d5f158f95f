import ArgumentParser
import MomentumCodegen
import MomentumGeneration

/// The options of generated code. `CodegenOption.all` lists them; a test compares the two lists.
struct CodegenFlags: ParsableArguments {
  @Option(help: "Who may use the generated types (default: public).")
  var access: AccessOption?

  @Option(help: .codegen("codegen"))
  var codegen: String?

  @Option(help: .codegen("configuration"))
  var configuration: String?

  @Option(help: .codegen("files"))
  var files: String?

  @Option(help: .codegen("style"))
  var style: String?

  @Option(help: .codegen("optionals"))
  var optionals: String?

  @Flag(inversion: .prefixedNo, help: .codegen("final"))
  var final: Bool?

  @Option(help: .codegen("base-class"))
  var baseClass: String?

  @Option(help: .codegen("imports"))
  var imports: [String] = []

  @Flag(inversion: .prefixedNo, help: .codegen("nonisolated"))
  var nonisolated: Bool?

  @Flag(inversion: .prefixedNo, help: .codegen("typed-sets"))
  var typedSets: Bool?

  @Flag(name: .customLong("object-ids"), inversion: .prefixedNo, help: .codegen("object-ids"))
  var objectIDs: Bool?

  @Flag(inversion: .prefixedNo, help: .codegen("keys"))
  var keys: Bool?

  @Flag(inversion: .prefixedNo, help: .codegen("fetched-properties"))
  var fetchedProperties: Bool?

  @Flag(inversion: .prefixedNo, help: .codegen("apple-only"))
  var appleOnly: Bool?

  @Option(help: .codegen("versioned-schema"))
  var versionedSchema: String?

  /// The options that were set; throws a usage error for a value that an option does not allow.
  var settings: GenerationSettings {
    get throws {
      var settings = GenerationSettings()
      for (name, value) in given {
        guard let option = CodegenOption.all.first(where: { $0.name == name }) else { continue }
        do throws(CodegenOptionError) {
          try settings.set(option, to: value)
        } catch {
          throw ValidationError("--\(error.description.replacing("'\(name)'", with: name))")
        }
      }
      return settings
    }
  }

  private var given: [(String, CodegenOption.Value)] {
    let texts = [
      ("access", access?.rawValue), ("codegen", codegen), ("configuration", configuration),
      ("files", files), ("style", style), ("optionals", optionals), ("base-class", baseClass),
      ("versioned-schema", versionedSchema),
    ]
    let flags = [
      ("final", final), ("nonisolated", nonisolated), ("typed-sets", typedSets),
      ("object-ids", objectIDs), ("keys", keys), ("fetched-properties", fetchedProperties),
      ("apple-only", appleOnly),
    ]
    return texts.compactMap { name, text in text.map { (name, .text($0)) } }
      + flags.compactMap { name, flag in flag.map { (name, .flag($0)) } }
      + (imports.isEmpty ? [] : [("imports", .list(imports))])
  }
}

extension GenerationSettings {
  /// Sets the access level of the generated types.
  mutating func set(_ access: AccessOption) throws {
    for option in CodegenOption.all where option.name == "access" {
      try set(option, to: .text(access.rawValue))
    }
  }
}

extension ArgumentHelp {
  /// The help sentence of an option in the table, with the values that the option allows.
  fileprivate static func codegen(_ name: String) -> ArgumentHelp {
    guard let option = CodegenOption.all.first(where: { $0.name == name }) else { return "" }
    let first = option.help.prefix(1).uppercased() + option.help.dropFirst()
    switch option.values {
    case .choice(let words):
      return ArgumentHelp(
        "\(first). (values: \(words.joined(separator: ", ")); default: \(option.standard))",
        valueName: name)
    case .flag, .text, .list: return ArgumentHelp("\(first).", valueName: "name")
    }
  }
}
