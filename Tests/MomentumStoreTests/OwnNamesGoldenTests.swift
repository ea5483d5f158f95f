import MomentumModel
import MomentumStore
import MomentumTestSupport
import Testing

/// What is found in stores that have other names than the layout, or lack a part of it.
@Suite struct OwnNamesGoldenTests {
  private let model = LayoutGoldenTests.model
  private let schema = CoreDataLayout { _, _ in nil }.layOut(LayoutGoldenTests.model)

  /// What a store of the layout has.
  private var catalog: StoreCatalog {
    func integer(_ name: String) -> StoreColumn { StoreColumn(name: name, sqlType: "INTEGER") }
    let tables = schema.tables.flatMap { table in
      [
        StoreCatalog.Table(
          name: table.name, columns: ["Z_PK", "Z_ENT", "Z_OPT"].map(integer) + table.columns)
      ]
        + table.joinTables.map { join in
          StoreCatalog.Table(
            name: join.name, columns: (join.keyColumns + join.orderColumns).map(integer))
        }
    }
    return StoreCatalog(
      tables: tables.sorted { $0.name < $1.name },
      entityNumbers: schema.entities.map {
        .init(number: $0.number, name: $0.name, parent: $0.parentNumber)
      })
  }

  private func lines(_ layout: CatalogLayout) -> String {
    layout.missing.map { "  \($0.place): \($0.text) (\($0.kind) \($0.name))\n" }.joined()
  }

  /// Each column and each table of the store is taken away, one at a time.
  @Test func whatEachMissingPartMeansIsAsRecorded() throws {
    var text = ""
    for index in catalog.tables.indices {
      var without = catalog
      let table = without.tables.remove(at: index)
      text += "without \(table.name)\n"
      text += lines(CatalogLayout(model, laidOut: schema, in: without))
      for column in table.columns.indices {
        var without = catalog
        let name = without.tables[index].columns.remove(at: column).name
        text += "without \(table.name).\(name)\n"
        text += lines(CatalogLayout(model, laidOut: schema, in: without))
      }
    }
    try RepositoryFiles.expectGolden(text, at: "Tests/Cases/Layouts/missing-parts.txt")
  }

  @Test func namesInLowerCaseAreTheSame() {
    var lower = catalog
    for index in lower.tables.indices {
      lower.tables[index].name = lower.tables[index].name.lowercased()
      for column in lower.tables[index].columns.indices {
        lower.tables[index].columns[column].name =
          lower.tables[index].columns[column].name.lowercased()
      }
    }
    let own = CatalogLayout(model, laidOut: schema, in: lower)
    #expect(own.missing.isEmpty && own.differs)
    #expect(
      own.schema.compositeColumns.values.joined().map(\.column).sorted() == ["zcity", "zzip"])
    #expect(own.schema.attributeColumns.values.allSatisfy { $0 == $0.lowercased() })
    expectText(
      LayoutGoldenTests.columns(own.schema).lowercased(),
      LayoutGoldenTests.columns(schema).lowercased())
  }

  /// The store has ten more for each number, in its names too where `isRenamed`.
  @Test(arguments: [false, true]) func otherNumbersAreFound(isRenamed: Bool) throws {
    var other = catalog
    for index in other.entityNumbers.indices {
      other.entityNumbers[index].number += 10
      if other.entityNumbers[index].parent > 0 { other.entityNumbers[index].parent += 10 }
    }
    func renumbered(_ name: String) -> String {
      guard isRenamed else { return name }
      return name.replacing(/^(Z|Z_|Z_FOK_)([0-9])/) { "\($0.1)1\($0.2)" }
    }
    for index in other.tables.indices {
      other.tables[index].name = renumbered(other.tables[index].name)
      for column in other.tables[index].columns.indices {
        other.tables[index].columns[column].name = renumbered(
          other.tables[index].columns[column].name)
      }
    }
    let own = CatalogLayout(model, laidOut: schema, in: other)
    try RepositoryFiles.expectGolden(
      LayoutGoldenTests.columns(own.schema) + lines(own),
      at: "Tests/Cases/Layouts/\(isRenamed ? "renumbered-names" : "renumbered").txt")
  }

  /// A column of a join table that has another text is no order of the relationship.
  @Test func anOrderColumnOfAnotherNameIsNone() {
    for name in ["Z_FOK_TAGS", "Z_FOK_9OTHERS", "Z_FOK_"] {
      var other = catalog
      for index in other.tables.indices where other.tables[index].name == "Z_5TAGS" {
        other.tables[index].columns[2].name = name
      }
      let own = CatalogLayout(model, laidOut: schema, in: other)
      #expect(own.missing.map(\.kind) == [.orderColumn], "\(name)")
    }
  }

  /// Names of order columns and of columns beside keys: with another number than their key.
  @Test func columnsBesideKeysMayHaveAnyNumber() throws {
    for (table, old, new) in [
      ("Z_5TAGS", "Z_FOK_4TAGS", "Z_FOK_9TAGS"), ("Z_5TAGS", "Z_FOK_4TAGS", "Z_FOK_4TAGS2"),
      ("ZWORK", "Z1_OWNER", "Z7_OWNER"),
    ] {
      var other = catalog
      for index in other.tables.indices where other.tables[index].name == table {
        for column in other.tables[index].columns.indices
        where other.tables[index].columns[column].name == old {
          other.tables[index].columns[column].name = new
        }
      }
      let own = CatalogLayout(model, laidOut: schema, in: other)
      #expect(own.missing.isEmpty, "\(new)")
      expectText(
        LayoutGoldenTests.columns(own.schema),
        LayoutGoldenTests.columns(schema).replacing(old, with: new))
    }
  }
}
