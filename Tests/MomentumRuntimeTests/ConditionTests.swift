import Foundation
import GoldenBubbleTea
import GoldenNewsroom
import GoldenStaff
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumQuery
import MomentumRuntime
import MomentumTestSupport
import Testing

/// A condition and the format that says the same.
struct ConditionCase: Sendable, CustomTestStringConvertible {
  var condition: FetchParts
  var format: FetchParts
  var text: String
  var compiled: Result<CompiledModel, StoreFailure>

  var testDescription: String { text }

  init<Entity: StoredEntity>(
    _ entity: Entity.Type, _ format: String, _ arguments: [any FormatArgument],
    _ condition: (Entity.Paths) -> Condition
  ) {
    text = format
    self.condition = Entity.where(condition).parts
    self.format = Entity.all.where(format: format, arguments: arguments).parts
    compiled = Entity.Model.model.compiled
  }
}

private func venue(
  _ format: String, _ arguments: [any FormatArgument] = [],
  _ condition: (Venue.Paths) -> Condition
) -> ConditionCase { ConditionCase(Venue.self, format, arguments, condition) }

private func article(
  _ format: String, _ arguments: [any FormatArgument] = [],
  _ condition: (Article.Paths) -> Condition
) -> ConditionCase { ConditionCase(Article.self, format, arguments, condition) }

private func employee(
  _ format: String, _ arguments: [any FormatArgument] = [],
  _ condition: (Employee.Paths) -> Condition
) -> ConditionCase { ConditionCase(Employee.self, format, arguments, condition) }

@Suite struct ConditionTests {
  private static let key = Venue.ID(rawValue: 3)
  private static let tea = VenueCategory.ID(rawValue: 5)
  private static let day = Date(timeIntervalSinceReferenceDate: 700_000_000)
  private static let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

  static let values: [ConditionCase] = [
    venue("priceInfo.priceCategory == \"$\"") { $0.priceInfo.priceCategory == "$" },
    venue("priceInfo.priceCategory == \"$\" AND specialCount > 0") {
      $0.priceInfo.priceCategory == "$" && $0.specialCount > 0
    },
    venue("name != \"a\" OR name < \"b\" OR name <= \"c\"") {
      $0.name != "a" || $0.name < "b" || $0.name <= "c"
    },
    venue("specialCount >= 1 AND specialCount <= 5") {
      $0.specialCount >= 1 && $0.specialCount <= 5
    },
    venue("NOT (specialCount == 1 OR favorite == YES)") {
      !($0.specialCount == 1 || $0.favorite == true)
    },
    venue("(name == \"a\" OR name == \"b\") AND (favorite == YES OR note == nil)") {
      ($0.name == "a" || $0.name == "b") && ($0.favorite == true || $0.note == nil)
    },
    venue("note == nil AND phone != nil") { $0.note == nil && $0.phone != nil },
    venue("openedOn > %@", [day]) { $0.openedOn > day },
    venue("identifier == %@", [uuid]) { $0.identifier == uuid },
    venue("website == \"https://example.com\"") {
      $0.website == URL(string: "https://example.com")
    },
    venue("location.distance < 250.5") { $0.location.distance < 250.5 },
    venue("name IN {\"a\", \"b\"}") { $0.name.isIn(["a", "b"]) },
    venue("note IN %@", [["a", "b"]]) { $0.note.isIn(["a", "b"]) },
    venue("specialCount IN {1, 2}") { $0.specialCount.isIn([1, 2]) },
    venue("name IN %@", [["b"]]) { $0.name.isIn(Set(["b"])) },
    venue("name IN {}") { $0.name.isIn([]) },
    venue("specialCount BETWEEN {1, 9}") { $0.specialCount.isBetween(1...9) },
    venue("note BETWEEN {\"a\", \"m\"}") { $0.note.isBetween("a"..."m") },
    venue("stats.usersCount > stats.checkinsCount") {
      $0.stats.usersCount > $0.stats.checkinsCount
    },
    venue("name == note") { $0.name == $0.note },
    venue("name != note") { $0.name != $0.note }, venue("note != name") { $0.note != $0.name },
    venue("name < note") { $0.name < $0.note }, venue("name <= note") { $0.name <= $0.note },
    venue("name > note") { $0.name > $0.note }, venue("name >= note") { $0.name >= $0.note },
    venue("category == %@", [tea]) { $0.category == tea },
    venue("category == nil") { $0.category == nil },
    venue("category IN %@", [[tea]]) { $0.category.isIn([tea]) },
    venue("SELF == %@", [key]) { $0.objectID == key },
    venue("SELF IN %@", [[key]]) { $0.objectID.isIn([key]) },
    venue("location.venue == SELF") { $0.location.venue == $0.objectID },
    venue("TRUEPREDICATE") { _ in .constant(true) },
    employee("salary > 3100.5") { $0.salary > 3100.5 },
    employee("manager.manager.name == \"Ada\"") { $0.manager.manager.name == "Ada" },
  ]

