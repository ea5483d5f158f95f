import MomentumModel
import Testing

@testable import MomentumDiff

/// Every pair of attribute types, and what becomes of a value that is missing.
@Suite struct TypeChangeTests {
  private static let types: [(name: String, type: AttributeType)] = [
    ("i16", .integer16), ("i32", .integer32), ("i64", .integer64), ("dec", .decimal),
    ("dbl", .double), ("flt", .float), ("str", .string), ("boo", .boolean), ("dat", .date),
    ("bin", .binary), ("uid", .uuid), ("uri", .uri), ("tra", .transformable), ("obj", .objectID),
    ("und", .undefined), ("com", .composite(CompositeID(0))),
  ]

  /// A row is the old type, a column the new one: `=` the same, `w` wider, `n` narrower, `f` every integer is there,
  /// `r` rounded, `b` Boolean, `d` Decimal, `?` another number, `x` incompatible.
  private static let table = """
        i16 i32 i64 dec dbl flt str boo dat bin uid uri tra obj und com
    i16  =   w   w   d   f   f   x   b   x   x   x   x   x   x   x   x
    i32  n   =   w   d   f   r   x   b   x   x   x   x   x   x   x   x
    i64  n   n   =   d   r   r   x   b   x   x   x   x   x   x   x   x
    dec  d   d   d   =   d   d   x   d   x   x   x   x   x   x   x   x
    dbl  ?   ?   ?   d   =   ?   x   ?   x   x   x   x   x   x   x   x
    flt  ?   ?   ?   d   ?   =   x   ?   x   x   x   x   x   x   x   x
    str  x   x   x   x   x   x   =   x   x   x   x   x   x   x   x   x
    boo  b   b   b   d   ?   ?   x   =   x   x   x   x   x   x   x   x
    dat  x   x   x   x   x   x   x   x   =   x   x   x   x   x   x   x
    bin  x   x   x   x   x   x   x   x   x   =   x   x   x   x   x   x
    uid  x   x   x   x   x   x   x   x   x   x   =   x   x   x   x   x
    uri  x   x   x   x   x   x   x   x   x   x   x   =   x   x   x   x
    tra  x   x   x   x   x   x   x   x   x   x   x   x   =   x   x   x
    obj  x   x   x   x   x   x   x   x   x   x   x   x   x   =   x   x
    und  x   x   x   x   x   x   x   x   x   x   x   x   x   x   =   x
    com  x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   =
    """

  private func letter(_ change: AttributeTypeChange) -> String {
    switch change {
    case .none: "="
    case .widened: "w"
    case .narrowed: "n"
    case .floating: "f"
    case .rounded: "r"
    case .boolean: "b"
    case .decimal: "d"
    case .numeric: "?"
    case .incompatible: "x"
    }
  }

  @Test func everyPairOfTypesIsAsTheTableSays() {
    let rows = Self.table.split(separator: "\n").dropFirst().map { line in
      line.split(separator: " ").map(String.init)
    }
    #expect(rows.count == Self.types.count)
    for (row, old) in zip(rows, Self.types) {
      for (expected, new) in zip(row.dropFirst(), Self.types) {
        let change = AttributeTypeChange(old.type, new.type)
        #expect(letter(change) == expected, "\(old.name) to \(new.name)")
        #expect((change.rule == nil) == (expected == "="), "\(old.name) to \(new.name)")
      }
    }
  }

  @Test func aFloatingNumberHasEveryIntegerUpToAPowerOfTwo() {
    #expect(AttributeTypeChange(.integer32, .float) == .rounded(above: 16_777_216))
    #expect(AttributeTypeChange(.integer64, .float) == .rounded(above: 16_777_216))
    #expect(AttributeTypeChange(.integer64, .double) == .rounded(above: 9_007_199_254_740_992))
  }

  private static let integers: [AttributeType] = [.integer16, .integer32, .integer64]

  @Test func integersAreThreeTypes() {
    for (_, type) in Self.types { #expect(type.isInteger == Self.integers.contains(type)) }
  }

  /// Columns: optional, default, derived; then the result and the rule of an added attribute, of an added element of a
  /// composite that is new as a whole and of one that is not, and of an attribute that became required.
  private static let missing:
    [(Bool, AttributeValue?, String?, String, String, String, String, String)] =
      [
        (
          true, nil, nil, "null", "attribute-added", "composite-added", "composite-changed",
          "refused attribute-made-required"
        ),
        (
          true, .integer(3), nil, "3", "attribute-added-default", "composite-added",
          "composite-changed", "3 attribute-made-required-default"
        ),
        (
          false, nil, nil, "refused", "attribute-added-required", "composite-added-required",
          "composite-member-added-required", "refused attribute-made-required"
        ),
        (
          false, .string("x"), nil, "'x'", "attribute-added-required-default", "composite-added",
          "composite-changed", "'x' attribute-made-required-default"
        ),
        (
          false, nil, "now()", "null", "attribute-added", "composite-added", "composite-changed",
          "refused attribute-made-required"
        ),
      ]

  private func text(_ result: MissingValueDecision.Result) -> String {
    switch result {
    case .null: "null"
    case .refused: "refused"
    case .computedDefault: "computed"
    case .value(let value): value.text
    }
  }

  /// Swift source may work a default out, which is then not known.
  @Test func aDefaultThatIsWorkedOutIsADefault() {
    var attribute = Attribute(name: "a", type: .uuid)
    attribute.hasComputedDefault = true
    let added = MissingValueDecision(added: attribute)
    #expect(added.result == .computedDefault)
    #expect(added.rule == .attributeAddedRequiredWithDefault)
    let required = MissingValueDecision(madeRequired: attribute)
    #expect(required.result == .computedDefault)
    #expect(required.rule == .attributeMadeRequiredWithDefault)
  }

  @Test func aMissingValueIsNullTheDefaultOrRefused() {
    for row in Self.missing {
      let attribute = Attribute(
        name: "a", type: .integer16, isOptional: row.0, defaultValue: row.1, derivation: row.2)
      let added = MissingValueDecision(added: attribute)
      #expect(text(added.result) == row.3 && added.rule.id == "migration." + row.4)
      for (isWhole, rule) in [(true, row.5), (false, row.6)] {
        let decision = MissingValueDecision(addedElement: attribute, isWholeAdded: isWhole)
        #expect(text(decision.result) == row.3 && decision.rule.id == "migration." + rule)
      }
      let required = MissingValueDecision(madeRequired: attribute)
      #expect(
        "\(text(required.result)) \(required.rule.id)".replacing("migration.", with: "") == row.7)
    }
  }
}
