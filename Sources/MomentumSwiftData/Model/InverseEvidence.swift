package import MomentumModel

/// Decides by the hashes of a store which relationships are inverse to each other, for pairs of
/// relationships for which the sources do not tell.
package struct InverseEvidence {
  /// The number of pairs that are tried together; each doubles the number of models.
  static let pairsMax = 10

  let reader: SwiftDataReader
  let schema: SwiftSchema
  /// The version hashes in the store, by the entity's name.
  let wanted: [String: [UInt8]]
  /// Computes the version hashes of a model, by the entity's name.
  let hashes: (ObjectModel) -> [String: [UInt8]]

  package init(
    _ reader: SwiftDataReader, _ schema: SwiftSchema, wanted: [String: [UInt8]],
    hashes: @escaping (ObjectModel) -> [String: [UInt8]]
  ) {
    self.reader = reader
    self.schema = schema
    self.wanted = wanted
    self.hashes = hashes
  }

  /// A pair of relationships, and whether they are inverse to each other in the store's model.
  package struct Answer: Sendable, Hashable {
    package var pair: UndecidedInverse
    package var areInverse: Bool
  }

  /// The answers with which both entities of each pair have the hashes of the store. A pair for
  /// which neither answer gives these hashes is left out: then something else differs.
  package func answers() -> [Answer] {
    let pairs = reader.model(of: schema).undecided
    return groups(pairs).flatMap { answers(of: $0) }
  }

  /// Pairs that share an entity are decided together, since its hash depends on all of them.
  private func groups(_ pairs: [UndecidedInverse]) -> [[UndecidedInverse]] {
    var groups: [[UndecidedInverse]] = []
    for pair in pairs {
      let names = Set([pair.first.entity, pair.second.entity])
      let touching = groups.filter { group in
        group.contains { names.contains($0.first.entity) || names.contains($0.second.entity) }
      }
      groups.removeAll { touching.contains($0) }
      groups.append(touching.flatMap { $0 } + [pair])
    }
    return groups
  }

  private func answers(of group: [UndecidedInverse]) -> [Answer] {
    guard group.count <= InverseEvidence.pairsMax else { return [] }
    let names = Set(group.flatMap { [$0.first.entity, $0.second.entity] })
    for choice in 0..<(1 << group.count) {
      let answers = group.enumerated().map { index, pair in
        // The first choice takes all pairs as inverse, because tutorials describe SwiftData so.
        Answer(pair: pair, areInverse: choice >> index & 1 == 0)
      }
      guard !usesOneTwice(answers) else { continue }
      var decisions = InverseDecisions()
      for answer in answers { decisions.decide(answer.pair, areInverse: answer.areInverse) }
      let found = hashes(reader.model(of: schema, decisions: decisions).model)
      if names.allSatisfy({ found[$0] != nil && found[$0] == wanted[$0] }) { return answers }
    }
    return []
  }

  /// Whether a relationship would have two inverses.
  private func usesOneTwice(_ answers: [Answer]) -> Bool {
    let used = answers.filter(\.areInverse).flatMap {
      // A relationship may be inverse to itself.
      Set([
        [$0.pair.first.entity, $0.pair.first.name], [$0.pair.second.entity, $0.pair.second.name],
      ])
    }
    return Set(used).count < used.count
  }
}
