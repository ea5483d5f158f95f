import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumRename
import Testing

/// What a renaming changes in a model.
@Suite struct PropertyRenameTests {
  private static let contents = """
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Item" isAbstract="YES">
        <attribute name="title" attributeType="String"/>
        <attribute name="rank" optional="YES" attributeType="Integer 32" elementID="order"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="title"/><constraint value="rank"/></uniquenessConstraint></uniquenessConstraints>
      </entity>
      <entity name="Book" parentEntity="Item">
        <attribute name="upper" optional="YES" attributeType="String" derived="YES" derivationExpression="uppercase:(title)"/>
        <relationship name="shelf" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Shelf" inverseName="books" inverseEntity="Shelf"/>
        <fetchedProperty name="twins"><fetchRequest name="fetchedPropertyFetchRequest" entity="Book" predicateString="title == $FETCH_SOURCE.title"/></fetchedProperty>
        <fetchIndex name="byTitle"><fetchIndexElement property="title" type="Binary" order="ascending"/></fetchIndex>
      </entity>
      <entity name="Shelf">
        <attribute name="title" attributeType="String"/>
        <relationship name="books" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Book" inverseName="shelf" inverseEntity="Book"/>
      </entity>
      <fetchRequest name="named" entity="Book" predicateString="title == &quot;a&quot; AND shelf.title != title"/>
      <fetchRequest name="full" entity="Shelf" predicateString="SUBQUERY(books, $b, $b.title == title).@count &gt; 0"/>
    </model>
    """

  private static func read() throws -> (syntax: ModelSyntax, model: ObjectModel) {
    var diagnostics = Diagnostics()
    let read = ModelReader.model(
      contents: SourceFile(path: "contents", text: contents), &diagnostics)
    return try #require(read)
  }

  private static func renamed(_ entity: String, _ property: String, _ name: String) throws -> String
  {
    let (syntax, model) = try read()
    let rename = try PropertyRename((entity, property), to: name, in: model)
    let file = try #require(FixedFile.files(with: rename.modelEdits(in: syntax)).first)
    return String(decoding: file.fixed, as: UTF8.self)
  }

  /// Each row: the property, its new name, and the texts of the model that change, in their order.
  @Test(arguments: [
    (
      "Item", "title", "name",
      [
        (
          "<attribute name=\"title\" attributeType",
          "<attribute name=\"name\" elementID=\"title\" attributeType"
        ),
        ("<constraint value=\"title\"/>", "<constraint value=\"name\"/>"),
        ("uppercase:(title)", "uppercase:(name)"),
        ("property=\"title\"", "property=\"name\""),
        ("\"title == $FETCH_SOURCE.title\"", "\"name == $FETCH_SOURCE.title\""),
        (
          "\"title == &quot;a&quot; AND shelf.title != title\"",
          "\"name == &quot;a&quot; AND shelf.title != name\""
        ),
        ("$b.title == title)", "$b.name == title)"),
      ]
    ),
    // The renaming identifier that is there stays: it names the first version.
    (
      "Item", "rank", "place",
      [
        ("name=\"rank\" optional", "name=\"place\" optional"),
        ("value=\"rank\"", "value=\"place\""),
      ]
    ),
    (
      "Shelf", "books", "volumes",
      [
        ("inverseName=\"books\"", "inverseName=\"volumes\""),
        ("name=\"books\" optional", "name=\"volumes\" elementID=\"books\" optional"),
        ("SUBQUERY(books,", "SUBQUERY(volumes,"),
      ]
    ),
    // A word of the predicate language is a key only with a mark.
    (
      "Shelf", "title", "size",
      [
        (
          "<entity name=\"Shelf\">\n    <attribute name=\"title\"",
          "<entity name=\"Shelf\">\n    <attribute name=\"size\" elementID=\"title\""
        ),
        ("shelf.title != title", "shelf.#size != title"),
        ("$b.title == title)", "$b.title == #size)"),
      ]
    ),
    (
      "Book", "twins", "copies",
      [("<fetchedProperty name=\"twins\"", "<fetchedProperty name=\"copies\"")]
    ),
  ])
  func thePropertyIsRenamedWhereItIsNamed(
    _ entity: String, _ property: String, _ name: String, _ changes: [(String, String)]
  ) throws {
    var expected = Self.contents
    for (old, new) in changes {
      let range = try #require(expected.firstRange(of: old), "\(old)")
      expected.replaceSubrange(range, with: new)
    }
    #expect(try Self.renamed(entity, property, name) == expected)
  }

  @Test(arguments: [
    ("Boook", "title", "name", "the model has no entity 'Boook'; did you mean 'Book'?"),
    ("Book", "titel", "name", "entity 'Book' has no property 'titel'; did you mean 'title'?"),
    ("Book", "title", "name", "'title' is declared by 'Item': rename 'Item.title'"),
    ("Item", "title", "title", "'title' is the name that it has"),
    ("Item", "title", "rank", "'Item' has a property 'rank'"),
    ("Item", "title", "upper", "'Book' has a property 'upper'"),
    ("Book", "upper", "rank", "'Item' has a property 'rank'"),
    (
      "Item", "title", "1st",
      "'1st' is not a name: letters, digits and underscores, not beginning with a digit"
    ),
    (
      "Item", "title", "a b",
      "'a b' is not a name: letters, digits and underscores, not beginning with a digit"
    ),
  ])
  func aWrongRenamingIsRefused(
    _ entity: String, _ property: String, _ name: String, _ text: String
  ) throws {
    let model = try Self.read().model
    let failure = #expect(throws: RenameFailure.self) {
      try PropertyRename((entity, property), to: name, in: model)
    }
    #expect(failure?.description == text)
  }
}
