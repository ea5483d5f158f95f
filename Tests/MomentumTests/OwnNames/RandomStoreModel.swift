import MomentumTestSupport

/// A small model with names that collide, and objects that have a value for each property.
struct RandomStoreModel {
  struct Entity {
    var name: String
    var parent: Int?
    var attributes: [(name: String, type: String)] = []
    var relationships: [String] = []
    /// Names that the entity, those above it and those below it have.
    var taken: Set<String> = []
  }

  private(set) var entities: [Entity] = []
  /// A relationship whose objects a seed names; its inverse follows from it.
  struct Link {
    var name: String
    var destination: Int
    /// Whether an object may be that of one owner only.
    var isExclusive: Bool
  }

  /// By entity.
  private(set) var links: [[Link]] = []
  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let names = ["Ant", "Bee", "Cow", "Dog", "Eel"].prefix(number(3..<6))
    for (index, name) in names.enumerated() {
      let parent = index > 0 && number(0..<2) == 0 ? number(0..<index) : nil
      entities.append(Entity(name: name, parent: parent))
      links.append([])
    }
    for index in entities.indices {
      for _ in 0..<number(1..<4) { addAttribute(to: index) }
    }
    for _ in 0..<number(3..<8) { addRelationship() }
  }

  private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func one(_ list: [String]) -> String { list[number(0..<list.count)] }

  private func isRelated(_ entity: Int, _ other: Int) -> Bool {
    lineage(entity).contains(other) || lineage(other).contains(entity)
  }

  func lineage(_ entity: Int) -> [Int] {
    [entity] + (entities[entity].parent.map(lineage) ?? [])
  }

  /// A name that no property of the same object has.
  private mutating func claim(_ names: [String], in entity: Int) -> String? {
    let name = one(names)
    let taken = entities.indices.filter { isRelated($0, entity) }
      .contains { entities[$0].taken.contains(name) }
    guard !taken else { return nil }
    entities[entity].taken.insert(name)
    return name
  }

  private mutating func addAttribute(to entity: Int) {
    guard let name = claim(["title", "note", "size", "mark"], in: entity) else { return }
    entities[entity].attributes.append((name, one(["String", "Integer 64", "Double"])))
  }

  private mutating func addRelationship() {
    let (a, b) = (number(0..<entities.count), number(0..<entities.count))
    let names = ["items", "tags", "links", "parts", "title", "mark"]
    let isManyToMany = number(0..<3) > 0
    guard let first = claim(names, in: a) else { return }
    if number(0..<6) == 0 {
      links[a].append(Link(name: first, destination: b, isExclusive: true))
      return add(first, a, b, isToMany: true, inverse: nil)
    }
    guard let second = claim(names, in: b) else {
      entities[a].taken.remove(first)
      return
    }
    links[a].append(Link(name: first, destination: b, isExclusive: !isManyToMany))
    add(first, a, b, isToMany: true, inverse: second)
    add(second, b, a, isToMany: isManyToMany, inverse: first)
  }

  private mutating func add(
    _ name: String, _ owner: Int, _ destination: Int, isToMany: Bool, inverse: String?
  ) {
    let far = entities[destination].name
    let isOrdered = isToMany && number(0..<3) == 0
    entities[owner].relationships.append(
      "<relationship name=\"\(name)\" optional=\"YES\" destinationEntity=\"\(far)\" "
        + (isToMany ? "toMany=\"YES\"" : "maxCount=\"1\"") + (isOrdered ? " ordered=\"YES\"" : "")
        + (inverse.map { " inverseName=\"\($0)\" inverseEntity=\"\(far)\"" } ?? "") + "/>")
  }

  // MARK: - Texts

  var contents: String {
    let texts = entities.map { entity in
      let parent = entity.parent.map { " parentEntity=\"\(entities[$0].name)\"" } ?? ""
      let attributes = entity.attributes.map {
        "<attribute name=\"\($0.name)\" optional=\"YES\" attributeType=\"\($0.type)\"/>"
      }
      return "<entity name=\"\(entity.name)\"\(parent)>"
        + (attributes + entity.relationships).joined() + "</entity>"
    }
    return "<model>\(texts.joined(separator: "\n"))</model>"
  }

  /// Three objects of each entity.
  mutating func seed() -> String {
    var objects: [String] = []
    var taken: Set<String> = []
    for index in entities.indices {
      for place in 0..<3 {
        let attributes = lineage(index).flatMap { entities[$0].attributes }.enumerated().map {
          "\"\($1.name)\": " + ($1.type == "String" ? "\"\(index)\(place)\($0)\"" : "\(place + $0)")
        }
        var targets: [String] = []
        for owner in lineage(index) {
          for link in links[owner] {
            let far = entities[link.destination].name
            var names: [String] = []
            for place in 0..<3 where number(0..<2) == 0 {
              let key = "\(owner).\(link.name) \(place)"
              if link.isExclusive, !taken.insert(key).inserted { continue }
              names.append("\"\(far)\(place)\"")
            }
            targets.append("\"\(link.name)\": [\(names.joined(separator: ", "))]")
          }
        }
        objects.append(
          "{\"entity\": \"\(entities[index].name)\", \"id\": \"\(entities[index].name)\(place)\", "
            + "\"attributes\": {\(attributes.joined(separator: ", "))}, "
            + "\"relationships\": {\(targets.joined(separator: ", "))}}")
      }
    }
    return "{\"objects\": [\(objects.joined(separator: ",\n"))]}"
  }
}