  static let texts: [ConditionCase] = [
    venue("name CONTAINS[cd] \"cafe\"") {
      $0.name.contains("cafe", [.caseInsensitive, .diacriticInsensitive])
    },
    venue("name BEGINSWITH \"T\"") { $0.name.beginsWith("T") },
    venue("note ENDSWITH[c] \"tea\"") { $0.note.endsWith("tea", .caseInsensitive) },
    venue("name LIKE \"T?r*\"") { $0.name.like("T?r*") },
    venue("name MATCHES \"[A-Z].*\"") { $0.name.matches("[A-Z].*") },
    venue("name ==[c] \"sago house\"") { $0.name.equals("sago house", .caseInsensitive) },
    venue("name ==[n] \"Sago\"") { $0.name.equals("Sago", .normalized) },
    venue("name CONTAINS[l] \"a\"") { $0.name.contains("a", .localeSensitive) },
  ]

  static let collections: [ConditionCase] = [
    article("ANY tags.name == \"new\"") { $0.tags.any { $0.name == "new" } },
    article("ANY tags.name IN {\"new\", \"old\"}") {
      $0.tags.any { $0.name.isIn(["new", "old"]) }
    },
    article("ANY tags.name CONTAINS[c] \"n\"") {
      $0.tags.any { $0.name.contains("n", .caseInsensitive) }
    },
    article("NONE tags.name == \"new\"") { $0.tags.none { $0.name == "new" } },
    article("NOT (ANY tags.name == \"new\")") { !$0.tags.any { $0.name == "new" } },
    article("attachments.@count == 0") { $0.attachments.count == 0 },
    article("attachments.@count > tags.@count") { $0.attachments.count > $0.tags.count },
    article("SUBQUERY(attachments, $x, $x.size > 5 AND $x.isDownloaded == NO).@count > 0") {
      $0.attachments.any { $0.size > 5 && $0.isDownloaded == false }
    },
    article("SUBQUERY(attachments, $x, $x.extension == nil).@count > 0") {
      $0.attachments.any { $0.extension == nil }
    },
    article("SUBQUERY(attachments, $x, $x.size > 5 OR $x.size == 1).@count == 0") {
      $0.attachments.none { $0.size > 5 || $0.size == 1 }
    },
    article("SUBQUERY(tags, $x, $x.name == \"new\").@count == tags.@count") {
      $0.tags.all { $0.name == "new" }
    },
    article("SUBQUERY(tags, $x, $x.name == \"new\").@count >= 2") {
      $0.tags.count { $0.name == "new" } >= 2
    },
    article("ANY tags == %@", [Tag.ID(rawValue: 2)]) {
      $0.tags.contains(Tag.ID(rawValue: 2))
    },
    article("ANY tags IN %@", [[Tag.ID(rawValue: 2)]]) {
      $0.tags.containsAny(of: [Tag.ID(rawValue: 2)])
    },
    article("attachments.@sum.size > 100") { $0.attachments.sum(of: \.size) > 100 },
    article("attachments.@avg.size > 100.5") { $0.attachments.average(of: \.size) > 100.5 },
    article("attachments.@min.size < attachments.@max.size") {
      $0.attachments.minimum(of: \.size) < $0.attachments.maximum(of: \.size)
    },
    article("author.articles.@count > 1") { $0.author.articles.count > 1 },
    article("SUBQUERY(tags, $x, ANY $x.articles.name == \"a\").@count > 0") {
      $0.tags.any { $0.articles.any { $0.name == "a" } }
    },
    article(
      "SUBQUERY(tags, $x, SUBQUERY($x.articles, $y, $y.name == $x.name AND $y.views > views).@count > 0).@count > 0"
    ) { article in
      article.tags.any { tag in
        tag.articles.any { $0.name == tag.name && $0.views > article.views }
      }
    },
    article(
      "SUBQUERY(tags, $x, SUBQUERY(attachments, $y, $y.extension == $x.name).@count > 0).@count > 0"
    ) { article in
      article.tags.any { tag in article.attachments.any { $0.extension == tag.name } }
    },
    article("layout.columns == 2 AND layout.theme BEGINSWITH \"d\"") {
      $0.layout.columns == 2 && $0.layout.theme.beginsWith("d")
    },
    article("protocol == \"https\" AND draft == YES") {
      $0.protocol == "https" && $0.draft == true
    },
    employee("friends.@count > 0 AND ANY reports.salary > 2500") {
      $0.friends.count > 0 && $0.reports.any { $0.salary > 2500 }
    },
  ]

