import MomentumDiagnostics
import MomentumModel
import MomentumStore

@testable import MomentumSQLite

/// An import of objects of a model, written as words:
///
///     Team a members=p,q | Player p | Player q team=null
///
/// An entity, an id, and the ids of relationships; a value after `#` is written as it stands.
struct ImportTrial {
  let model: ObjectModel
  let schema: StoreSchema
  var options = ImportOptions()

  init(_ entities: [Entity]) { self.init(ObjectModel(entities: entities)) }

  init(_ model: ObjectModel) {
    self.model = model
    schema = CoreDataLayout(indexCondition: { _, _ in nil }).layOut(model)
  }

  /// An empty store of the model in memory.
  func store() throws -> Connection {
    let connection = try Connection.inMemory(options: VenueStore.options)
    try StoreWriter.fill(
      connection, schema, schema.creationStatements(framework: FrameworkVersion(nil)),
      StoreMetadata(uuid: "6f99dceb-e351-44b4-a9ee-e419c7f1a040"))
    return connection
  }

  private func object(_ words: [String]) -> String {
    let entity = model.entity(named: words[0])
    let links = words.dropFirst(2).map { word -> String in
      let sides = word.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      let ids = sides[1].split(separator: ",").map {
        $0.hasPrefix("#") ? String($0.dropFirst()) : "\"\($0)\""
      }
      var isList = false
      if let entity, case .relationship(let id)? = model.property(named: sides[0], in: entity) {
        isList = model[id].isToMany
      }
      let value = isList ? "[\(ids.joined(separator: ", "))]" : ids.first ?? "null"
      return "\"\(sides[0])\": \(value)"
    }
    return #"{"entity": "\#(words[0])", "id": "\#(words[1])", "#
      + #""relationships": {\#(links.joined(separator: ", "))}}"#
  }

  /// The objects as the file of an import.
  func file(_ words: String) -> SourceFile {
    let objects = words.split(separator: "|").map {
      object($0.split(separator: " ").map(String.init))
    }
    return SourceFile(path: "a.json", text: #"{"objects": [\#(objects.joined(separator: ", "))]}"#)
  }

  func plan(_ words: String, _ issues: inout Diagnostics) -> ImportPlan? {
    ImportPlan.make(
      file(words), mappedBy: nil, model: model, schema: schema, options: options, &issues)
  }

  /// The links of the objects, by their ids: `Team.members a→p 0/1` with the positions in both lists; or the
  /// findings, each with the text at its place.
  func links(_ words: String) -> [String] {
    var issues = Diagnostics()
    let plan = plan(words, &issues)
    guard let plan else { return issues.all.flatMap(Self.text) }
    let ids = words.split(separator: "|").map { $0.split(separator: " ")[1] }
    return plan.links.map { link in
      let id = link.relationship
      return "\(model[id.entity].name).\(model[id].name) \(ids[Int(link.source)])→"
        + "\(ids[Int(link.destination)]) \(link.order)/\(link.inverseOrder)"
    }
  }

  static func text(_ finding: Diagnostic) -> [String] {
    func place(_ location: SourceLocation?) -> String {
      guard let location else { return "" }
      let text = String(
        decoding: location.file.utf8[location.range.start..<location.range.end], as: UTF8.self)
      return "⟨\(text.prefix(28))⟩ "
    }
    return ["\(place(finding.location))\(finding.id.dropFirst(7)): \(finding.text)"]
      + finding.notes.map { "  \(place($0.location))\($0.text)" }
  }
}
