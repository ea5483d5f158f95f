import MomentumDiagnostics
import MomentumPredicate

// The expressions that Xcode's compiler of mapping models writes, in the predicate format.
//
// Source: one compiled mapping model and the file that it was compiled from (observed).

enum MappingText {
  static let fetchSelector = "fetchRequestForSourceEntityNamed:predicateString:"
  static let mappingSelector = "destinationInstancesForEntityMappingNamed:sourceInstances:"
  /// Observed in compiled mapping models; no public header declares this method.
  static let relationshipSelector =
    "destinationInstancesForSourceRelationshipNamed:sourceInstances:"

  /// `$source.name`
  static func source(_ path: String) -> String { "$source.\(path)" }

  /// `FETCH(FUNCTION($manager, "fetchRequest…", "Car", "TRUEPREDICATE"), $manager.source…, NO)`
  static func fetch(entity: String, filter: String?) -> String {
    let request =
      "FUNCTION($manager, \(quoted(fetchSelector)), \(quoted(entity)), "
      + "\(quoted(filter ?? "TRUEPREDICATE")))"
    return "FETCH(\(request), $manager.sourceContext, NO)"
  }

  /// `FUNCTION($manager, "destinationInstancesForEntityMappingNamed:…", "AToA", $source.owner)`
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
