package import MomentumCodegen
package import MomentumCompiler
package import MomentumDiagnostics
import MomentumModel
package import MomentumModelFiles

/// Generates the Swift files of one model.
package struct Generation: Sendable {
  package let model: LoadedModelFile
  /// The bundle's name without its suffix; an output folder lists its files under this name.
  package let name: String
  package let settings: GenerationSettings
  private let access: AccessLevel

  /// - Parameters:
  ///   - path: The path of the model, from which its name is taken.
  ///   - access: The access level of generated types, if the settings do not set it.
  package init(
    _ model: LoadedModelFile, path: String, settings: GenerationSettings,
    access: AccessLevel = .public
  ) {
    self.model = model
    name = Self.name(of: path)
    self.settings = settings
    self.access = access
  }

  /// The inputs of this run, from which `OutputFolder.current` finds whether the files are up to
  /// date; `nil` if the tool's executable cannot be found.
  package var state: GenerationState? {
    GenerationState(model, name: name, settings: settings, kind: "files, \(access.rawValue)")
  }

  /// The files of all targets; `nil` with diagnostics if the model has errors.
  package func files(_ diagnostics: inout Diagnostics) -> [ProducedFile]? {
    run(&diagnostics)?.files
  }

  /// The result of a run.
  package struct Result: Sendable {
    /// The files of all targets.
    package var files: [ProducedFile] = []
    /// A phrase for each part of the model that the files of the Core Data target leave out.
    package var omissions: [String] = []
    /// The model that the files were made from; `nil` if the settings say that no code is
    /// generated.
    package var compiled: CompiledModel?
  }

  /// Generates the files of all targets; returns `nil` with diagnostics if the model has errors.
  package func run(_ diagnostics: inout Diagnostics) -> Result? {
    guard settings.isEnabled ?? true else { return Result() }
    guard let compiled = compiled(&diagnostics) else { return nil }
    let targets = settings.targets ?? []
    var result = Result(files: files(of: compiled), compiled: compiled)
    if targets.contains(.coreData) {
      result.omissions = CoreDataEmitter.omissions(compiled.model, options: options)
    }
    return result
  }

  /// The files of a model that was compiled already.
  package func files(of compiled: CompiledModel) -> [ProducedFile] {
    let targets = settings.targets ?? []
    return targets.flatMap { target in
      let folder = settings.folder(of: target) ?? (targets.count > 1 ? target.folder : "")
      return compiled.generatedCode(target, options: options).map { file in
        ProducedFile(
          path: OutputPath.join(folder, file.name), text: file.text, mark: ProducedFile.mark,
          isWrittenOnce: file.isWrittenOnce, isInXcodeStyle: file.isInXcodeStyle)
      }
    }
  }

  /// The code spread over a fixed number of files; `nil` with diagnostics if the model has errors
  /// or the settings name several targets. If the settings name no target, the target is `swift`.
  ///
  /// Files that are written once are left out: a build would write them again. A project that wants
  /// these files generates into a folder of its sources.
  package func texts(count: Int, _ diagnostics: inout Diagnostics) -> [String]? {
    let targets = settings.targets ?? [.swift]
    guard targets.count == 1, let target = targets.first else {
      diagnostics.report(GenerationConfigurationMessage.oneTarget, at: settings.targetsLocation)
      return nil
    }
    guard settings.isEnabled ?? true else { return OutputSlots.texts(of: [], count: count) }
    guard let compiled = compiled(&diagnostics) else { return nil }
    let files = compiled.generatedCode(target, options: options)
    return OutputSlots.texts(of: files.filter { !$0.isWrittenOnce }, count: count)
  }

  /// The options of the generated code.
  package var options: CodegenOptions {
    settings.codegenOptions(modelName: name, access: access)
  }

  private func compiled(_ diagnostics: inout Diagnostics) -> CompiledModel? {
    // Errors in the predicates of stored requests still leave a model, but code for it would not
    // compile.
    var findings = Diagnostics()
    let compiled = CompiledModel.compile(model.contents, &findings)
    compiled?.checkValueTypes(&findings)
    if let name = options.configuration, let names = compiled?.model.configurations.map(\.name),
      !names.contains(name)
    {
      // A misspelt configuration contains no entity, so all existing files would be removed.
      findings.report(
        GenerationConfigurationMessage.unknownConfiguration(
          name, near: nearName(to: name, among: names), known: names))
    }
    diagnostics.append(contentsOf: findings)
    return findings.hasErrors ? nil : compiled
  }

  /// The name of the model at a path: `BubbleTea` for `Models/BubbleTea.xcdatamodeld` or a version
  /// inside that bundle; the file's name for other paths.
  package static func name(of path: String) -> String {
    let parts = path.split(separator: "/").map(String.init)
    let bundle = parts.last { $0.hasSuffix(".xcdatamodeld") || $0.hasSuffix(".xcdatamodel") }
    let name = parts.first { $0.hasSuffix(".xcdatamodeld") } ?? bundle ?? parts.last ?? "Model"
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    return stem.isEmpty ? "Model" : stem
  }
}

extension CodeTarget {
  /// The folder of a target in a run that generates several targets.
  package var folder: String {
    switch self {
    case .coreData: "CoreData"
    case .swift: "Swift"
    case .swiftData: "SwiftData"
    case .objects: "Objects"
    }
  }
}
