import Foundation
import MomentumDifferential
import MomentumModel

/// Compares objects with those that are expected: rows, values and links.
struct ObjectCheck {
  private struct Key: Hashable {
    var root: EntityID
    var primaryKey: Int64
  }

  private let expected: ExpectedObjects
  private let found: ObjectGraph
  private let model: ObjectModel
  private var foundIndexes: [Key: Int] = [:]
  /// By index of found objects: that of the expected one.
  private var expectedIndexes: [Int?] = []

  init(expected: ExpectedObjects, found: ObjectGraph) {
    self.expected = expected
    self.found = found
    model = found.model
    for (index, object) in found.objects.enumerated() { foundIndexes[key(object)] = index }
    expectedIndexes = Array(repeating: nil, count: found.objects.count)
    for (index, object) in expected.graph.objects.enumerated() {
      if let position = foundIndexes[key(object)] { expectedIndexes[position] = index }
    }
  }

  private func key(_ object: ObjectGraph.Object) -> Key {
    Key(root: model.root(of: object.entity), primaryKey: object.primaryKey)
  }

  private func name(_ object: ObjectGraph.Object) -> String {
    "\(model[object.entity].name) \(object.primaryKey)"
  }

  /// The first few, which tell enough.
  ///
  /// - Parameter ignoringDerived: For objects that no store has made.
  func problems(ignoringDerived: Bool = false) -> [String] {
    var problems: [String] = []
    if found.objects.count != expected.graph.objects.count {
      problems.append("\(found.objects.count) rows, not \(expected.graph.objects.count)")
    }
    let choices = Dictionary(
      expected.choices.map { ($0.relationship, $0) }, uniquingKeysWith: { first, _ in first })
    for object in expected.graph.objects {
      guard let index = foundIndexes[key(object)] else {
        problems.append("\(name(object)) is lost")
        continue
      }
      let other = found.objects[index]
      if other.entity != object.entity {
        problems.append("\(name(object)) is of \(model[other.entity].name)")
      }
      problems += values(object, other, ignoringDerived)
      problems += links(object, other, choices)
      if problems.count > 20 { return problems }
    }
    for choice in expected.choices { problems += self.choice(choice) }
    return problems
  }

  // MARK: - Values

  private func values(
    _ object: ObjectGraph.Object, _ other: ObjectGraph.Object, _ ignoringDerived: Bool
  ) -> [String] {
    model.attributes(of: object.entity).flatMap { id -> [String] in
      let attribute = model[id]
      guard !attribute.isTransient else { return [] }
      if attribute.derivation != nil {
        guard !ignoringDerived,
          case .value(let value) = DerivedValues.value(of: id, other, in: found),
          !Self.isSame(value, other.values[ObjectGraph.Leaf(id)])
        else { return [] }
        return [difference(object, attribute.name, value, other.values[ObjectGraph.Leaf(id)])]
      }
      return MigrationOracle.leaves(ObjectGraph.Leaf(id), attribute, model).compactMap { leaf, _ in
        let (left, right) = (object.values[leaf], other.values[leaf])
        guard !Self.isSame(left, right) else { return nil }
        return difference(
          object, ([attribute.name] + leaf.path).joined(separator: "."), left, right)
      }
    }
  }

  private func difference(
    _ object: ObjectGraph.Object, _ property: String, _ wanted: AttributeValue?,
    _ found: AttributeValue?
  ) -> String {
    "\(name(object)).\(property) is \(found.map { "\($0)" } ?? "nil"), "
      + "not \(wanted.map { "\($0)" } ?? "nil")"
  }

  /// By bytes: Swift takes texts for equal that differ in them.
  static func isSame(_ left: AttributeValue?, _ right: AttributeValue?) -> Bool {
    switch (left, right) {
    case (.string(let left), .string(let right)), (.uri(let left), .uri(let right)):
      left.utf8.elementsEqual(right.utf8)
    case _: left == right
    }
  }

  // MARK: - Links

  private func links(
    _ object: ObjectGraph.Object, _ other: ObjectGraph.Object,
    _ choices: [RelationshipID: ExpectedObjects.Choice]
  ) -> [String] {
    model.relationships(of: object.entity).compactMap { id in
      guard choices[id] == nil, model[id].inverse.map({ choices[$0] == nil }) ?? true else {
        return nil
      }
      var wanted = (object.links[id] ?? []).map { name(expected.graph.objects[$0]) }
      var there = (other.links[id] ?? []).map { name(found.objects[$0]) }
      if !model[id].isOrdered || expected.newlyOrdered.contains(id) {
        wanted.sort()
        there.sort()
      }
      guard wanted != there else { return nil }
      return
        "\(name(object)).\(model[id].name) leads to \(there.prefix(5)), not \(wanted.prefix(5))"
    }
  }

  /// What is left of links that could not all stay: some of them, as many as fit, the same from both sides.
  private func choice(_ choice: ExpectedObjects.Choice) -> [String] {
    let id = choice.relationship
    let name = "\(model[id.entity].name).\(model[id].name)"
    let candidates = Set(choice.candidates)
    var kept: [ExpectedObjects.Link] = []
    for link in links(id) {
      guard let link, candidates.contains(link) else {
        return ["\(name) has a link that was not there before"]
      }
      kept.append(link)
    }
    var problems: [String] = []
    let sources = Set(kept.map(\.source))
    let destinations = Set(kept.map(\.destination))
    let inverse = model[id].inverse
    let hasOneSource = inverse.map { !model[$0].isToMany } ?? model[id].isToMany
    if !model[id].isToMany, sources.count < kept.count { problems.append("\(name) keeps too many") }
    if hasOneSource, destinations.count < kept.count { problems.append("\(name) keeps too many") }
    if let inverse {
      let back = Set(links(inverse).map { $0.map { Self.reversed($0) } })
      if back != Set(kept.map(Optional.some)) {
        problems.append("\(name) and its inverse do not agree")
      }
    }
    // Where both sides had several, which of them agree is a matter of both choices.
    guard !(hasOneSource && !model[id].isToMany && choice.hasManyOnBothSides) else {
      return problems
    }
    let left = candidates.subtracting(kept).filter { link in
      (model[id].isToMany || !sources.contains(link.source))
        && (!hasOneSource || !destinations.contains(link.destination))
        && (inverse != id || link.source != link.destination)
    }
    if !left.isEmpty { problems.append("\(name) lost \(left.count) links for which there is room") }
    return problems
  }

  private static func reversed(_ link: ExpectedObjects.Link) -> ExpectedObjects.Link {
    .init(source: link.destination, destination: link.source)
  }

  /// The links of a relationship by indexes of expected objects.
  private func links(_ id: RelationshipID) -> [ExpectedObjects.Link?] {
    found.objects.indices.flatMap { index -> [ExpectedObjects.Link?] in
      (found.objects[index].links[id] ?? []).map { target in
        guard let source = expectedIndexes[index], let destination = expectedIndexes[target] else {
          return nil
        }
        return .init(source: source, destination: destination)
      }
    }
  }
}
