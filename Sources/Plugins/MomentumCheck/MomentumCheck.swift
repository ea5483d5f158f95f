import Foundation
import PackagePlugin

/// The command `swift package momentum-check`, which checks the models of the package's targets.
@main struct MomentumCheck: CommandPlugin {
  private static let help = """
    usage: swift package momentum-check [--target NAME]... [OPTION]...

    Says what is wrong with the data models of the package: file, line and column; exit status 1 with errors.

    --target NAME                   only the models of a target; repeat for more
    --fail-on error|warning|never   from which severity on the command fails
    --cloudkit                      apply the rules of models that sync with CloudKit too
    --pedantic                      report matters of style too

    A file .momentum.json beside a bundle changes severities, as for 'momentum check'.

    Comparing versions, and models with those at a commit, is for the command line tool: 'momentum diff' and
    'momentum check --against REF'. The plugin's tool is built in every package that uses it, so it has
    neither version hashes nor git.
    """
  private static let comparisons = """
    the plugin does not compare models; run 'momentum check --against REF' or 'momentum diff' \
    (swift run --package-path MOMENTUM momentum …)
    """

  func performCommand(context: PluginContext, arguments: [String]) throws {
    var extractor = ArgumentExtractor(arguments)
    guard extractor.extractFlag(named: "help") == 0 else {
      print(Self.help)
      return
    }
    let names = extractor.extractOption(named: "target")
    var rest = extractor.remainingArguments
    guard rest.first != "diff", !rest.contains(where: { $0.hasPrefix("--against") }) else {
      Diagnostics.error(Self.comparisons)
      return
    }
    if rest.first == "check" { rest.removeFirst() }
    // `targets(named:)` throws if no target has the name.
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
    try run(try context.tool(named: "momentum-plugin-tool").url, ["check"] + rest + models)
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