  @Test(arguments: values + texts + collections)
  func aConditionIsTheFormatThatAPersonWrites(_ one: ConditionCase) throws {
    let compiled = try one.compiled.get()
    let ours = try one.condition.request(in: compiled)
    let written = try one.format.request(in: compiled)
    #expect(ours.predicate == written.predicate)
    #expect(compiled.compile(ours).sql == compiled.compile(written).sql)
  }

  /// The parser makes the same nodes of the text that messages quote, at the same places.
  @Test(arguments: values + texts + collections)
  func theSyntaxOfAConditionIsThatOfItsText(_ one: ConditionCase) throws {
    let conditions = one.condition.conditions.compactMap { filter in
      if case .condition(let condition) = filter { condition } else { nil }
    }
    let syntax = ConditionSyntax(try #require(conditions.first))
    var diagnostics = Diagnostics()
    let read = PredicateParser.parse(
      SourceFile(path: "p", text: syntax.format), &diagnostics)
    #expect(read == syntax.predicate)
    #expect(read != nil)
  }

  /// A name that is no word of a format stands as an argument, each with a number of its own.
  @Test func namesThatAreNoWordsAreArguments() throws {
    func path(_ name: String) -> AttributePath<Int32> { AttributePath(.object, name) }
    let condition =
      path("two words") > 1 && path("in") == 2 && path("1st") == 3 && path("a-b") == path("é")
      && path("a1_Z") == 4 && path("") == 5
    let syntax = ConditionSyntax(condition)
    #expect(
      syntax.format
        == "%K > %@ AND #in == %@ AND %K == %@ AND %K == %K AND a1_Z == %@ AND %K == %@")
    #expect(
      syntax.arguments == [
        .value(.string("two words")), .value(.integer(1)), .value(.integer(2)),
        .value(.string("1st")), .value(.integer(3)), .value(.string("a-b")), .value(.string("é")),
        .value(.integer(4)), .value(.string("")), .value(.integer(5)),
      ])
    var diagnostics = Diagnostics()
    #expect(
      PredicateParser.parse(SourceFile(path: "p", text: syntax.format), &diagnostics)
        == syntax.predicate)
  }

  /// A word has ASCII letters, digits and `_`, and begins with no digit; any other key is an argument.
  @Test func onlyWordsAreWrittenIntoAFormat() {
    func isWord(_ key: String) -> Bool {
      let syntax = ConditionSyntax(AttributePath<Int32>(.object, key) == 1)
      #expect(
        syntax.arguments.first
          == (syntax.format == "%K == %@" ? .value(.string(key)) : .value(.integer(1))))
      return syntax.format == "\(key) == %@"
    }
    let digits = "0123456789"
    let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
    for byte in 0..<128 as Range<UInt8> {
      let character = Character(UnicodeScalar(byte))
      #expect(isWord("\(character)x") == letters.contains(character), "\(byte) first")
      #expect(isWord("x\(character)") == (letters + digits).contains(character), "\(byte) last")
      #expect(
        isWord("x\(character)x") == (letters + digits).contains(character), "\(byte) within")
    }
    for key in ["", "é", "xé", "ｘ", "x\u{301}"] { #expect(!isWord(key), "\(key)") }
  }

  /// Each node has its part of the text, which a message quotes.
  @Test func aMessageQuotesThePartThatIsWrong() throws {
    let compiled = try BubbleTea.model.compiled.get()
    let wrong = AttributePath<Int32>(.object, "note")
    let fetch = Venue.where { $0.specialCount > 1 && !($0.name == "b" || wrong > $0.specialCount) }
    let error = #expect(throws: StoreFailure.self) { try fetch.parts.request(in: compiled) }
    #expect(error?.description.contains("'note'") == true, "\(String(describing: error))")
    #expect(error?.description.contains("'specialCount'") == true)
  }

  @Test func severalConditionsAreOneFlatAnd() throws {
    let compiled = try BubbleTea.model.compiled.get()
    let ours = Venue.where { $0.name == "a" && $0.favorite == true }
      .where(format: "specialCount > %d", 2)
    let written = Venue.where(format: "name == 'a' AND favorite == YES AND specialCount > 2")
    #expect(
      try ours.parts.predicate(in: compiled) == written.parts.predicate(in: compiled))
  }

  @Test func aConditionFromOutsideKeepsItsObject() throws {
    let compiled = try Newsroom.model.compiled.get()
    let fetch = Article.where { article in
      let named = article.attachments.any { $0.extension == "a" && $0.size > 1 }
      return article.tags.any { $0.name == "b" && named }
    }
    #expect(throws: Never.self) { try fetch.parts.request(in: compiled) }
    #expect(
      try fetch.parts.predicate(in: compiled)
        == Article.where(
          format:
            "SUBQUERY(tags, $x, $x.name == 'b' AND SUBQUERY(attachments, $x_2, $x_2.extension == 'a' AND $x_2.size > 1).@count > 0).@count > 0"
        ).parts.predicate(in: compiled))
  }
}

