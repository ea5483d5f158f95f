public import MomentumSQL

/// What differs between the contents of two stores: rows by `Z_PK`, values, links, bookkeeping, tables.
///
/// Made by ``compare(_:of:with:of:options:)``. The stores have one model, or two of which the second one
/// came from the first; then elements are paired by `ModelCorrespondence`, and what only one of the models
/// has is listed apart, since it is no difference of contents; so is an attribute whose derivation changed.
///
/// No stored value is in it unless ``Options/includesValues`` asks for them.
public struct StoreComparison: Sendable, Hashable {
  public struct Options: Sendable, Hashable {
    /// Whether examples of differing attributes carry both values.
    public var includesValues: Bool
    /// How many rows or links are listed of each difference; all are counted.
    public var examplesMax: Int
    /// Whether tables, columns, indexes and triggers are compared too. For two stores of one model.
    public var comparesTables: Bool

    public init(
      includesValues: Bool = false, examplesMax: Int = 5, comparesTables: Bool = false
    ) {
      self.includesValues = includesValues
      self.examplesMax = examplesMax
      self.comparesTables = comparesTables
    }
  }

  /// Rows that were counted, with the first of their keys, ascending.
  public struct Rows: Sendable, Hashable {
    public var count: Int
    public var firstKeys: [Int64]

    public init(count: Int = 0, firstKeys: [Int64] = []) {
      self.count = count
      self.firstKeys = firstKeys
    }
  }

  /// An attribute, or an element of a composite one, whose values differ in rows that both stores have.
  public struct AttributeDifference: Sendable, Hashable {
    public struct Example: Sendable, Hashable {
      public var key: Int64
      /// As the columns hold them; `nil` unless values were asked for.
      public var oldValue: SQLValue?
      public var newValue: SQLValue?

      public init(key: Int64, oldValue: SQLValue? = nil, newValue: SQLValue? = nil) {
        self.key = key
        self.oldValue = oldValue
        self.newValue = newValue
      }
    }

    /// `address.city` for an element.
    public var oldName: String
    public var newName: String
    public var count: Int
    public var examples: [Example]
    /// How many of the rows have NULL in the old store, and how many in the new one.
    public var oldNullCount: Int
    public var newNullCount: Int
  }

  /// A link: keys of its two rows.
  public struct Link: Sendable, Hashable {
    public var source: Int64
    public var destination: Int64

    public init(source: Int64, destination: Int64) {
      self.source = source
      self.destination = destination
    }
  }

  /// Links that were counted, with the first of them, ascending.
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
    /// Links of both stores at another place of an ordered relationship, or with another number in the
    /// column beside a key that names the entity of its row.
    public var changed: Links
  }

  /// A property that only one of the models has, with what its columns hold.
  public struct UnpairedProperty: Sendable, Hashable {
    public var name: String
    /// Values that are not NULL, or links.
    public var count: Int
    /// Of an attribute of the new model: rows that hold its default. 0 where it has none.
    public var defaultCount: Int
  }

  /// The rows of one concrete entity.
  public struct Entity: Sendable, Hashable {
    /// `nil` for an entity of the new model only.
    public var oldName: String?
    /// `nil` for an entity of the old model only.
    public var newName: String?
    public var oldRowCount: Int
    public var newRowCount: Int
    public var onlyInOld: Rows
    public var onlyInNew: Rows
    public var attributes: [AttributeDifference]
    public var relationships: [RelationshipDifference]
    /// Rows whose `Z_OPT` differs.
    public var versionNumbers: Rows
    public var removedAttributes: [UnpairedProperty]
    public var addedAttributes: [UnpairedProperty]
    public var removedRelationships: [UnpairedProperty]
    public var addedRelationships: [UnpairedProperty]

    /// Whether the rows and all that both models have of them are the same.
    public var isEqual: Bool {
      (oldName == nil || newName == nil)
        || onlyInOld.count == 0 && onlyInNew.count == 0 && attributes.isEmpty
          && relationships.isEmpty
    }
  }

  /// `Z_MAX` of a root entity, which is the last key that was given.
  public struct LastKey: Sendable, Hashable {
    public var oldName: String
    public var newName: String
    public var old: Int64
    public var new: Int64
  }

  /// By name of the new model's entity, then the old ones that became none.
  public var entities: [Entity]
  /// Root entities whose `Z_MAX` differs.
  public var lastKeys: [LastKey]
  /// Keys of the metadata whose values differ, sorted; without those that say how the model is hashed and
  /// which framework wrote the store.
  public var metadataKeys: [String]
  /// Empty unless tables were compared.
  public var tables: [TableDifference]

  /// Whether rows, values and links that both models know are the same in both stores.
  public var isEqual: Bool { entities.allSatisfy(\.isEqual) }

  /// Whether the new store has everything that the old one has: nothing differs, and what only the old model
  /// knows has no rows, values or links.
  public var isLossless: Bool {
    isEqual
      && entities.allSatisfy { entity in
        (entity.newName != nil || entity.oldRowCount == 0)
          && (entity.removedAttributes + entity.removedRelationships).allSatisfy { $0.count == 0 }
      }
  }

  /// Whether `Z_OPT`, `Z_MAX` and the metadata are the same too, as lightweight migration leaves them.
  public var keepsBookkeeping: Bool {
    lastKeys.isEmpty && metadataKeys.isEmpty
      && entities.allSatisfy { $0.versionNumbers.count == 0 }
  }

  /// The entity of a name in the new model, else in the old one.
  public subscript(name: String) -> Entity? {
    entities.first { $0.newName == name } ?? entities.first { $0.oldName == name }
  }
}
