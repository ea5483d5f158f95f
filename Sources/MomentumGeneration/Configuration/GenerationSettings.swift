public import MomentumCodegen
public import MomentumDiagnostics

/// What a project or a command line wants generated; what it leaves open is decided elsewhere.
public struct GenerationSettings: Sendable, Hashable {
  /// Whether the model gets code at all.
  public var isEnabled: Bool?
  /// Each once, in the order of `CodeTarget.allCases`.
  public var targets: [CodeTarget]?
  /// Where a file names the targets.
  public internal(set) var targetsLocation: SourceLocation?
  /// Begins the names of files and types of the whole model in place of the bundle's name.
  public var name: String?
  /// The version of the bundle to read in place of its current one.
  public var modelVersion: String?
  /// Folders below the output folder; looked up by target only.
  private var folders: [CodeTarget: String] = [:]
  /// Values by the names of `CodegenOption.all`, each checked; looked up by name only.
  private var options: [String: CodegenOption.Value] = [:]

  public init() {}

  /// The folder of a target that was chosen; an empty text is the output folder itself.
  public func folder(of target: CodeTarget) -> String? { folders[target] }

  public mutating func setFolder(_ folder: String, of target: CodeTarget) {
    folders[target] = folder
  }

  /// Sets an option by its name or key, if it takes the value.
  public mutating func set(
    _ option: CodegenOption, to value: CodegenOption.Value
  ) throws(CodegenOptionError) {
    var options = CodegenOptions(modelName: "")
    try options.set(option.name, to: value)
    self.options[option.name] = value
  }

  /// This with what `other` says in addition or instead.
  public func overridden(by other: GenerationSettings) -> GenerationSettings {
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
  /// - Parameter access: Where neither file nor command line says who may use the types.
  public func codegenOptions(modelName: String, access: AccessLevel) -> CodegenOptions {
    var result = CodegenOptions(modelName: name ?? modelName, access: access)
    for option in CodegenOption.all {
      guard let value = options[option.name] else { continue }
      // `set` has tried each value already.
      try? result.set(option.name, to: value)
    }
    return result
  }

  /// All of it as one text: equal settings have equal texts.
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
