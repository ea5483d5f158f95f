import Foundation
import PackagePlugin

/// `swift package momentum-check`
@main struct MomentumCheck: CommandPlugin {
  private static let help = """
    usage: swift package momentum-check [check] [--target NAME]... [OPTION]...
           swift package momentum-check diff [--target NAME]... [OPTION]...

    check   says what is wrong with the data models of the package: file, line and column; exit status 1
            with errors. The default.
    diff    is handed to the tool, for one that can compare versions; the tool of this package cannot yet.

    --target NAME                   only the models of a target; repeat for more
    --fail-on error|warning|never   from which severity on the command fails
    --cloudkit                      apply the rules of models that sync with CloudKit too

    A file .momentum.json beside a bundle changes severities, as for 'momentum check'.
    """

  func performCommand(context: PluginContext, arguments: [String]) throws {
    var extractor = ArgumentExtractor(arguments)
    guard extractor.extractFlag(named: "help") == 0 else {
      print(Self.help)
      return
    }
    let names = extractor.extractOption(named: "target")
    var rest = extractor.remainingArguments
    let verb =
      rest.first.map { ["check", "diff"].contains($0) } == true ? rest.removeFirst() : "check"
    // Throws for a name that no target has.
    let targets =
      names.isEmpty ? context.package.targets : try context.package.targets(named: names)
    var models: [String] = []
    for model in targets.flatMap({ DataModel.all(in: $0, of: context.package) })
    where !models.contains(model.url.path) {
      models.append(model.url.path)
    }
    guard !models.isEmpty else {
      print("no data models in \(targets.map(\.name).joined(separator: ", "))")
      return
    }
    try run(try context.tool(named: "momentum-plugin-tool").url, [verb] + rest + models)
  }

  private func run(_ tool: URL, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = tool
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      Diagnostics.error("momentum-check failed with status \(process.terminationStatus)")
      return
    }
  }
}
