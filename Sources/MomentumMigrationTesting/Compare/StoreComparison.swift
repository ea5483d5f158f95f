public import MomentumSQL

/// The differences between the contents of two stores: rows by `Z_PK`, values, links, bookkeeping
/// and tables.
///
/// Made by ``compare(_:of:with:of:options:)``. Both stores have the same model, or the second model
/// was developed from the first. In the second case `ModelCorrespondence` pairs the elements. An
/// element that only one model has is listed separately, because it is no difference of contents;
/// so is an attribute with another derivation.
///
/// It contains no stored values unless ``Options/includesValues`` is set.
public struct StoreComparison: Sendable, Hashable {
  public struct Options: Sendable, Hashable {
    /// Whether the examples of differing attributes have both values. Values may be private.
    public var includesValues: Bool
    /// The most rows or links that are listed for each difference; all are counted.
    public var examplesMax: Int
    /// Whether tables, columns, indexes and triggers are compared too. Only useful for two stores
    /// of one model.
    public var comparesTables: Bool

    public init(
      includesValues: Bool = false, examplesMax: Int = 5, comparesTables: Bool = false
    ) {
      self.includesValues = includesValues
      self.examplesMax = examplesMax
      self.comparesTables = comparesTables
    }
  }

  /// A number of rows, with the first of their keys, ascending.
  public struct Rows: Sendable, Hashable {
    public var count: Int
    public var firstKeys: [Int64]

    public init(count: Int = 0, firstKeys: [Int64] = []) {
      self.count = count
      self.firstKeys = firstKeys
    }
  }

  /// An attribute, or an element of a composite, whose values differ in rows that both stores have.
  public struct AttributeDifference: Sendable, Hashable {
    public struct Example: Sendable, Hashable {
      public var key: Int64
      /// The values as the columns store them; `nil` unless ``Options/includesValues`` is set.
      public var oldValue: SQLValue?
      public var newValue: SQLValue?

      public init(key: Int64, oldValue: SQLValue? = nil, newValue: SQLValue? = nil) {
        self.key = key
        self.oldValue = oldValue
        self.newValue = newValue
      }
    }

    /// The name; `address.city` for an element.
    public var oldName: String
    public var newName: String
    public var count: Int
    public var examples: [Example]
    /// How many of the differing rows have NULL in the old store; the next property counts the new
    /// store.
    public var oldNullCount: Int
    public var newNullCount: Int
  }

  /// A link between two objects, by their keys.
  public struct Link: Sendable, Hashable {
    public var source: Int64
    public var destination: Int64

    public init(source: Int64, destination: Int64) {
      self.source = source
      self.destination = destination
    }
  }

  /// A number of links, with the first of them, ascending.
  public struct Links: Sendable, Hashable {
    public var count: Int
    public var first: [Link]

    public init(count: Int = 0, first: [Link] = []) {
      self.count = count
      self.first = first
    }
  }

  /// A relationship whose links differ.
  public struct RelationshipDifference: Sendable, Hashable {
    public var oldName: String
    public var newName: String
    public var oldCount: Int
    public var newCount: Int
    public var onlyInOld: Links
    public var onlyInNew: Links
    /// Links that both stores have, but with another position in an ordered relationship, or with
    /// another entity number beside the key.
    public var changed: Links
  }

  /// A property that only one of the models has, and how much its columns contain.
  public struct UnpairedProperty: Sendable, Hashable {
    public var name: String
    /// The number of values that are not NULL, or of links.
    public var count: Int
    /// For an attribute of the new model, the number of rows with its default value; 0 without a
    /// default.
    public var defaultCount: Int
  }

  /// The comparison of the rows of one concrete entity.
  public struct Entity: Sendable, Hashable {
    /// The name in the old model; `nil` if only the new model has the entity.
    public var oldName: String?
    /// The name in the new model; `nil` if only the old model has the entity.
    public var newName: String?
    public var oldRowCount: Int
    public var newRowCount: Int
    public var onlyInOld: Rows
    public var onlyInNew: Rows
    public var attributes: [AttributeDifference]
    public var relationships: [RelationshipDifference]
    /// The rows whose `Z_OPT` differs.
    public var versionNumbers: Rows
    public var removedAttributes: [UnpairedProperty]
    public var addedAttributes: [UnpairedProperty]
    public var removedRelationships: [UnpairedProperty]
    public var addedRelationships: [UnpairedProperty]

    /// Whether the rows are the same in all properties that both models have.
    public var isEqual: Bool {
      (oldName == nil || newName == nil)
        || onlyInOld.count == 0 && onlyInNew.count == 0 && attributes.isEmpty
          && relationships.isEmpty
    }
  }

  /// The `Z_MAX` of a root entity, which is the last used key.
  public struct LastKey: Sendable, Hashable {
    public var oldName: String
    public var newName: String
    public var old: Int64
    public var new: Int64
  }

  /// The entities of the new model by name, then those that only the old model has.
  public var entities: [Entity]
  /// The root entities whose `Z_MAX` differs.
  public var lastKeys: [LastKey]
  /// The keys of the metadata whose values differ, sorted. Keys about the model's hashes and the
  /// framework are ignored.
  public var metadataKeys: [String]
  /// The differences of tables; empty if tables were not compared.
  public var tables: [TableDifference]

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

  /// The entity with a name in the new model; if there is none, the one with that name in the old
  /// model.
  public subscript(name: String) -> Entity? {
    entities.first { $0.newName == name } ?? entities.first { $0.oldName == name }
  }
}
