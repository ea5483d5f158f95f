import MomentumModel
import MomentumObjects
import MomentumTestSupport

/// A random program of saves and batch requests, which runs on two stores. Objects are named by
/// their labels, since each store has keys of its own.
struct BatchProgram {
  enum Step {
    /// A save of new objects, which are linked to older ones.
    case save([NewObject])
    case insert(MergePolicy, [[String: PropertyValue]])
    case update(
      String, where: String, set: [String: PropertyValue], computing: [String: String],
      includesSubentities: Bool)
    case delete(String, where: String, limit: Int?)
    case deleteObjects([String])
  }

  struct NewObject {
    var entity: String
    var label: String
    var shelf: PropertyValue = .null
    var links: [(key: String, labels: [String])] = []
  }

  private var random: SeededGenerator
  private var count = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// - Parameter labels: The labels of the saved objects by entity.
  mutating func next(_ labels: [String: [String]]) -> Step {
    guard labels.values.joined().count > 12 else { return save(labels) }
    switch random.next() % 10 {
    case 0...3: return save(labels)
    case 4...5: return insert()
    case 6...7: return update(labels)
    case 8: return delete(labels)
    case _:
      let entity = pick(["Book", "Chapter", "Tag", "Author"])
      let some = (0..<3).compactMap { _ in labels[entity]?.randomElement(using: &random) }
      return some.isEmpty ? insert() : .deleteObjects(Array(Set(some)).sorted())
    }
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int(random.next() % UInt64(elements.count))]
  }

  private mutating func newLabel(_ letter: String) -> String {
    count += 1
    return "\(letter)\(count)"
  }

  // MARK: - Steps

  private mutating func save(_ labels: [String: [String]]) -> Step {
    func some(_ entity: String, _ countMax: UInt64) -> [String] {
      let count = random.next() % (countMax + 1)
      let chosen = (0..<count).compactMap { _ in labels[entity]?.randomElement(using: &random) }
      return Array(Set(chosen)).sorted()
    }
    var objects: [NewObject] = []
    for _ in 0..<3 {
      var book = NewObject(entity: pick(["Book", "Novel"]), label: newLabel("B"))
      book.shelf = pick([.string("x"), .string("yard"), .null])
      book.links = [
        ("author", some("Author", 1)), ("tags", some("Tag", 2)), ("friends", some("Book", 2)),
      ]
      objects.append(book)
    }
    objects.append(NewObject(entity: "Author", label: newLabel("A")))
    objects.append(NewObject(entity: "Tag", label: newLabel("T")))
    for _ in 0..<3 {
      objects.append(
        NewObject(
          entity: "Chapter", label: newLabel("C"),
          links: [("book", [pick(objects).label].filter { $0.hasPrefix("B") })]))
    }
    if random.next() % 3 == 0 {
      objects.append(
        NewObject(entity: "Seal", label: newLabel("S"), links: [("book", [objects[0].label])]))
    }
    return .save(objects)
  }

  private mutating func insert() -> Step {
    let rows = (0..<(random.next() % 5)).map { _ -> [String: PropertyValue] in
      [
        "label": .string(newLabel("I")), "code": pick([.string("a"), .string("b"), .null]),
        "place": pick([.string("Ulm"), .string("Bonn"), .null]),
        "number": pick([.integer(1), .integer(2)]), "note": pick([.string("n"), .null]),
      ]
    }
    return .insert(
      pick([.error, .storeTrump, .objectTrump, .objectTrump, .overwrite, .rollback]), rows)
  }

  private mutating func condition(_ labels: [String: [String]]) -> String {
    let book = labels["Book"]?.randomElement(using: &random) ?? "-"
    let tag = labels["Tag"]?.randomElement(using: &random) ?? "-"
    return pick([
      "TRUEPREDICATE", "pages > 6", "author != nil", "author.label BEGINSWITH 'A'", "shelf == nil",
      "label IN {'\(book)', 'B1'}", "ANY tags.label == '\(tag)'", "chapters.@count > 1",
      "price > 3.5 OR isNew == YES", "shout == 'X'",
    ])
  }

  private mutating func update(_ labels: [String: [String]]) -> Step {
    if random.next() % 4 == 0 {
      return .update(
        "Item", where: pick(["code == nil", "place == 'Ulm'", "TRUEPREDICATE"]),
        set: pick([
          ["code": .string("c")], ["note": .string("é")], ["place": .null, "note": .null],
        ]), computing: [:], includesSubentities: true)
    }
    let computing: [String: String] = pick([
      [:], [:], ["pages": "pages * 3 - 7"], ["price": "price + pages"], ["pages": "price * 1.75"],
      ["shelf": "label"], ["changed": "born"], ["pages": "pages / 2", "price": "pages / 4"],
      ["born": "changed", "changed": "born"],
    ])
    var set: [String: PropertyValue] = pick([
      ["shelf": .string("z")], ["size": .composite(["width": .double(1.5)])],
      ["size.height": .double(2)], ["isNew": .boolean(true)],
      ["born": .attribute(.date(1234.5)), "price": .null],
    ])
    for key in computing.keys { set[key] = nil }
    return .update(
      pick(["Book", "Book", "Novel"]), where: condition(labels), set: set, computing: computing,
      includesSubentities: pick([true, true, false]))
  }

  private mutating func delete(_ labels: [String: [String]]) -> Step {
    let entity = pick(["Book", "Novel", "Author", "Chapter", "Tag", "Item", "Seal"])
    let isBook = entity == "Book" || entity == "Novel"
    let own = labels[entity]?.randomElement(using: &random) ?? "-"
    return .delete(
      entity,
      where: isBook ? condition(labels) : pick(["label == '\(own)'", "label ENDSWITH '7'"]),
      limit: pick([nil, 1, 2]))
  }
}
