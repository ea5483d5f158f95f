import MomentumPredicate
import Testing

@testable import MomentumMigration

/// Value expressions of mapping models: which are carried out, and in which words others are refused.
@Suite struct MappingExpressionTests {
  private static let named = "destinationInstancesForEntityMappingNamed:sourceInstances:"
  private static let related = "destinationInstancesForSourceRelationshipNamed:sourceInstances:"

  static let carriedOut: [(String, MappingExpression)] = [
    ("nil", .constant(.null)), ("0", .constant(.integer(0))), ("YES", .constant(.integer(1))),
    ("-3", .constant(.integer(-3))), ("1.5", .constant(.double(1.5))),
    ("'Unknown'", .constant(.string("Unknown"))), ("\"\"", .constant(.string(""))),
    ("now()", .now), ("$source", .source([])), ("$source.name", .source(["name"])),
    ("$source.owner.name", .source(["owner", "name"])),
    // Links of several paths are joined anyway, so these operators change nothing.
    ("$source.cars.@distinctUnionOfObjects.owner", .source(["cars", "owner"])),
    ("$source.cars.@unionOfObjects.owner", .source(["cars", "owner"])),
    ("$source.cars.@distinctUnionOfSets.owners", .source(["cars", "owners"])),
    ("$source.cars.@unionOfSets.owners", .source(["cars", "owners"])),
    ("$source.cars.@distinctUnionOfArrays.owners", .source(["cars", "owners"])),
    ("$source.cars.@unionOfArrays.owners", .source(["cars", "owners"])),
    ("$source.@unionOfObjects.a.@unionOfSets.b", .source(["a", "b"])),
    ("$manager", .variable("manager")), ("$destination", .variable("destination")),
    ("$entityMapping", .variable("entityMapping")),
    ("$propertyMapping", .variable("propertyMapping")),
    ("$entityPolicy", .variable("entityPolicy")),
    (
      "FUNCTION($manager, '\(named)', 'CarToCar', $source.cars)",
      .destinations(mapping: "CarToCar", source: ["cars"])
    ),
    (
      "FUNCTION($manager, '\(named)', 'CarToCar', $source)",
      .destinations(mapping: "CarToCar", source: [])
    ),
    (
      "FUNCTION($manager, '\(related)', 'cars', $source.cars)",
      .destinationsOfRelationship("cars", source: ["cars"])
    ),
    ("FUNCTION($entityPolicy, 'make')", .policy(selector: "make", [])),
    (
      "FUNCTION($entityPolicy, 'join:with:', $source.name, 'x')",
      .policy(selector: "join:with:", [.source(["name"]), .constant(.string("x"))])
    ),
    (
      "FUNCTION($entityPolicy, 'a:', FUNCTION($entityPolicy, 'b:', now()))",
      .policy(selector: "a:", [.policy(selector: "b:", [.now])])
    ),
  ]

  @Test(arguments: carriedOut)
  func whatIsCarriedOut(_ text: String, _ expected: MappingExpression) throws {
    #expect(try MappingExpression.parse(text) == expected)
  }

  static let refused: [(String, String)] = [
    ("$source.cars.@count", "the operator '@count'"),
    ("$source.cars.@sum.price", "the operator '@sum'"),
    ("$source.cars.@min.price", "the operator '@min'"),
    ("$source.cars.@unionOfObjects.a.@max.b", "the operator '@max'"),
    ("$destination.name", "a key path of '$destination'"),
    ("$manager.name", "a key path of '$manager'"),
    ("$other", "a mapping model has no variable '$other'"),
    ("$Source", "a mapping model has no variable '$Source'"),
    ("name", "a key path that does not begin with '$source'"),
    ("SELF", "a key path that does not begin with '$source'"),
    ("SELF.name", "a key path that does not begin with '$source'"),
    ("random()", "the function 'random'"), ("TERNARY(1 > 2, 3, 4)", "TERNARY"),
    ("1 + $source.price", "arithmetic"), ("{1, 2}", "a list"),
    ("CAST($source.price, 'NSDate')", "CAST"), ("$source.cars[0]", "an index"),
    ("SUBQUERY($source.cars, $x, $x.a == 1)", "SUBQUERY"),
    ("FUNCTION($source, 'a:', 1)", "the method 'a:' of '$source'"),
    ("FUNCTION($destination, 'a')", "the method 'a' of '$destination'"),
    (
      "FUNCTION($manager, 'other:', 'CarToCar', $source)",
      "the method 'other:' of '$manager' with these arguments"
    ),
    (
      "FUNCTION($manager, '\(named)', 'CarToCar')",
      "the method '\(named)' of '$manager' with these arguments"
    ),
    (
      "FUNCTION($manager, '\(named)', 'CarToCar', $source, 1)",
      "the method '\(named)' of '$manager' with these arguments"
    ),
    (
      "FUNCTION($manager, '\(named)', 3, $source)",
      "the method '\(named)' of '$manager' with these arguments"
    ),
    (
      "FUNCTION($manager, '\(related)', 'cars', 'x')",
      "the method '\(related)' of '$manager' with these arguments"
    ),
    ("FUNCTION($entityPolicy, 'a:', SELF)", "a key path that does not begin with '$source'"),
    ("<an unknown class>", "an unknown class"), ("<", ""),
    ("ANYKEY", "ANYKEY"), ("%@", "an argument of a format"),
    ("$source.(1 + 2)", "a key that is computed"),
    ("$source.$other", "a key that is computed"), ("$source.%K", "a key that is computed"),
    ("$source UNION $source", "an operation on sets"), ("$x := 1", "an assignment"),
    ("FETCH('a', nil, NO)", "FETCH"),
    ("FUNCTION('x', 'a:', 1)", "a function of something other than a variable"),
    ("FUNCTION($manager, $source)", "a function of something other than a variable"),
    ("{$source}.name", "a key path of something other than '$source'"),
    ("SUBQUERY($source.cars, $x, $x.a == 1).name", "a key path of something other than '$source'"),
  ]

  @Test(arguments: refused) func whatIsRefusedAndWhy(_ text: String, _ reason: String) {
    #expect(throws: MappingExpression.Refusal(reason: reason)) {
      try MappingExpression.parse(text)
    }
  }
}
