import MomentumDifferential

/// A small model with relationships of all shapes and delete rules, as the text of a `contents`
/// file.
struct RandomRelationships {
  private(set) var entities: [(name: String, parent: String?, lines: [String])] = []
  private var count = 0

  init(_ dice: inout Dice) {
    for index in 0..<dice.int(1...4) {
      let parent = index > 0 && dice.chance(35) ? dice.pick(entities.map(\.name)) : nil
      entities.append(("E\(index)", parent, []))
    }
    for _ in 0..<dice.int(1...entities.count + 2) { addRelationship(&dice) }
  }

  var text: String {
    entities.map { entity in
      let parent = entity.parent.map { " parentEntity=\"\($0)\"" } ?? ""
      return (["<entity name=\"\(entity.name)\"\(parent)>"] + entity.lines + ["</entity>"])
        .joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// One of six shapes: one-to-one, one-to-many, many-to-many, a to-one without inverse, a to-one and
  /// a to-many that are their own inverse.
  ///
  /// A to-many without inverse is left out: a row has the key of one owner, and a context does not
  /// take a member away from another one (OG-401).
  private mutating func addRelationship(_ dice: inout Dice) {
    let (source, destination) = (dice.int(0...entities.count - 1), dice.int(0...entities.count - 1))
    let name = "r\(count)"
    count += 1
    switch dice.int(0...5) {
    case 0: addPair(name, source, destination, many: (false, false), &dice)
    case 1: addPair(name, source, destination, many: (true, false), &dice)
    case 2: addPair(name, source, destination, many: (true, true), &dice)
    case 3: add(name, to: source, destination, many: false, inverse: nil, &dice)
    case 4: add(name, to: source, source, many: false, inverse: name, &dice)
    default: add(name, to: source, source, many: true, inverse: name, &dice)
    }
  }

  private mutating func addPair(
    _ name: String, _ source: Int, _ destination: Int, many: (Bool, Bool), _ dice: inout Dice
  ) {
    add(name, to: source, destination, many: many.0, inverse: name + "i", &dice)
    add(name + "i", to: destination, source, many: many.1, inverse: name, &dice)
  }

  private mutating func add(
    _ name: String, to source: Int, _ destination: Int, many isToMany: Bool, inverse: String?,
    _ dice: inout Dice
  ) {
    let rules = [
      "Nullify", "Nullify", "Nullify", "Cascade", "Cascade", "Deny", "No Action",
    ]
    var line = "<relationship name=\"\(name)\" optional=\"YES\""
    line += isToMany ? " toMany=\"YES\"" : " maxCount=\"1\""
    if isToMany, inverse != name, dice.chance(40) { line += " ordered=\"YES\"" }
    line += " deletionRule=\"\(dice.pick(rules) ?? "Nullify")\""
    line += " destinationEntity=\"\(entities[destination].name)\""
    if let inverse {
      line += " inverseName=\"\(inverse)\" inverseEntity=\"\(entities[destination].name)\""
    }
    entities[source].lines.append(line + "/>")
  }
}
