package import MomentumDiagnostics
package import MomentumModel
package import MomentumPredicate

/// A `#Predicate`, `#Expression`, `FetchDescriptor` or `@Query` of a Swift file, compiled against a model.
///
///     for request in SwiftPredicates(files, model: model).requests {
///       print(request.location.line, request.predicateText ?? "")
///     }
package struct SwiftRequest: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case predicate = "#Predicate"
    case expression = "#Expression"
    case descriptor = "FetchDescriptor"
    case query = "@Query"
  }

  /// A `SortDescriptor` of a request.
  package struct Sort: Sendable, Hashable {
    package var path: TypedKeyPath
    package var isAscending: Bool
    package var comparison: SortComparison
  }

  package var kind: Kind
  /// Where the request begins in its file.
  package var location: SourceLocation
  /// The name of the class as the file writes it; `nil` if the file does not say it.
  package var className: String?
  package var entity: EntityID?
  /// Whether the request has a predicate, which may be one that cannot be compiled.
  package var hasPredicate = false
  package var predicate: PredicateSyntax?
  package var typedPredicate: TypedPredicate?
  package var expression: ExpressionSyntax?
  package var typedExpression: TypedExpression?
  package var expressionType: PredicateType?
  package var sorts: [Sort] = []
  package var limit: Int?
  package var offset: Int?
  /// The descriptor's `includePendingChanges`. It says whether unsaved objects are found too, so the
  /// SQL is the same with both values.
  package var includesPendingChanges = true
  package var propertiesToFetch: [TypedKeyPath] = []
  package var prefetchedRelationships: [[RelationshipID]] = []
  package var diagnostics = Diagnostics()

  package init(_ kind: Kind, at location: SourceLocation) {
    self.kind = kind
    self.location = location
  }

  /// The predicate in the language of NSPredicate: `author.name == $name`.
  package var predicateText: String? { predicate.map { PredicatePrinter.print($0) } }

  package var expressionText: String? { expression.map { PredicatePrinter.print($0) } }

  /// Whether every part of the request could be compiled.
  package var isCompiled: Bool {
    switch kind {
    case .expression: typedExpression != nil
    case .predicate: typedPredicate != nil
    case .descriptor, .query: entity != nil && (!hasPredicate || typedPredicate != nil)
    }
  }
}
