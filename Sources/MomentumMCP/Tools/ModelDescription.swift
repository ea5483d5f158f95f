import MomentumDiagnostics
import MomentumJSONRPC

/// What `dump model` prints, in short or for one entity.
struct ModelDescription {
  let document: JSONNode

  /// - Parameter json: What `dump model` has printed.
  init(_ json: String) throws(RootFolders.Refusal) {
    var found = Diagnostics()
    let file = SourceFile(path: "<model>", text: json)
    guard let document = JSONParser.parse(file, &found), !found.hasErrors else {
      throw .init("the model cannot be described: \(found.all.first?.text ?? "no JSON")")
    }
    self.document = document
  }

  private var entities: [JSONNode] { document["entities"]?.items ?? [] }

  /// All members of one entity.
  func entity(_ name: String) throws(RootFolders.Refusal) -> String {
    guard let entity = entities.first(where: { $0["name"]?.string == name }) else {
      let names = entities.compactMap { $0["name"]?.string }
      let near = nearName(to: name, among: names).map { "; did you mean '\($0)'?" }
      throw .init("no entity '\(name)' in the model\(near ?? "")")
    }
    return JSONText(entity).pretty
  }

  /// `Venue: name String, rating Integer 16?; location → Location, drinks →→ Drink`
  var summary: String {
    var lines = ["\(plural(entities.count, "entity")); '?' is optional, '→→' to-many"]
    lines += entities.map(Self.line)
    let requests = document["fetchRequests"]?.items ?? []
    if !requests.isEmpty { lines += ["", "stored fetch requests"] }
    for request in requests {
      let entity = request["entity"]?.string ?? ""
      let predicate = request["predicateFormat"]?.string.map { " where \($0)" } ?? ""
      lines.append("  \(request["name"]?.string ?? ""): \(entity)\(predicate)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func line(_ entity: JSONNode) -> String {
    let attributes = (entity["attributes"]?.items ?? []).map { attribute in
      "\(attribute["name"]?.string ?? "") \(attribute["type"]?.string ?? "")"
        + (attribute["isOptional"]?.boolean == true ? "?" : "")
    }
    let relationships = (entity["relationships"]?.items ?? []).map { relationship in
      let arrow = relationship["isToMany"]?.boolean == true ? "→→" : "→"
      return
        "\(relationship["name"]?.string ?? "") \(arrow) \(relationship["destination"]?.string ?? "")"
        + (relationship["isOptional"]?.boolean == true ? "?" : "")
    }
    let parent = entity["parent"]?.string.map { " (sub-entity of \($0))" } ?? ""
    let properties = [attributes, relationships].filter { !$0.isEmpty }
      .map { $0.joined(separator: ", ") }.joined(separator: "; ")
    return "\(entity["name"]?.string ?? "")\(parent): \(properties)"
  }
}
