import MomentumTestSupport
import Testing

/// Positions in an ordered relationship that the mapping model fills from its other side.
@Suite struct MappingOrderTests {
  private static func model(_ more: String) -> String {
    """
    <entity name="Box">
      <attribute name="name" optional="YES" attributeType="String"/>
      <relationship name="items" optional="YES" toMany="YES" ordered="YES" destinationEntity="Item" \
    inverseName="box" inverseEntity="Item"/>
    </entity>
    <entity name="Item">
      <attribute name="word" optional="YES" attributeType="String"/>
      <relationship name="box" optional="YES" maxCount="1" destinationEntity="Box" \
    inverseName="items" inverseEntity="Box"/>
      \(more)
    </entity>
    """
  }

  /// Core Data reads objects without a position in an order of its own.
  @Test func eachObjectOfTheOtherSideGetsAPositionOfItsOwn() throws {
    try RepositoryFiles.withMapping(
      old: Self.model(""),
      new: Self.model("<attribute name=\"added\" optional=\"YES\" attributeType=\"String\"/>"),
      .init("Box", "Box", ["name"]), .init("Item", "Item", ["word"], links: ["box"])
    ) { mapping in
      try mapping.makeStore(
        "INSERT INTO ZBOX (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'a'), (2, 1, 1, 'b')",
        """
        INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZWORD, ZBOX, Z_FOK_BOX) VALUES
          (1, 2, 1, 'p', 1, 2048), (2, 2, 1, 'q', 1, 3072), (3, 2, 1, 'r', 2, 2048),
          (4, 2, 1, 's', NULL, NULL)
        """, "UPDATE Z_PRIMARYKEY SET Z_MAX = 4")
      try mapping.migrate()
      expectText(
        try mapping.rows(
          """
          SELECT ZBOX, count(*), count(DISTINCT Z_FOK_BOX) FROM ZITEM
          WHERE ZBOX IS NOT NULL GROUP BY ZBOX ORDER BY 1
          """),
        """
        1|2|2
        2|1|1
        """)
    }
  }
}
