import Foundation
import PackagePlugin

/// Generates Swift for every data model in a target, into the build folder.
@main struct MomentumGenerate: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard target is SwiftSourceModuleTarget else { return [] }
    let tool = try context.tool(named: "momentum-plugin-tool").url
    var seen: [String: Int] = [:]
    return DataModel.all(in: target, of: context.package).map { model in
      // Files of a module need different names, even if two folders have a bundle of the same name.
      let count = seen[model.name.lowercased(), default: 0] + 1
      seen[model.name.lowercased()] = count
      let name = count == 1 ? model.name : "\(model.name)-\(count)"
      return command(model, name, context, target, tool)
    }
  }

  private func command(
    _ model: DataModel, _ name: String, _ context: PluginContext, _ target: any Target, _ tool: URL
  ) -> Command {
    let folder = context.pluginWorkDirectoryURL.appendingPathComponent(name)
    let names = (1...slotCount(of: model)).map { "\(name)+Model\($0).swift" }
    let configuration = configuration(for: model, context, target)
    let options = configuration.map { ["--config", $0.path] } ?? []
    return .buildCommand(
      displayName: "Generating Swift for \(model.url.lastPathComponent)", executable: tool,
      arguments: ["generate", model.url.path] + options + ["--folder", folder.path] + names,
      inputFiles: model.inputs + (configuration.map { [$0] } ?? []),
      outputFiles: names.map { folder.appendingPathComponent($0) })
  }

  /// The number of files for the code, estimated from the model's size, because the build system
  /// wants the names of outputs before the model is read. A file gets about eight to ten entities,
  /// so that several cores can compile the files side by side.
  private func slotCount(of model: DataModel) -> Int {
    min(max(model.size / 8_192 + 1, 1), 16)
  }

  /// The configuration file `momentum.json` beside the bundle, in the target's folder, or in the
  /// package's folder, in this order; `nil` if there is none.
  private func configuration(
    for model: DataModel, _ context: PluginContext, _ target: any Target
  ) -> URL? {
    [model.url.deletingLastPathComponent(), target.directoryURL, context.package.directoryURL]
      .map { $0.appendingPathComponent("momentum.json") }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }
}
