import MomentumTestSupport

/// A small model of entities and relationships as a test describes it; the text of a `contents` file is made of it.
struct RuleModel {
  enum Rule: String, CaseIterable {
    case nullify = "Nullify"
    case cascade = "Cascade"
    case deny = "Deny"
    case noAction = "No Action"
  }

  struct Relationship {
    var name: String
    var source: String
    var destination: String
    var isToMany: Bool
    var isOrdered = false
    var rule = Rule.nullify
    /// By name; names are unique in a model.
    var inverse: String?
    var isOptional = true
    var minimum = 0

    init(_ name: String, of source: String, to destination: String, many isToMany: Bool = false) {
      (self.name, self.source, self.destination) = (name, source, destination)
      self.isToMany = isToMany
    }
  }

  /// With the parent of each, which stands before it.
  var entities: [(name: String, parent: String?)] = []
  var relationships: [Relationship] = []

  subscript(name: String) -> Relationship? { relationships.first { $0.name == name } }

  func root(of entity: String) -> String {
    var current = entity
    while let parent = entities.first(where: { $0.name == current })?.parent { current = parent }
    return current
  }

  func inherits(_ entity: String, from other: String) -> Bool {
    var current: String? = entity
    while let name = current {
      if name == other { return true }
      current = entities.first { $0.name == name }?.parent
    }
    return false
  }

  /// Those of an entity, inherited ones too.
  func relationships(of entity: String) -> [Relationship] {
    relationships.filter { inherits(entity, from: $0.source) }
  }

  // MARK: - Text

  var contents: String {
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\">",
    ]
    for entity in entities {
      let parent = entity.parent.map { " parentEntity=\"\($0)\"" } ?? ""
      lines.append("<entity name=\"\(entity.name)\"\(parent)>")
      if entity.parent == nil {
        lines.append("<attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/>")
      }
      lines += relationships.filter { $0.source == entity.name }.map(line)
      lines.append("</entity>")
    }
    return (lines + ["</model>", ""]).joined(separator: "\n")
  }

  private func line(_ relationship: Relationship) -> String {
    var text = "<relationship name=\"\(relationship.name)\""
    if relationship.isOptional { text += " optional=\"YES\"" }
    text += relationship.isToMany ? " toMany=\"YES\"" : " maxCount=\"1\""
    if relationship.minimum > 0 { text += " minCount=\"\(relationship.minimum)\"" }
    if relationship.isOrdered { text += " ordered=\"YES\"" }
    text += " deletionRule=\"\(relationship.rule.rawValue)\""
    text += " destinationEntity=\"\(relationship.destination)\""
    if let inverse = relationship.inverse {
      text += " inverseName=\"\(inverse)\" inverseEntity=\"\(relationship.destination)\""
    }
    return text + "/>"
  }

  // MARK: - Random models

  static func random(_ random: inout SeededGenerator) -> RuleModel {
    var model = RuleModel()
    for index in 0..<Int.random(in: 1...4, using: &random) {
      let isRoot = index == 0 || Int.random(in: 0..<3, using: &random) > 0
      let parent = isRoot ? nil : model.entities.randomElement(using: &random)?.name
      model.entities.append(("E\(index)", parent))
    }
    for _ in 0..<Int.random(in: 1...model.entities.count + 2, using: &random) {
      model.addRelationship(&random)
    }
    return model
  }

  /// One of seven shapes: one-to-one, one-to-many, many-to-many, each kind without inverse, its own inverse.
  private mutating func addRelationship(_ random: inout SeededGenerator) {
    guard let source = entities.randomElement(using: &random)?.name,
      let destination = entities.randomElement(using: &random)?.name
    else { return }
    let name = "r\(relationships.count)"
    let shape = Int.random(in: 0..<7, using: &random)
    var first = Relationship(name, of: source, to: destination, many: [1, 2, 4, 6].contains(shape))
    first.rule = Self.rule(&random)
    switch shape {
    case 0..<3:
      var second = Relationship(name + "i", of: destination, to: source, many: shape == 2)
      second.rule = Self.rule(&random)
      second.isOrdered = second.isToMany && Bool.random(using: &random)
      first.isOrdered = first.isToMany && Bool.random(using: &random)
      (first.inverse, second.inverse) = (second.name, first.name)
      relationships += [first, second]
    case 3, 4:
      first.isOrdered = first.isToMany && Bool.random(using: &random)
      relationships.append(first)
    case _:
      first.destination = source
      first.inverse = name
      relationships.append(first)
    }
  }

  private static func rule(_ random: inout SeededGenerator) -> Rule {
    [.nullify, .nullify, .nullify, .cascade, .cascade, .deny, .deny, .noAction]
      .randomElement(using: &random) ?? .nullify
  }
}
