import Foundation
import MomentumCodegen
import MomentumModel
import MomentumTestSupport
import Testing

/// Whatever the texts of a model are, the code has the declarations and statements that the same model has
/// with plain names. The compiler's own syntax tree tells.
@Suite(
  .serialized, .tags(.compiles, .random),
  .enabled(if: SwiftCompiler.found != nil, "there is no Swift compiler"))
struct StructureTests {
  @Test(arguments: UInt64(100)..<TestLength.choose(short: 112, long: 140))
  func textsCannotChangeTheStructure(_ seed: UInt64) throws {
    let sample = Sample.nasty(seed: seed)
    let hostile = try Self.skeletons(sample.portable())
    let plain = try Self.skeletons(PlainTwin().twin(of: sample).portable())
    expectText(hostile.joined(separator: "\n\n"), plain.joined(separator: "\n\n"))
    #expect(hostile.joined().contains("extension_decl"))
    #expect(!hostile.joined().contains("interpolated"))
  }

  /// The kinds of nodes with their depth, a text for each declaration of a file, sorted: names decide
  /// the files' order.
  private static func skeletons(_ files: [GeneratedFile]) throws -> [String] {
    let compiler = try #require(SwiftCompiler.found)
    // The tree has nothing of what stands between `#if` and `#endif`, so these lines go.
    let lines = files.flatMap { file in
      file.text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
        let content = line.drop { $0 == " " }
        return !["#if ", "#else", "#endif"].contains { content.hasPrefix($0) }
      }
    }
    return try RepositoryFiles.withTemporaryFolder { folder in
      try lines.joined(separator: "\n").write(
        to: folder.appendingPathComponent("all.swift"), atomically: false, encoding: .utf8)
      // Both outputs in one file would mix within a line.
      let script = "exec \"$0\" -frontend -dump-parse -dump-ast-format json all.swift 2> errors.txt"
      let output = try SwiftCompiler.launch("/bin/sh", ["-c", script, compiler.path], in: folder)
      let tree = try JSONSerialization.jsonObject(with: Data(output.text.utf8)) as? [String: Any]
      let declarations = try #require(tree?["items"] as? [Any])
      return declarations.map { declaration in
        var lines: [String] = []
        collect(declaration, depth: 0, &lines)
        return lines.joined(separator: "\n")
      }.sorted()
    }
  }

  /// The kinds of nodes, but not of literals, which depend on values.
  private static func collect(_ tree: Any, depth: Int, _ lines: inout [String]) {
    if let list = tree as? [Any] {
      for item in list { collect(item, depth: depth, &lines) }
    } else if let node = tree as? [String: Any] {
      let kind = node["_kind"] as? String ?? ""
      let isShown =
        ["_decl", "_stmt", "typealias", "parameter"].contains { kind.hasSuffix($0) }
        || ["closure_expr", "call_expr", "assign_expr", "interpolated_string_literal_expr"]
          .contains(kind)
      if isShown { lines.append(String(repeating: " ", count: depth) + kind) }
      for key in node.keys.sorted() {
        if let value = node[key] { collect(value, depth: isShown ? depth + 1 : depth, &lines) }
      }
    }
  }
}

/// Makes a model with plain names of one with hostile names: equal texts stay equal, others stay distinct.
private final class PlainTwin {
  private var names: [String: String] = ["id": "id"]

  private func plain(_ text: String) -> String {
    if let known = names[text] { return known }
    let name = "n\(names.count)"
    names[text] = name
    return name
  }

  func twin(of sample: Sample) -> Sample {
    var result = sample
    let types = ValueTypes(sample.model)
    for index in result.model.entities.indices {
      result.model.entities[index].name = plain(sample.model.entities[index].name)
      for position in result.model.entities[index].attributes.indices {
        rename(&result.model.entities[index].attributes[position], types)
      }
      for position in result.model.entities[index].relationships.indices {
        let name = result.model.entities[index].relationships[position].name
        result.model.entities[index].relationships[position].name = plain(name)
      }
    }
    for index in result.model.composites.indices {
      result.model.composites[index].name = plain(sample.model.composites[index].name)
      for position in result.model.composites[index].elements.indices {
        rename(&result.model.composites[index].elements[position], types)
      }
    }
    result.requests = sample.requests.map(renamed)
    result.name = plain(sample.name)
    result.contents = "plain"
    return result
  }

  private func rename(_ attribute: inout Attribute, _ types: ValueTypes) {
    let type = types.type(of: attribute)
    attribute.name = plain(attribute.name)
    attribute.derivation = attribute.derivation.map(plain)
    if case .string(let text)? = attribute.defaultValue {
      attribute.defaultValue = .string(plain(text))
    }
    attribute.userInfo = []
    guard let type, let cases = type.cases else { return }
    let list = cases.map { item in
      if case .integer(let number) = item.rawValue { return "\(item.name.text)=\(number)" }
      guard case .string(let text) = item.rawValue else { return "" }
      return "\(item.name.text)=\(plain(text))"
    }
    attribute.userInfo = [
      UserInfoEntry(key: "valueType", value: "Type" + plain(type.name[0].text)),
      UserInfoEntry(key: "valueCases", value: list.joined(separator: ",")),
    ]
  }

  private func renamed(_ compiled: CompiledFetchRequest) -> CompiledFetchRequest {
    var request = compiled.request
    request.name = plain(request.name)
    request.predicateFormat = request.predicateFormat.map(plain)
    let parameters = compiled.parameters.map { parameter in
      var result = parameter
      result.name = plain(parameter.name)
      return result
    }
    return CompiledFetchRequest(
      request: request, parameters: parameters, statement: compiled.statement.map(renamed))
  }

  private func renamed(
    _ statement: CompiledFetchRequest.Statement
  ) -> CompiledFetchRequest.Statement {
    var result = statement
    result.pieces = statement.pieces.map { piece in
      switch piece {
      case .text(let text): .text(plain(text))
      case .placeholders(let name): .placeholders(of: plain(name))
      }
    }
    result.bindings = statement.bindings.map { binding in
      switch binding {
      case .value: binding
      case .parameter(let name): .parameter(plain(name))
      case .list(let name): .list(plain(name))
      }
    }
    if case .objects(let columns) = statement.rows {
      result.rows = .objects(
        columns.map { column in
          if case .property(let path) = column { .property(path.map(plain)) } else { column }
        })
    }
    return result
  }
}
