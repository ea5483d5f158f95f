package import MomentumModel

/// A model's tables under the names and numbers that a store's own catalogue has for them.
///
///     let own = CatalogLayout(model, laidOut: computed, in: catalog)
///     own.schema.relationships[shows]   // Z_3SHOWS with Z_3ARTWORKS1 and Z_14SHOWS
///     own.missing.map(\.text)           // ["table ZNOTE has no column ZBODY"]
///
/// The layout computed from the model says what to look for. Where it computes a wrong name (a join
/// table named after the other relationship, collision numbers in another order), a statement with
/// the computed name would fail in SQLite or read another property. So code that works on an
/// existing store uses the names of this layout.
package struct CatalogLayout: Sendable, Hashable {
  /// The schema that the layout computes from the model, with the store's names and numbers. A
  /// table or column that the store lacks keeps its computed name. A missing entity or order column
  /// is left out, since a foreign key identifies its object without it.
  package let schema: StoreSchema
  /// The parts that the store lacks, each once, in the order of the model.
  package let missing: [MissingPart]
  /// Whether a statement for the schema computed from the model could differ from one for this
  /// schema.
  package let differs: Bool

  /// - Parameters:
  ///   - computed: The layout of the framework that wrote the store.
  ///   - evidence: Answers questions about rows if the names of columns or tables fit several
  ///     properties.
  package init(
    _ model: ObjectModel, laidOut computed: StoreSchema, in catalog: StoreCatalog,
    evidence: StoreEvidence = .none
  ) {
    var finder = CatalogFinder(model, computed, catalog, evidence)
    finder.findTables()
    finder.findJoinTables()
    schema = finder.schema
    missing = finder.missing
    differs = !schema.hasNames(of: computed)
  }
}

/// A part of a model's layout that a store lacks.
///
/// The description of the error names the parts:
///
/// ```swift
/// if case .store(.lacksParts(let path, let parts)) = error { print(path, parts.count, error) }
/// ```
public struct MissingPart: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case table
    case column
    /// Two tables or two columns of the store can be that of the entity or the property, and neither
    /// names nor rows decide which of them is.
    case ambiguous
    /// The column such as `Z7_COVER` with the `Z_ENT` of a key's object; without it, the key still
    /// identifies the object.
    case entityColumn
    /// The column such as `Z_FOK_COVER` with the positions of objects; without it, an ordered
    /// relationship has no order.
    case orderColumn
  }

  package var kind: Kind
  /// The property or the table that the part belongs to: `Venue.name`, or `table ZVENUE`.
  package var place: String
  /// The description of what is missing: `table ZVENUE has no column ZNAME`.
  package var text: String
  /// The name that an error of SQLite would show: that of the table or the column.
  package var name: String

  package init(_ kind: Kind, place: String, text: String, name: String) {
    self.kind = kind
    self.place = place
    self.text = text
    self.name = name
  }

  /// Whether rows cannot be read if the part is missing.
  package var isRequired: Bool {
    switch kind {
    case .table, .column, .ambiguous: true
    case .entityColumn, .orderColumn: false
    }
  }
}

/// Reads a store's rows to decide a question that the names of tables and columns leave open, for
/// example which of two columns belongs to a property.
///
/// Each answer comes from a part of the rows. So a value that contradicts an assumption disproves
/// it, but the absence of such a value proves nothing. An answer is `nil` if the rows cannot be
/// read.
package struct StoreEvidence {
  /// The `Z_ENT` of the rows that were read and have a value in a column of an entity's table.
  package var entityNumbers: (_ table: String, _ column: String) -> Set<Int>?
  /// Whether a column of `table` holds a key that no row of the table `destination` with one of the
  /// entity numbers has.
  package var hasStrayKey:
    (_ table: String, _ column: String, _ destination: String, _ numbers: [Int]) -> Bool?

  package init(
    entityNumbers: @escaping (_ table: String, _ column: String) -> Set<Int>?,
    hasStrayKey:
      @escaping (
        _ table: String, _ column: String, _ destination: String, _ numbers: [Int]
      ) -> Bool?
  ) {
    self.entityNumbers = entityNumbers
    self.hasStrayKey = hasStrayKey
  }

  /// No answers, for a catalogue whose rows cannot be read.
  package static var none: StoreEvidence {
    StoreEvidence(entityNumbers: { _, _ in nil }, hasStrayKey: { _, _, _, _ in nil })
  }
}

extension StoreSchema {
  /// Whether every property and every entity has the same names and numbers in both schemas.
  package func hasNames(of other: StoreSchema) -> Bool {
    entities == other.entities && attributeColumns == other.attributeColumns
      && compositeColumns == other.compositeColumns && relationships == other.relationships
  }
}
