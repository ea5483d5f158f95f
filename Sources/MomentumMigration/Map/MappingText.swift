import MomentumDiagnostics
import MomentumPredicate

// The expressions that a compiler of mapping models writes, as format texts.
//
// Source: observed in one compiled mapping model and the file it was made of.

enum MappingText {
  static let fetchSelector = "fetchRequestForSourceEntityNamed:predicateString:"
  static let mappingSelector = "destinationInstancesForEntityMappingNamed:sourceInstances:"
  /// Not in a public header.
  static let relationshipSelector =
    "destinationInstancesForSourceRelationshipNamed:sourceInstances:"

  /// `$source.name`
  static func source(_ path: String) -> String { "$source.\(path)" }

  /// `FETCH(FUNCTION($manager, "fetchRequest…", "Car", "TRUEPREDICATE"), $manager.sourceContext, NO)`
  static func fetch(entity: String, filter: String?) -> String {
    let request =
      "FUNCTION($manager, \(quoted(fetchSelector)), \(quoted(entity)), "
      + "\(quoted(filter ?? "TRUEPREDICATE")))"
    return "FETCH(\(request), $manager.sourceContext, NO)"
  }

  /// `FUNCTION($manager, "destinationInstancesForEntityMappingNamed:…", "PersonToPerson", $source.owner)`
  static func destinations(mapping: String, source: String) -> String {
    "FUNCTION($manager, \(quoted(mappingSelector)), \(quoted(mapping)), \(source))"
  }

  /// `FUNCTION($manager, "destinationInstancesForSourceRelationshipNamed:…", "cars", $source.cars)`
  static func destinations(relationship: String, source: String) -> String {
    "FUNCTION($manager, \(quoted(relationshipSelector)), \(quoted(relationship)), \(source))"
  }

  private static func quoted(_ text: String) -> String {
    PredicatePrinter.print(ExpressionSyntax(.literal(.string(text)), SourceRange(0, 0)))
  }
}
