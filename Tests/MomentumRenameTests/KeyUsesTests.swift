import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumPredicate
import Testing

/// Which properties the names of a predicate are.
@Suite struct KeyUsesTests {
  @Test(arguments: [
    ("title == 'x'", "Book.title"),
    ("author.name == 'x'", "Book.author Person.name"),
    ("SELF.author.name == 'x'", "Book.author Person.name"),
    ("ANY tags.name == 'x'", "Book.tags Tag.name"),
    ("tags.@count > 2", "Book.tags"),
    ("author.books.@sum.pages > 10", "Book.author Person.books Book.pages"),
    ("SUBQUERY(tags, $t, $t.name == title).@count > 0", "Book.tags Tag.name Book.title"),
    (
      "SUBQUERY(author.books, $b, SUBQUERY($b.tags, $t, $t.name == $b.title).@count > 0).@count > 0",
      "Book.author Person.books Book.tags Tag.name Book.title"
    ),
    ("#size == 1", "Book.size"),
    ("author.#size == 1", "Book.author Person.size"),
    ("title IN {author.name, 'x'}", "Book.title Book.author Person.name"),
    (
      "TERNARY(pages > 1, title, author.name) == 'x'",
      "Book.pages Book.title Book.author Person.name"
    ),
    ("uppercase:(title) == 'X' OR NOT pages == 1", "Book.title Book.pages"),
    ("pages + author.#size * 2 > 1", "Book.pages Book.author Person.size"),
    ("pages BETWEEN {1, author.#size}", "Book.pages Book.author Person.size"),
    ("title == $title", "Book.title"),
    ("title == 'author.name'", "Book.title"),
    ("unknown.name == 1", ""),
    ("author.unknown.name == 1", "Book.author"),
    ("%K == 1", ""),
    ("TRUEPREDICATE", ""),
    ("SELF == author", "Book.author"),
    ("SELF.title == 1", "Book.title"),
    ("author.(SELF.title) == 1", "Book.author Book.title"),
    ("author.(author).name == 1", "Book.author Book.author Person.name"),
    ("author.%K.name == 1", "Book.author"),
    ("author.name.size == 1", "Book.author Person.name"),
    ("tags[FIRST].name == 1", "Book.tags Tag.name"),
    ("tags[pages].name == title", "Book.tags Book.pages Tag.name Book.title"),
    ("(tags UNION author.books).name == 1", "Book.tags Book.author Person.books Tag.name"),
    (
      "SUBQUERY(tags, $t, $t.name == 1).books.title == 1", "Book.tags Tag.name Tag.books Book.title"
    ),
    ("SUBQUERY(tags, $t, $u.name == 1).@count > 0", "Book.tags"),
    ("SUBQUERY(tags, $t, $t == SELF).@count > 0", "Book.tags"),
    (
      "SUBQUERY(tags, $t, SUBQUERY($t.books, $t, $t.title == 1).@count > 0 AND $t.name == 1).@count > 0",
      "Book.tags Tag.books Book.title Tag.name"
    ),
    ("$t.name == title", "Book.title"),
    ("TERNARY(pages > 1, author, tags).name == 1", "Book.pages Book.author Book.tags Person.name"),
    (
      "FUNCTION(author, 'x:', title, pages) == #size",
      "Book.author Book.title Book.pages Book.size"
    ),
    (
      "CAST(title, 'NSDate') == CAST(author.name, title)",
      "Book.title Book.author Person.name Book.title"
    ),
    ("FETCH(author, title, NO) == pages", "Book.author Book.title Book.pages"),
    (
      "ANY author.books.tags.name == title AND (pages == 1 OR NOT #size == 2)",
      "Book.author Person.books Book.tags Tag.name Book.title Book.pages Book.size"
    ),
  ])
  func aNameIsThatOfAProperty(_ format: String, _ expected: String) throws {
    let model = try KeyUsesTests.model()
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "<format>", text: format)
    let syntax = try #require(PredicateParser.parse(source, isChecked: true, &diagnostics))
    let book = try #require(model.entity(named: "Book"))
    let uses = KeyUses.find(in: syntax, of: book, model: model)
    #expect(uses.map { "\(model[$0.entity].name).\($0.name)" }.joined(separator: " ") == expected)
    for use in uses {
      let text = source.text(in: use.range)
      #expect(text == use.name || text == "#" + use.name)
    }
  }

  static let contents = """
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Book">
        <attribute name="title" attributeType="String"/>
        <attribute name="pages" attributeType="Integer 32" defaultValueString="0"/>
        <attribute name="size" optional="YES" attributeType="Integer 32"/>
        <relationship name="author" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Person" inverseName="books" inverseEntity="Person"/>
        <relationship name="tags" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Tag" inverseName="books" inverseEntity="Tag"/>
      </entity>
      <entity name="Person">
        <attribute name="name" optional="YES" attributeType="String"/>
        <attribute name="size" optional="YES" attributeType="Integer 32"/>
        <relationship name="books" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Book" inverseName="author" inverseEntity="Book"/>
      </entity>
      <entity name="Tag">
        <attribute name="name" attributeType="String"/>
        <relationship name="books" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Book" inverseName="tags" inverseEntity="Book"/>
      </entity>
    </model>
    """

  static func model() throws -> ObjectModel {
    var diagnostics = Diagnostics()
    let read = ModelReader.model(
      contents: SourceFile(path: "contents", text: contents), &diagnostics)
    return try #require(read).model
  }
}
