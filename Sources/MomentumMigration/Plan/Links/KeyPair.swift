import MomentumModel
import MomentumSQL
import MomentumStore

/// A one-to-one relationship that can keep only one of several old links of an object. Both sides
/// have a foreign key, and both keys must come from the same link.
///
/// Links are taken in the order of their keys, and a link is kept if both its objects have no link
/// yet. An object gets no link only if all objects that it was linked to have another link.
struct KeyPair {
  /// The side whose foreign key is filled from the old links; `second` gets the opposite keys.
  let first: KeyRecipes.Key
  let second: KeyRecipes.Key
  /// The old relationships whose links join kept objects; one link is chosen for each object. In
  /// all of them `isReversed` is `false`.
  let sources: [LinkSource]

  /// - Parameters:
  ///   - key: A foreign key that can keep only one of several links.
  ///   - other: The foreign key of the inverse, which is another relationship.
  init(_ key: KeyRecipes.Key, _ other: KeyRecipes.Key, _ matches: EntityMatches) {
    let own = LinkSources(matches).sources(of: key.relationship, isReversed: false)
    (first, second) = own.isEmpty ? (other, key) : (key, other)
    let sources =
      own.isEmpty
      ? LinkSources(matches).sources(of: other.relationship, isReversed: false) : own
    let (near, far) = (first.holder, first.target)
    self.sources = sources.map { source in
      func numbers(_ entities: [EntityID], becoming entity: EntityID) -> [Int] {
        entities.filter { matches.allBecome(entity, [$0]) }.map { matches.old.number(of: $0) }
          .sorted()
      }
      let ends = LinkSources(matches).ends(source)
      var source = source
      let allowed = source.numbers.map { Set($0) }
      source.numbers = numbers(ends.sources, becoming: near).filter {
        allowed?.contains($0) ?? true
      }
      source.targets = numbers(ends.destinations, becoming: far)
      return source
    }
  }

  func has(_ key: KeyRecipes.Key) -> Bool {
    first.relationship == key.relationship || second.relationship == key.relationship
  }

  static func table(_ index: Int) -> TemporaryTable {
    TemporaryTable("momentum_pairs_\(index + 1)")
  }

  /// Fills the table of chosen links. `INSERT OR IGNORE` drops a link if an earlier link has the
  /// same `h` or `t`.
  static func statements(_ index: Int, _ links: SQLFragment) -> [MigrationPlan.Statement] {
    let table = table(index)
    return [
      table.create(
        SQLColumnDefinition("h", "INTEGER", "PRIMARY KEY"),
        SQLColumnDefinition("t", "INTEGER", "UNIQUE")),
      .other(
        "INSERT OR IGNORE INTO \(sql: table.sql) (h, t) "
          + "SELECT h, t FROM (\(sql: links)) ORDER BY h, t"),
    ]
  }
}
