import MomentumEvaluation
import Testing

/// What a program sees that filters values in memory.
@Suite struct ValuePredicateTests {
  private struct Book: EvaluatedObject {
    var number: Int64
    var title: String

    var identity: ObjectIdentity { ObjectIdentity(kind: "Book", number: number) }

    func value(forKey key: String) throws(UnknownKey) -> PredicateValue {
      guard key == "title" else { throw UnknownKey(key) }
      return .string(title)
    }
  }

  private let event = PredicateValue.dictionary(
    PredicateDictionary([(.string("kind"), .string("click")), (.string("count"), .integer(3))]))

  @Test(arguments: [
    ("kind == %@ AND count > 2", "click", true), ("kind == %@ AND count > 3", "click", false),
    ("kind == %@", "drag", false), ("kind BEGINSWITH[c] %@", "CL", true),
  ])
  func argumentsAreInTheOrderOfTheFormat(_ format: String, _ kind: String, _ isFound: Bool) throws {
    var predicate = try ValuePredicate(format: format, [.string(kind)])
    #expect(try predicate.matches(event) == isFound)
  }

  @Test func variablesAreFoundByTheirNames() throws {
    var predicate = try ValuePredicate(
      format: "count BETWEEN {$LEAST, $MOST}",
      variables: ["LEAST": .integer(1), "MOST": .integer(3)])
    #expect(try predicate.matches(event))
  }

  @Test func objectsGiveValuesForKeys() throws {
    var predicate = try ValuePredicate(format: "title LIKE 'M*'")
    #expect(try predicate.matches(.object(Book(number: 1, title: "Moby-Dick"))))
    #expect(try !predicate.matches(.object(Book(number: 2, title: "Emma"))))
  }

  @Test func anUnknownKeyIsAnError() throws {
    var predicate = try ValuePredicate(format: "author == 'x'")
    #expect(throws: EvaluationError.self) {
      try predicate.matches(.object(Book(number: 1, title: "Emma")))
    }
  }

  @Test func aFormatWithErrorsIsRefusedWithItsPlace() {
    let error = #expect(throws: PredicateFormatError.self) { try ValuePredicate(format: "count >") }
    #expect(
      error?.description.hasPrefix("format:1:8: error:") == true, "\(error?.description ?? "")")
  }
}
