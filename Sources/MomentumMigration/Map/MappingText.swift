import MomentumDiagnostics
import MomentumPredicate

// The expressions that Xcode's compiler of mapping models writes, in the predicate format.
//
// Source: one compiled mapping model and the file that it was compiled from (observed).

enum MappingText {
  static let fetchSelector = "fetchRequestForSourceEntityNamed:predicateString:"
  static let mappingSelector = "destinationInstancesForEntityMappingNamed:sourceInstances:"
  /// The method that finds new objects by a relationship of the source (observed in compiled
  /// mapping models; no public header declares it).
  static let relationshipSelector =
    "destinationInstancesForSourceRelationshipNamed:sourceInstances:"

  /// The expression for a key path from the source: `$source.name`.
  static func source(_ path: String) -> String { "$source.\(path)" }

  /// The expression that fetches an entity's source objects:
  ///
  /// `FETCH(FUNCTION($manager, "fetchRequest…", "Car", "TRUEPREDICATE"), $manager.source…, NO)`
  static func fetch(entity: String, filter: String?) -> String {
    let request =
      "FUNCTION($manager, \(quoted(fetchSelector)), \(quoted(entity)), "
      + "\(quoted(filter ?? "TRUEPREDICATE")))"
    return "FETCH(\(request), $manager.sourceContext, NO)"
  }

  /// The expression that finds the objects which one entity mapping makes:
  ///
  /// `FUNCTION($manager, "destinationInstancesForEntityMappingNamed:…", "AToA", $source.owner)`
  static func destinations(mapping: String, source: String) -> String {
    "FUNCTION($manager, \(quoted(mappingSelector)), \(quoted(mapping)), \(source))"
  }

  /// The expression that finds the objects made from a relationship's objects:
  ///
  /// `FUNCTION($manager, "destinationInstancesForSourceRelationshipNamed:…", "cars", $source.cars)`
  static func destinations(relationship: String, source: String) -> String {
    "FUNCTION($manager, \(quoted(relationshipSelector)), \(quoted(relationship)), \(source))"
  }

  private static func quoted(_ text: String) -> String {
    PredicatePrinter.print(ExpressionSyntax(.literal(.string(text)), SourceRange(0, 0)))
  }
}
