import MomentumDiagnostics
import MomentumJSONRPC

/// Runs tools in the roots.
struct ToolRunner: Sendable {
  let roots: RootFolders
  let commands: MomentumCommands
  /// The tools that are offered.
  let tools: [MCPTool]

  init(roots: RootFolders, commands: MomentumCommands, showsRows: Bool) {
    self.roots = roots
    self.commands = commands
    tools = MCPTool.all.filter { showsRows || !$0.showsRows }
  }

  func run(_ tool: MCPTool, _ arguments: JSONNode?) throws(CancellationError) -> ToolResult {
    do throws(RootFolders.Refusal) {
      let call = try MCPCall(tool, arguments, in: roots)
      if Task.isCancelled { throw RootFolders.Refusal("cancelled") }
      switch tool.action {
      case .list: return ToolResult(try list(below: call.paths["folder"]))
      case .description: return try describe(call)
      case .command(let words):
        // Without a path, 'check' would look into the current folder, which may be no root.
        let needsRoots = words == ["check"] && call.paths.isEmpty
        if needsRoots { for root in roots.paths { try roots.checkLinks(in: root) } }
        return ToolResult(
          commands.run(words + ["--color=never"] + call.words + (needsRoots ? roots.paths : [])))
      }
    } catch {
      if Task.isCancelled { throw CancellationError() }
      return ToolResult(failure: error)
    }
  }

  /// The models below a folder, or below all roots.
  func models(below folder: String? = nil) throws(RootFolders.Refusal) -> [MomentumCommands
    .FoundModel]
  {
    var found: [MomentumCommands.FoundModel] = []
    for root in folder.map({ [$0] }) ?? roots.paths {
      let inner = try commands.models(root).get()
      found += inner.filter { model in !found.contains { $0.path == model.path } }
    }
    return found
  }

  private func list(below folder: String?) throws(RootFolders.Refusal) -> String {
    let found = try models(below: folder)
    guard !found.isEmpty else { return "no models\n" }
    return found.map { model in
      let versions = model.versions.count > 1 ? " (current), " : ""
      let names =
        model.versions.isEmpty
        ? ""
        : ": " + model.versions[0] + versions + model.versions.dropFirst().joined(separator: ", ")
      return model.path + names + "\n"
    }.joined()
  }

  private func describe(_ call: MCPCall) throws(RootFolders.Refusal) -> ToolResult {
    // `dump` has an option of this name too, with another meaning.
    let words = call.words.filter { !$0.hasPrefix("--entity=") }
    let outcome = commands.run(["dump", "model", "--color=never"] + words)
    guard outcome.status == 0 else { return ToolResult(outcome) }
    let description = try ModelDescription(outcome.output)
    let text = try call.texts["entity"].map { name throws(RootFolders.Refusal) in
      try description.entity(name)
    }
    return ToolResult((text ?? description.summary) + outcome.errors)
  }

  /// The description of a model at a path, for a resource.
  func description(of path: String) throws(RootFolders.Refusal) -> ToolResult {
    let real = try roots.resolve(path)
    try roots.checkLinks(in: real)
    let outcome = commands.run(["dump", "model", "--color=never", real])
    guard outcome.status == 0 else { return ToolResult(outcome) }
    return ToolResult(try ModelDescription(outcome.output).summary)
  }
}
