import MomentumModel
import MomentumSQL
import MomentumStore
import MomentumTestSupport
import Testing

/// Persistent history, R-trees, and what follows the old dictionaries.
@Suite struct CoreDataLayoutOrderTests {
  /// In the dictionary of the to-one relationships the slot of 'table' comes before that of 'cabin', in one of
  /// the to-many relationships the other way round. Another owner's stand by its name.
  @Test func theOldDictionariesTellTheOrderOfOrderColumns() {
    let made = coreDataStatements([
      Entity(
        name: "Ferry",
        relationships: [
          coreDataToMany("sleepers", 1, inverse: 0, isOrdered: true),
          coreDataToMany("diners", 1, inverse: 1, isOrdered: true),
        ]),
      Entity(
        name: "Person",
        relationships: [
          coreDataToOne("cabin", 0, inverse: 0), coreDataToOne("table", 0, inverse: 1),
          coreDataToOne("agency", 2, inverse: 0),
        ]),
      Entity(
        name: "Agency", relationships: [coreDataToMany("clients", 1, inverse: 2, isOrdered: true)]),
    ])
    #expect(
      made[2]
        == "CREATE TABLE ZPERSON ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZAGENCY INTEGER, ZCABIN INTEGER, ZTABLE INTEGER, Z_FOK_AGENCY INTEGER, Z_FOK_TABLE INTEGER, Z_FOK_CABIN INTEGER )"
    )
  }

  /// 'Boat' is met first; in its dictionary the slot of 'trips' comes before that of 'races'. So the table of
  /// 'trips' gets the plain name, although 'Regatta' comes before 'Voyage'.
  @Test func theOldDictionariesTellWhichColumnOfJoinTablesGetsTheNumber() {
    let made = coreDataStatements([
      Entity(
        name: "Boat",
        relationships: [
          coreDataToMany("races", 1, inverse: 0), coreDataToMany("trips", 2, inverse: 0),
        ]),
      Entity(name: "Regatta", relationships: [coreDataToMany("boats", 0, inverse: 0)]),
      Entity(name: "Voyage", relationships: [coreDataToMany("boats", 0, inverse: 1)]),
    ])
    expectText(
      made.filter { $0.hasPrefix("CREATE TABLE Z_") }.sorted().joined(separator: "\n"),
      """
      CREATE TABLE Z_1RACES ( Z_1BOATS1 INTEGER, Z_2RACES INTEGER, PRIMARY KEY (Z_1BOATS1, Z_2RACES) )
      CREATE TABLE Z_1TRIPS ( Z_1BOATS INTEGER, Z_3TRIPS INTEGER, PRIMARY KEY (Z_1BOATS, Z_3TRIPS) )
      """)
  }

  /// SQLite takes no account of case, and some names are taken.
  @Test func namesAreUniqueInTheWholeStore() {
    let made = coreDataStatements([
      Entity(
        name: "A", attributes: [Attribute(name: "_pk", type: .string)],
        fetchIndexes: [FetchIndex(name: "b_c", elements: [.init(.property("_pk"))])]),
      Entity(
        name: "A_b", attributes: [Attribute(name: "x", type: .string)],
        fetchIndexes: [FetchIndex(name: "C", elements: [.init(.property("x"), isAscending: false)])]
      ),
      Entity(name: "a"),
    ])
    expectText(
      made.joined(separator: "\n"),
      """
      CREATE TABLE ZA ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, Z_PK1 VARCHAR )
      CREATE TABLE ZA1 ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER )
      CREATE TABLE ZA_B ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZX VARCHAR )
      CREATE INDEX Z_A__pk ON ZA (Z_PK1 COLLATE BINARY ASC)
      CREATE INDEX Z_A_b_c ON ZA (Z_PK1 COLLATE BINARY ASC)
      """)
  }

  /// Both names want one slot; the one that comes first by name gets it, and names the table.
  @Test func theOldDictionariesTellWhoNamesAJoinTableOfOneEntity() {
    let made = coreDataStatements([
      Entity(
        name: "Team",
        relationships: [
          coreDataToMany("members", 0, inverse: 1), coreDataToMany("memberOf", 0, inverse: 0),
        ])
    ])
    #expect(
      made[1]
        == "CREATE TABLE Z_1MEMBEROF ( Z_1MEMBERS INTEGER, Z_1MEMBEROF INTEGER, PRIMARY KEY (Z_1MEMBERS, Z_1MEMBEROF) )"
    )
  }

  private func history(_ framework: Int?, preserving: Int = 0) -> [String] {
    let attributes = (0..<preserving).map {
      Attribute(name: "a\($0)", type: .string, preservesValueInHistoryOnDeletion: true)
    }
    let layout = CoreDataLayout(frameworkVersion: framework, keepsHistory: true) { _, _ in nil }
    let schema = layout.layOut(
      ObjectModel(entities: [Entity(name: "A", attributes: attributes), Entity(name: "B")]))
    return schema.creationScript(framework: layout.framework).split(separator: "\n")
      .map(String.init).filter {
        $0.contains("ACHANGE") || $0.contains("TRANSACTION") || $0.contains("'CHANGE'")
      }
  }

  @Test func historyHasTablesOfItsOwn() {
    expectText(
      history(1526, preserving: 2).joined(separator: "\n"),
      """
      CREATE TABLE ACHANGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB, ZTOMBSTONE0 BLOB, ZTOMBSTONE1 BLOB );
      CREATE TABLE ATRANSACTION ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZAUTHORTS INTEGER, ZBUNDLEIDTS INTEGER, ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER, ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR, ZQUERYGEN BLOB );
      CREATE TABLE ATRANSACTIONSTRING ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR );
      CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID);
      CREATE INDEX ATRANSACTION_ZAUTHORTS_INDEX ON ATRANSACTION (ZAUTHORTS);
      CREATE INDEX ATRANSACTION_ZBUNDLEIDTS_INDEX ON ATRANSACTION (ZBUNDLEIDTS);
      CREATE INDEX ATRANSACTION_ZCONTEXTNAMETS_INDEX ON ATRANSACTION (ZCONTEXTNAMETS);
      CREATE INDEX ATRANSACTION_ZPROCESSIDTS_INDEX ON ATRANSACTION (ZPROCESSIDTS);
      CREATE INDEX Z_TRANSACTION_TransactionAuthorIndex ON ATRANSACTION (ZAUTHOR COLLATE BINARY ASC);
      CREATE INDEX Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION (ZTIMESTAMP COLLATE BINARY ASC);
      CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING (ZNAME COLLATE BINARY ASC);
      INSERT INTO Z_PRIMARYKEY(Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES(16001, 'CHANGE', 0, 0);
      INSERT INTO Z_PRIMARYKEY(Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES(16002, 'TRANSACTION', 0, 0);
      INSERT INTO Z_PRIMARYKEY(Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES(16003, 'TRANSACTIONSTRING', 0, 0);
      """)
  }

  @Test func olderFrameworksHaveLessHistoryOrNone() {
    #expect(
      !history(851).contains { $0.contains("TRANSACTIONSTRING") || $0.contains("TS INTEGER") })
    #expect(history(851).contains { $0.contains("CREATE TABLE ATRANSACTION ") })
    #expect(history(754).isEmpty)
  }

  @Test func anRTreeIsAVirtualTableWithTriggers() {
    let made = coreDataStatements([
      Entity(
        name: "Place",
        attributes: [
          Attribute(name: "latitude", type: .double), Attribute(name: "longitude", type: .double),
        ],
        fetchIndexes: [
          FetchIndex(
            name: "byLocation",
            elements: ["latitude", "longitude"].map { .init(.property($0), kind: .rTree) })
        ])
    ])
    expectText(
      made.joined(separator: "\n"),
      """
      CREATE TABLE ZPLACE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZLATITUDE FLOAT, ZLONGITUDE FLOAT )
      CREATE VIRTUAL TABLE Z_RT_Place_byLocation USING RTREE (Z_PK INTEGER PRIMARY KEY, ZLATITUDE_MIN FLOAT, ZLATITUDE_MAX FLOAT, ZLONGITUDE_MIN FLOAT, ZLONGITUDE_MAX FLOAT)
      CREATE TRIGGER Z_RT_Place_byLocation_INSERT AFTER INSERT ON ZPLACE FOR EACH ROW BEGIN INSERT OR REPLACE INTO Z_RT_Place_byLocation (Z_PK, ZLATITUDE_MIN, ZLATITUDE_MAX, ZLONGITUDE_MIN, ZLONGITUDE_MAX) VALUES (NEW.Z_PK, NEW.ZLATITUDE ,NEW.ZLATITUDE, NEW.ZLONGITUDE ,NEW.ZLONGITUDE) ; END
      CREATE TRIGGER Z_RT_Place_byLocation_UPDATE AFTER UPDATE OF ZLATITUDE, ZLONGITUDE ON ZPLACE FOR EACH ROW BEGIN INSERT OR REPLACE INTO Z_RT_Place_byLocation (Z_PK, ZLATITUDE_MIN, ZLATITUDE_MAX, ZLONGITUDE_MIN, ZLONGITUDE_MAX) VALUES (NEW.Z_PK, NEW.ZLATITUDE ,NEW.ZLATITUDE, NEW.ZLONGITUDE ,NEW.ZLONGITUDE) ; END
      CREATE TRIGGER Z_RT_Place_byLocation_DELETE AFTER DELETE ON ZPLACE FOR EACH ROW BEGIN DELETE FROM Z_RT_Place_byLocation WHERE Z_PK = OLD.Z_PK ; END
      """)
  }
}
