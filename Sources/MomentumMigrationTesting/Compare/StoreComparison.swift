package import MomentumSQL

/// The differences between the contents of two stores: rows by `Z_PK`, values, links, `Z_OPT` and
/// `Z_MAX`, metadata and, if requested, tables.
///
/// ``MigrationTestHelper`` makes it for a store before and after a migration:
///
/// ```swift
/// let result = try helper.migrate(store)
/// if !result.comparison.isEqual { print(result.comparison.text) }
/// ```
///
/// Both stores have the same model, or the second model was developed from the first. Then entities
/// and properties are paired as Core Data pairs them. An element that only one model has is listed
/// separately, because it is no difference of contents; so is an attribute whose derivation has
/// changed.
///
/// It contains no stored values unless its options ask for them.
public struct StoreComparison: Sendable, Hashable {
  /// How much a comparison lists, and whether it shows stored values.
  public struct Options: Sendable, Hashable {
    /// Whether the examples of differing attributes have both values. Values may be private.
    package var includesValues: Bool
    /// The most rows or links that are listed for each difference; all are counted.
    package var examplesMax: Int
    /// Whether tables, columns, indexes and triggers are compared too. Only useful for two stores
    /// of one model.
    package var comparesTables: Bool

    /// Makes options.
    ///
    /// - `includesValues`: Whether examples have both values, which may be private.
    /// - `examplesMax`: The most rows or links listed for each difference; all are counted.
    /// - `comparesTables`: Whether tables, columns, indexes and triggers are compared too.
    public init(
      includesValues: Bool = false, examplesMax: Int = 5, comparesTables: Bool = false
    ) {
      self.includesValues = includesValues
      self.examplesMax = examplesMax
      self.comparesTables = comparesTables
    }
  }

  /// A number of rows, with the first of their keys in ascending order.
  package struct Rows: Sendable, Hashable {
    package var count: Int
    package var firstKeys: [Int64]

    package init(count: Int = 0, firstKeys: [Int64] = []) {
      self.count = count
      self.firstKeys = firstKeys
    }
  }

  /// An attribute, or an element of a composite, whose values differ in rows that both stores have.
  package struct AttributeDifference: Sendable, Hashable {
    package struct Example: Sendable, Hashable {
      package var key: Int64
      /// The values as the columns store them; `nil` unless ``Options/includesValues`` is set.
      package var oldValue: SQLValue?
      package var newValue: SQLValue?

      package init(key: Int64, oldValue: SQLValue? = nil, newValue: SQLValue? = nil) {
        self.key = key
        self.oldValue = oldValue
        self.newValue = newValue
      }
    }

    /// The attribute's name in the old model; for an element of a composite its path,
    /// `address.city`.
    package var oldName: String
    package var newName: String
    package var count: Int
    package var examples: [Example]
    /// How many of the differing rows have NULL in the old store; the next property counts the new
    /// store.
    package var oldNullCount: Int
    package var newNullCount: Int
  }

  /// A link between two objects, by their keys.
  package struct Link: Sendable, Hashable {
    package var source: Int64
    package var destination: Int64

    package init(source: Int64, destination: Int64) {
      self.source = source
      self.destination = destination
    }
  }

  /// A number of links, with the first of them in ascending order.
  package struct Links: Sendable, Hashable {
    package var count: Int
    package var first: [Link]

    package init(count: Int = 0, first: [Link] = []) {
      self.count = count
      self.first = first
    }
  }

  /// A relationship whose links differ.
  package struct RelationshipDifference: Sendable, Hashable {
    package var oldName: String
    package var newName: String
    package var oldCount: Int
    package var newCount: Int
    package var onlyInOld: Links
    package var onlyInNew: Links
    /// Links that both stores have, but with another position in an ordered relationship, or with
    /// another entity number beside the key.
    package var changed: Links
  }

  /// A property that only one of the models has, and the number of its values.
  package struct UnpairedProperty: Sendable, Hashable {
    package var name: String
    /// The number of values that are not NULL, or of links.
    package var count: Int
    /// For an attribute of the new model, the number of rows that have its default value; 0 if it
    /// has no default.
    package var defaultCount: Int
  }

  /// The comparison of the rows of one concrete entity.
  package struct Entity: Sendable, Hashable {
    /// The name in the old model; `nil` if only the new model has the entity.
    package var oldName: String?
    /// The name in the new model; `nil` if only the old model has the entity.
    package var newName: String?
    package var oldRowCount: Int
    package var newRowCount: Int
    package var onlyInOld: Rows
    package var onlyInNew: Rows
    package var attributes: [AttributeDifference]
    package var relationships: [RelationshipDifference]
    /// The rows whose `Z_OPT` differs.
    package var versionNumbers: Rows
    package var removedAttributes: [UnpairedProperty]
    package var addedAttributes: [UnpairedProperty]
    package var removedRelationships: [UnpairedProperty]
    package var addedRelationships: [UnpairedProperty]

    /// Whether the rows are the same in all properties that both models have.
    package var isEqual: Bool {
      (oldName == nil || newName == nil)
        || onlyInOld.count == 0 && onlyInNew.count == 0 && attributes.isEmpty
          && relationships.isEmpty
    }
  }

  /// The `Z_MAX` of a root entity, which is the last used key.
  package struct LastKey: Sendable, Hashable {
    package var oldName: String
    package var newName: String
    package var old: Int64
    package var new: Int64
  }

  /// The entities of the new model by name, then those that only the old model has.
  package var entities: [Entity]
  /// The root entities whose `Z_MAX` differs.
  package var lastKeys: [LastKey]
  /// The keys of the metadata whose values differ, sorted. Keys about the model's hashes and the
  /// framework are ignored.
  package var metadataKeys: [String]
  /// The differences of tables; empty if tables were not compared.
  package var tables: [TableDifference]

  /// Whether rows, values and links that both models have are the same in both stores.
  public var isEqual: Bool { entities.allSatisfy(\.isEqual) }

  /// Whether the new store has everything that the old one has: nothing differs, and elements that
  /// only the old model has contain no rows, values or links.
  public var isLossless: Bool {
    isEqual
      && entities.allSatisfy { entity in
        (entity.newName != nil || entity.oldRowCount == 0)
          && (entity.removedAttributes + entity.removedRelationships).allSatisfy { $0.count == 0 }
      }
  }

  /// Whether `Z_OPT`, `Z_MAX` and the metadata are the same too, as after a lightweight migration.
  public var keepsBookkeeping: Bool {
    lastKeys.isEmpty && metadataKeys.isEmpty
      && entities.allSatisfy { $0.versionNumbers.count == 0 }
  }

  /// The comparison of an entity by its name in the new model, or else in the old model.
  package subscript(name: String) -> Entity? {
    entities.first { $0.newName == name } ?? entities.first { $0.oldName == name }
  }
}
