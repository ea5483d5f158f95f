import Foundation
import PackagePlugin

/// Warns of names in the sources of a target that its data models, or those of the package, do not
/// have. The product is called MomentumScan; a target of this name is the module that the tool uses.
@main struct MomentumScanPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    var models = DataModel.all(in: target, of: context.package)
    if models.isEmpty {
      models = context.package.targets.flatMap { DataModel.all(in: $0, of: context.package) }
    }
    let suffixes = ["swift", "m", "mm", "h"]
    let sources = target.sourceFiles.map(\.url).filter { suffixes.contains($0.pathExtension) }
    guard !models.isEmpty, !sources.isEmpty else { return [] }
    let output = context.pluginWorkDirectoryURL.appendingPathComponent("MomentumScan.swift")
    return [
      .buildCommand(
        displayName: "Scanning \(target.name) for names of its data models",
        executable: try context.tool(named: "momentum-plugin-tool").url,
        arguments: ["scan", "--output", output.path] + models.flatMap { ["--model", $0.url.path] }
          + sources.map(\.path),
        inputFiles: sources + models.flatMap(\.inputs), outputFiles: [output])
    ]
  }
}