@Suite struct RefusedConditionTests {
  private func failure<Entity: StoredEntity>(_ fetch: Fetch<Entity>) -> StoreFailure? {
    do {
      _ = try fetch.parts.request(in: Entity.Model.model.compiled.get())
      return nil
    } catch { return error }
  }

  @Test func whatTheCheckerSaysIsTheFailure() {
    let failure = failure(Venue.where(format: "nam == 'a'"))
    #expect(failure?.reason == .request)
    #expect(
      failure?.description == "no property 'nam' in entity 'Venue'; did you mean 'name'?")
  }

  @Test func aFormatWithoutItsArgumentsIsRefused() {
    #expect(failure(Venue.where(format: "name == %@"))?.reason == .request)
    #expect(failure(Venue.where(format: "name == $NAME"))?.reason == .request)
    #expect(failure(Venue.where(format: "name =="))?.reason == .request)
  }

  @Test func noValueIsInTheText() {
    let secret = "hunter2"
    for fetch in [
      Venue.where(format: "specialCount == %@", secret),
      Venue.where { $0.name.matches("hunter2(") },
    ] {
      let failure = failure(fetch)
      #expect(failure?.reason == .request)
      #expect(failure?.description.contains(secret) == false)
    }
  }

  @Test func deepAndLongConditionsNeverTrap() {
    var deep = Venue.Paths(.object).name == "a"
    for _ in 0..<50_000 { deep = !(deep && Condition.constant(true)) }
    #expect(failure(Venue.where { _ in deep })?.reason == .request)
    var mixed = Venue.Paths(.object).name == "a"
    for _ in 0..<50_000 { mixed = (mixed && .constant(true)) || .constant(false) }
    #expect(failure(Venue.where { _ in mixed })?.reason == .request)
    var long = Venue.Paths(.object).name == "a"
    for index in 0..<500 { long = long || Venue.Paths(.object).specialCount == Int32(index) }
    #expect(failure(Venue.where { _ in long }) == nil)
  }

  @Test func pathsThatWereMadeUpAreRefused() {
    for key in ["", "tags.name", "@count", "a b", "%@", "name\u{0}", "💥", "venues"] {
      let path = AttributePath<String>(.object, key)
      #expect(failure(VenueCategory.where { _ in path == "a" })?.reason == .request, "\(key)")
      #expect(failure(VenueCategory.all.sorted { _ in path })?.reason == .request, "\(key)")
    }
  }

  @Test func aPathOutlivesItsConditionOnlyAsAnError() {
    var escaped: GoldenNewsroom.Tag.Paths?
    _ = Article.where { article in
      article.tags.any { tag in
        escaped = tag
        return tag.name == "a"
      }
    }
    guard let escaped else {
      Issue.record("the condition was not asked for")
      return
    }
    #expect(failure(Article.where { _ in escaped.name == "a" })?.reason == .request)
  }

  @Test func negativeWindowsAreRefused() {
    #expect(failure(Venue.all.limit(-1))?.reason == .request)
    #expect(failure(Venue.all.offset(-1))?.reason == .request)
  }
}
