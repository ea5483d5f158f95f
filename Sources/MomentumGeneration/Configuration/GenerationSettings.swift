package import MomentumCodegen
package import MomentumDiagnostics

/// The settings of a project or a command line for code generation. If a field is `nil`, other
/// settings or a default decide.
package struct GenerationSettings: Sendable, Hashable {
  /// Whether code is generated for the model.
  package var isEnabled: Bool?
  /// The targets, each once, in the order of `CodeTarget.allCases`.
  package var targets: [CodeTarget]?
  /// The place in the configuration file that names the targets.
  package internal(set) var targetsLocation: SourceLocation?
  /// The beginning of the names of files and types of the whole model, in place of the bundle's
  /// name.
  package var name: String?
  /// The version of the bundle to read in place of its current one.
  package var modelVersion: String?
  /// The folder of each target, relative to the output folder. Do not iterate over it: the order of
  /// a dictionary differs from run to run, and so would the output.
  private var folders: [CodeTarget: String] = [:]
  /// The checked value of each option, by the names of `CodegenOption.all`. Do not iterate over it,
  /// for the same reason as `folders`.
  private var options: [String: CodegenOption.Value] = [:]

  package init() {}

  /// The folder of a target below the output folder; an empty text means the output folder itself,
  /// `nil` that no folder was chosen.
  package func folder(of target: CodeTarget) -> String? { folders[target] }

  package mutating func setFolder(_ folder: String, of target: CodeTarget) {
    folders[target] = folder
  }

  /// Sets an option; throws if the option does not accept the value.
  package mutating func set(
    _ option: CodegenOption, to value: CodegenOption.Value
  ) throws(CodegenOptionError) {
    var options = CodegenOptions(modelName: "")
    try options.set(option.name, to: value)
    self.options[option.name] = value
  }

  /// These settings with the settings of `other` added; on conflict `other` wins.
  package func overridden(by other: GenerationSettings) -> GenerationSettings {
    var result = self
    result.isEnabled = other.isEnabled ?? isEnabled
    result.targets = other.targets ?? targets
    result.targetsLocation = other.targets == nil ? targetsLocation : other.targetsLocation
    result.name = other.name ?? name
    result.modelVersion = other.modelVersion ?? modelVersion
    result.folders.merge(other.folders) { $1 }
    result.options.merge(other.options) { $1 }
    return result
  }

  /// The options of generated code.
  ///
  /// - Parameter access: The access of the types if neither a file nor the command line sets it.
  package func codegenOptions(modelName: String, access: AccessLevel) -> CodegenOptions {
    var result = CodegenOptions(modelName: name ?? modelName, access: access)
    for option in CodegenOption.all {
      guard let value = options[option.name] else { continue }
      // This cannot fail, because `set` has checked each value.
      try? result.set(option.name, to: value)
    }
    return result
  }

  /// All settings as one text: equal settings have equal texts.
  var fingerprint: String {
    let lines = CodeTarget.allCases.map { "\($0.rawValue): \(folders[$0] ?? "-")" }
    let values = CodegenOption.all.map { option in
      "\(option.name): \(options[option.name].map { "\($0)" } ?? "-")"
    }
    let names = (targets ?? []).map(\.rawValue).joined(separator: ",")
    return ([names, name ?? "-", "\(isEnabled ?? true)"] + lines + values)
      .map { "\($0.utf8.count):\($0)" }.joined(separator: "\n")
  }
}
