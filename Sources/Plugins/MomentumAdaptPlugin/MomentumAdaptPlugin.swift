import Foundation
import PackagePlugin

/// Makes what a target needs to build on Linux with the module CoreData: copies of the sources that
/// the manifest excludes, the compiled models and mapping models, and the classes that Xcode would generate.
@main struct MomentumAdaptPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? SwiftSourceModuleTarget else { return [] }
    let models = DataModel.all(in: target, of: context.package)
    let sources = excludedSources(of: target, in: context.package)
    let tool = try context.tool(named: "momentum-adapt-tool").url
    let generator = try context.tool(named: "momentum-plugin-tool").url
    var commands: [Command] = []
    if sources.isEmpty {
      Diagnostics.remark(
        "MomentumAdapt: the manifest excludes no Swift source of '\(target.name)' on Linux, so there is "
          + "none to adapt")
    } else {
      commands.append(adapt(sources, models, context, tool))
    }
    var seen: Set<String> = []
    for model in models where seen.insert(model.name.lowercased()).inserted {
      commands.append(compile(model, target, context, tool))
      commands.append(generate(model, target, context, generator))
    }
    for mapping in files(below: target, of: context.package, suffix: "xcmappingmodel")
    where seen.insert(mapping.lastPathComponent.lowercased()).inserted {
      commands.append(compile(mapping: mapping, models, context, tool))
    }
    return commands
  }

  // MARK: - Sources

  /// The Swift files in the target's folder that the manifest excludes: a plugin can add files to a
  /// target, but not replace one, so the manifest leaves out on Linux what this plugin copies.
  private func excludedSources(of target: SwiftSourceModuleTarget, in package: Package) -> [URL] {
    let own = Set(target.sourceFiles.map { $0.url.standardizedFileURL.path })
    return files(below: target, of: package, suffix: "swift")
      .filter { !own.contains($0.standardizedFileURL.path) }
  }

  /// The files and bundles of a suffix in a target's folder, without those of other targets in it.
  private func files(below target: any Target, of package: Package, suffix: String) -> [URL] {
    let others = Set(
      package.targets.filter { $0.id != target.id }.map { $0.directoryURL.standardizedFileURL.path }
    )
    let walk = FileManager.default.enumerator(
      at: target.directoryURL, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
    var found: [URL] = []
    while let url = walk?.nextObject() as? URL {
      if others.contains(url.standardizedFileURL.path) {
        walk?.skipDescendants()
      } else if url.pathExtension == suffix {
        found.append(url)
      }
    }
    return found.sorted { $0.path < $1.path }
  }

  private func adapt(
    _ sources: [URL], _ models: [DataModel], _ context: PluginContext, _ tool: URL
  ) -> Command {
    let folder = context.pluginWorkDirectoryURL.appendingPathComponent("Adapted")
    var seen: [String: Int] = [:]
    let names = sources.map { url in
      // Files of a module need different names, even if they are in different folders.
      let stem = url.deletingPathExtension().lastPathComponent
      let count = seen[stem.lowercased(), default: 0] + 1
      seen[stem.lowercased()] = count
      return count == 1 ? "\(stem)+Adapted.swift" : "\(stem)-\(count)+Adapted.swift"
    }
    let modelArguments = models.flatMap { ["--model", $0.url.path] }
    let sourceArguments = zip(sources, names).flatMap { ["--source", $0.path, $1] }
    let count = sources.count == 1 ? "1 source" : "\(sources.count) sources"
    return .buildCommand(
      displayName: "Adapting \(count) for Linux", executable: tool,
      arguments: ["adapt", "--folder", folder.path] + modelArguments + sourceArguments,
      inputFiles: sources + models.flatMap(\.inputs),
      outputFiles: names.map { folder.appendingPathComponent($0) })
  }

  // MARK: - Models

  /// The compiled model becomes a resource of the target, where `NSPersistentContainer(name:)` finds
  /// it.
  private func compile(
    _ model: DataModel, _ target: SwiftSourceModuleTarget, _ context: PluginContext, _ tool: URL
  ) -> Command {
    let suffix = model.url.pathExtension == "xcdatamodeld" ? "momd" : "mom"
    let output = context.pluginWorkDirectoryURL.appendingPathComponent("\(model.name).\(suffix)")
    return .buildCommand(
      displayName: "Compiling \(model.url.lastPathComponent)", executable: tool,
      arguments: [
        "compile", model.url.path, "--module", target.moduleName, "--output", output.path,
      ],
      inputFiles: model.inputs, outputFiles: [output])
  }

  /// The compiled mapping model becomes a resource, too, where the opening of a store finds it.
  private func compile(
    mapping: URL, _ models: [DataModel], _ context: PluginContext, _ tool: URL
  ) -> Command {
    let name = mapping.deletingPathExtension().lastPathComponent
    let output = context.pluginWorkDirectoryURL.appendingPathComponent("\(name).cdm")
    return .buildCommand(
      displayName: "Compiling \(mapping.lastPathComponent)", executable: tool,
      arguments: ["compile-mapping", mapping.path] + models.flatMap { ["--model", $0.url.path] }
        + ["--output", output.path],
      inputFiles: [mapping.appendingPathComponent("xcmapping.xml")] + models.flatMap(\.inputs),
      outputFiles: [output])
  }

  /// The classes of entities with codegen Class Definition or Category/Extension, which Xcode also
  /// generates in the build (CL-13).
  private func generate(
    _ model: DataModel, _ target: SwiftSourceModuleTarget, _ context: PluginContext, _ tool: URL
  ) -> Command {
    let folder = context.pluginWorkDirectoryURL.appendingPathComponent("Classes-\(model.name)")
    let names = (1...slotCount(of: model)).map { "\(model.name)+Classes\($0).swift" }
    let configuration = [model.url.deletingLastPathComponent(), target.directoryURL]
      .map { $0.appendingPathComponent("momentum.json") }
      .first { FileManager.default.fileExists(atPath: $0.path) }
    let options = configuration.map { ["--config", $0.path] } ?? []
    return .buildCommand(
      displayName: "Generating classes for \(model.url.lastPathComponent)", executable: tool,
      arguments: ["generate", model.url.path, "--target", "core-data"] + options
        + ["--folder", folder.path] + names,
      inputFiles: model.inputs + (configuration.map { [$0] } ?? []),
      outputFiles: names.map { folder.appendingPathComponent($0) })
  }

  /// The number of files for the classes, estimated from the model's size, because the build system
  /// wants the names of outputs before the model is read.
  private func slotCount(of model: DataModel) -> Int {
    min(max(model.size / 8_192 + 1, 1), 16)
  }
}
