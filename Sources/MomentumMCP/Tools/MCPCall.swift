import MomentumDiagnostics
import MomentumJSONRPC

/// The arguments of a call as words of a command.
///
///     {"model": "Shop.xcdatamodeld", "where": "price > 3"} → --where=price > 3 /app/Shop.xcdatamodeld
struct MCPCall: Sendable {
  let tool: MCPTool
  let roots: RootFolders
  /// The options, and after them the paths and names.
  private(set) var words: [String] = []
  /// The real paths by the parameters' names.
  private(set) var paths: [String: String] = [:]
  /// The texts by the parameters' names.
  private(set) var texts: [String: String] = [:]

  /// - Throws: Why the arguments cannot be used, for the assistant to correct them.
  init(
    _ tool: MCPTool, _ arguments: JSONNode?, in roots: RootFolders
  ) throws(RootFolders.Refusal) {
    self.tool = tool
    self.roots = roots
    try refuseUnknown(arguments)
    var options: [String] = []
    var positions: [(name: String, word: String)] = []
    for parameter in tool.parameters {
      guard let node = arguments?[parameter.name], !node.isNull else {
        if parameter.isRequired { throw .init("'\(parameter.name)' is needed") }
        continue
      }
      let values = try values(of: node, parameter)
      switch parameter.form {
      case .argument: positions += values.map { (parameter.name, $0) }
      case .option(let option):
        if case .flag = parameter.kind {
          if node.boolean == true { options.append(option) }
        } else {
          options += values.map { "\(option)=\($0)" }
        }
      case .version(let name):
        guard let place = positions.firstIndex(where: { $0.name == name }) else {
          throw .init("'\(parameter.name)' needs '\(name)'")
        }
        positions[place].word += "@" + (values.first ?? "")
      }
    }
    words = options + positions.map(\.word)
  }

  private func refuseUnknown(_ arguments: JSONNode?) throws(RootFolders.Refusal) {
    guard let arguments, !arguments.isNull else { return }
    guard case .object(let members) = arguments.value else {
      throw .init("the arguments are an object, not \(arguments.kind)")
    }
    let names = tool.parameters.map(\.name)
    for member in members where !names.contains(member.name) {
      let near = nearName(to: member.name, among: names).map { "; did you mean '\($0)'?" }
      throw .init(
        "no argument '\(member.name)'\(near ?? "; there are \(names.joined(separator: ", "))")")
    }
  }

  private mutating func values(
    of node: JSONNode, _ parameter: MCPParameter
  ) throws(RootFolders.Refusal) -> [String] {
    let name = parameter.name
    switch parameter.kind {
    case .path:
      let real = try roots.resolve(try text(node, name))
      try roots.checkLinks(in: real)
      paths[name] = real
      return [real]
    case .text:
      let text = try text(node, name)
      texts[name] = text
      return [text]
    case .name:
      let text = try text(node, name)
      // A version is a name of a file, and may not lead to another folder.
      guard !text.contains("/") else { throw .init("'\(name)' cannot have a '/'") }
      return [text]
    case .texts:
      guard let items = node.items else { throw .init("'\(name)' is a list of strings") }
      var texts: [String] = []
      for item in items { texts.append(try text(item, name)) }
      return texts
    case .count:
      guard let number = node.integer, number >= 0 else {
        throw .init("'\(name)' is a whole number from 0")
      }
      return [String(number)]
    case .flag:
      guard node.boolean != nil else { throw .init("'\(name)' is true or false") }
      return []
    case .choice(let choices):
      let text = try text(node, name)
      guard choices.contains(text) else {
        throw .init("'\(name)' is one of \(choices.joined(separator: ", "))")
      }
      return [text]
    }
  }

  private func text(_ node: JSONNode, _ name: String) throws(RootFolders.Refusal) -> String {
    guard let text = node.string else { throw .init("'\(name)' is a string, not \(node.kind)") }
    guard !text.utf8.contains(0) else { throw .init("'\(name)' has a character NUL") }
    return text
  }
}
