import Foundation
import MomentumCodegen
import MomentumModel
import MomentumTestSupport
import Testing

/// Whatever the texts of a model are, the code has the declarations and statements that the same model has
/// with plain names. The compiler's own syntax tree tells.
@Suite(.serialized, .enabled(if: SwiftCompiler.found != nil)) struct StructureTests {
  @Test(arguments: UInt64(100)..<140) func textsCannotChangeTheStructure(_ seed: UInt64) throws {
    let sample = Sample.nasty(seed: seed)
    let hostile = try Self.skeletons(sample.portable())
    let plain = try Self.skeletons(PlainTwin().twin(of: sample).portable())
    expectText(hostile.joined(separator: "\n\n"), plain.joined(separator: "\n\n"))
    #expect(hostile.joined().contains("extension_decl"))
    #expect(!hostile.joined().contains("interpolated"))
  }

  /// The kinds of nodes with their depth, a text for each file, sorted: names decide the files' order.
  private static func skeletons(_ files: [GeneratedFile]) throws -> [String] {
    let compiler = try #require(SwiftCompiler.found)
    return try RepositoryFiles.withTemporaryFolder { folder in
      // The parts for stores are active, and so in the tree.
      let active = files.map {
        GeneratedFile(
          name: $0.name,
          text: $0.text.replacingOccurrences(
            of: "#if canImport(MomentumRuntime)", with: "#if true"))
      }
      let names = try active.write(to: folder, prefix: "_")
      let output = try compiler.run(["-frontend", "-dump-parse"] + names, in: folder)
      let nodes = output.split(separator: "\n").compactMap(node)
      return nodes.split(separator: "(source_file", omittingEmptySubsequences: true)
        .map { $0.joined(separator: "\n") }.sorted()
    }
  }

  /// `    (func_decl`; `nil` for what is no node, and for the kinds of literals, which depend on values.
  private static func node(_ line: Substring) -> String? {
    let content = line.drop { $0 == " " }
    guard content.first == "(" else { return nil }
    let kind = content.dropFirst().prefix { $0.isLetter || $0 == "_" }
    let kinds = [
      "source_file", "_decl", "_stmt", "closure_expr", "call_expr",
      "interpolated_string_literal_expr", "typealias", "assign_expr", "parameter",
    ]
    guard kinds.contains(where: { kind.hasSuffix($0) }) else { return nil }
    if kind == "source_file" { return "(source_file" }
    return String(repeating: " ", count: line.count - content.count) + kind
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
      guard case .string(let text) = item.rawValue else { return "\(item.name.text)=1" }
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
