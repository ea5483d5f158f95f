import MomentumCodegen
package import MomentumDiagnostics

/// A project's settings for code generation: the file `momentum.json` beside a bundle, or in the
/// folder of a target.
///
/// ```json
/// {
///   "targets": ["swift"],
///   "access": "internal",
///   "models": { "Legacy": { "generate": false } }
/// }
/// ```
///
/// Only `keys` are allowed, and in `models` the same keys for one bundle each. The JSON Schema is
/// Tests/Schemas/momentum.json.
package struct GenerationConfiguration: Sendable, Hashable {
  package static let fileName = "momentum.json"

  /// The settings for all models.
  package var settings = GenerationSettings()
  /// The settings for single bundles, by the bundle's name without suffix.
  private var models: [String: GenerationSettings] = [:]

  package init() {}

  /// The settings for one bundle.
  package func settings(for model: String) -> GenerationSettings {
    models[model].map(settings.overridden) ?? settings
  }

  /// Reads a configuration; `nil` with diagnostics if the file is not valid.
  package static func read(
    _ file: SourceFile, _ diagnostics: inout Diagnostics
  ) -> GenerationConfiguration? {
    var reading = GenerationConfigurationReading(file: file)
    let result = reading.read()
    diagnostics.append(contentsOf: reading.diagnostics)
    return reading.diagnostics.hasErrors ? nil : result
  }

  fileprivate mutating func set(_ settings: GenerationSettings, for model: String) {
    models[model] = settings
  }

  /// All keys that settings may have, in the order in which help and messages show them.
  package static let keys =
    ["generate", "targets", "name", "modelVersion", "folders"] + CodegenOption.all.map(\.key)
}

private struct GenerationConfigurationReading {
  /// The keys at the top of the file. Editors read the address of the JSON schema from `$schema`;
  /// here it is ignored.
  private static let outerKeys = ["$schema"] + GenerationConfiguration.keys + ["models"]

  let file: SourceFile
  var diagnostics = Diagnostics()

  init(file: SourceFile) { self.file = file }

  mutating func read() -> GenerationConfiguration {
    var result = GenerationConfiguration()
    guard let root = JSONParser.parse(file, &diagnostics) else { return result }
    for member in members(root, "the configuration") ?? [] {
      switch member.name {
      case "$schema": _ = text(member)
      case "models":
        for model in members(member.value, "'models'") ?? [] {
          result.set(settings(of: model.value, "'\(model.name)'"), for: model.name)
        }
      case _: set(member, in: &result.settings, Self.outerKeys)
      }
    }
    return result
  }

  private mutating func settings(of node: JSONNode, _ what: String) -> GenerationSettings {
    var result = GenerationSettings()
    for member in members(node, what) ?? [] {
      set(member, in: &result, GenerationConfiguration.keys)
    }
    return result
  }

  private mutating func set(
    _ member: JSONMember, in settings: inout GenerationSettings, _ keys: [String]
  ) {
    switch member.name {
    case "generate": settings.isEnabled = flag(member)
    case "targets":
      settings.targets = targets(member)
      settings.targetsLocation = SourceLocation(file, member.value.range)
    case "name": settings.name = nonEmptyText(member)
    case "modelVersion": settings.modelVersion = nonEmptyText(member)
    case "folders": setFolders(member, in: &settings)
    case let name:
      guard let option = CodegenOption.all.first(where: { $0.key == name }) else {
        report(
          .unknownKey(name, near: nearName(to: name, among: keys), valid: keys), member.nameRange)
        return
      }
      set(option, member, in: &settings)
    }
  }

  private mutating func set(
    _ option: CodegenOption, _ member: JSONMember, in settings: inout GenerationSettings
  ) {
    let expected: String
    var value: CodegenOption.Value?
    switch option.values {
    case .choice(let words):
      expected = "one of \(words.map { "\"\($0)\"" }.joined(separator: ", "))"
      if case .string(let word) = member.value.value { value = .text(word) }
    case .flag:
      expected = "true or false"
      if case .boolean(let flag) = member.value.value { value = .flag(flag) }
    case .text:
      expected = "a text: \(option.help)"
      if case .string(let text) = member.value.value { value = .text(text) }
    case .list:
      expected = "a list of texts: \(option.help)"
      if case .array(let items) = member.value.value {
        let texts = items.compactMap { item in
          if case .string(let text) = item.value { text } else { nil }
        }
        value = texts.count == items.count ? .list(texts) : nil
      }
    }
    do throws(CodegenOptionError) {
      if let value {
        try settings.set(option, to: value)
        return
      }
    } catch {}
    report(.badValue("'\(member.name)'", expected: expected), member.value.range)
  }

  private mutating func setFolders(_ member: JSONMember, in settings: inout GenerationSettings) {
    let names = CodeTarget.allCases.map(\.rawValue)
    for folder in members(member.value, "'folders'") ?? [] {
      guard let target = CodeTarget(rawValue: folder.name) else {
        report(
          .unknownKey(folder.name, near: nearName(to: folder.name, among: names), valid: names),
          folder.nameRange)
        continue
      }
      guard case .string(let path) = folder.value.value, path == "." || OutputPath.isSafe(path)
      else {
        report(
          .badValue(
            "'\(folder.name)'", expected: "a folder below the output folder, without '..', or \".\""
          ),
          folder.value.range)
        continue
      }
      settings.setFolder(path == "." ? "" : path, of: target)
    }
  }

  private mutating func targets(_ member: JSONMember) -> [CodeTarget]? {
    let list = CodeTarget.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    guard case .array(let items) = member.value.value, !items.isEmpty else {
      report(
        .badValue("'targets'", expected: "a list with one or more of \(list)"), member.value.range)
      return nil
    }
    var chosen: Set<CodeTarget> = []
    for item in items {
      guard case .string(let word) = item.value, let target = CodeTarget(rawValue: word) else {
        report(.badValue("a target", expected: "one of \(list)"), item.range)
        continue
      }
      chosen.insert(target)
    }
    return CodeTarget.allCases.filter(chosen.contains)
  }

  // MARK: - Plain values

  private mutating func members(_ node: JSONNode, _ what: String) -> [JSONMember]? {
    if case .object(let members) = node.value { return members }
    report(.badValue(what, expected: "an object"), node.range)
    return nil
  }

  private mutating func flag(_ member: JSONMember) -> Bool? {
    if case .boolean(let flag) = member.value.value { return flag }
    report(.badValue("'\(member.name)'", expected: "true or false"), member.value.range)
    return nil
  }

  private mutating func text(_ member: JSONMember) -> String? {
    if case .string(let text) = member.value.value { return text }
    report(.badValue("'\(member.name)'", expected: "a text"), member.value.range)
    return nil
  }

  private mutating func nonEmptyText(_ member: JSONMember) -> String? {
    guard let text = text(member) else { return nil }
    if !text.isEmpty { return text }
    report(.badValue("'\(member.name)'", expected: "a text that is not empty"), member.value.range)
    return nil
  }

  private mutating func report(_ message: GenerationConfigurationMessage, _ range: SourceRange) {
    diagnostics.report(message, at: SourceLocation(file, range))
  }
}
