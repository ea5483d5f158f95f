package import MomentumDiagnostics
package import MomentumModel

/// A stored fetch request with its predicate checked.
package struct CheckedStoredRequest: Sendable, Hashable {
  package var request: StoredFetchRequest
  /// `nil` where the request has none, and where it has errors.
  package var predicate: TypedPredicate?
  /// Whether the predicate could be used; a request without one can.
  package var isUsable: Bool
  /// What the check had to say about the predicate, at its places in the model. Who runs the request by its
  /// name reports them again, since a model's own findings are not shown there.
  package var findings = Diagnostics()
}

/// Parses and checks the predicates that a model stores, with findings at their place in the model.
package enum StoredRequestChecker {
  /// The stored fetch requests in declared order. Predicates of partial indexes are checked too; those of
  /// fetched properties are parsed only, because their variables are known at run time.
  /// `isRegularExpression` tells whether ICU reads a pattern; without it patterns are not looked at.
  package static func check(
    _ syntax: ModelSyntax, _ model: ObjectModel,
    isRegularExpression: ((String) -> Bool)? = nil, _ diagnostics: inout Diagnostics
  ) -> [CheckedStoredRequest] {
    for embedded in syntax.embeddedTexts {
      switch embedded.owner {
      case .fetchedProperty: _ = parse(embedded.text, &diagnostics)
      case .fetchIndex:
        if let entity = model.entity(named: embedded.entityName) {
          _ = check(embedded.text, entity, model, isRegularExpression, &diagnostics)
        }
      // Requests are checked below; expressions are looked at in a review.
      case .fetchRequest, .fetchIndexElement, .derivation: break
      }
    }
    let written = syntax.fetchRequestsByName
    return model.fetchRequests.map { request in
      guard let text = written[request.name].flatMap(syntax.predicate(of:)),
        request.predicateFormat != nil
      else {
        return CheckedStoredRequest(request: request, predicate: nil, isUsable: true)
      }
      var findings = Diagnostics()
      let predicate = check(text, request.entity, model, isRegularExpression, &findings)
      diagnostics.append(contentsOf: findings)
      return CheckedStoredRequest(
        request: request, predicate: predicate, isUsable: predicate != nil, findings: findings)
    }
  }

  private static func check(
    _ text: EmbeddedText, _ entity: EntityID, _ model: ObjectModel,
    _ isRegularExpression: ((String) -> Bool)?, _ diagnostics: inout Diagnostics
  ) -> TypedPredicate? {
    guard let parsed = parse(text, &diagnostics) else { return nil }
    var findings = Diagnostics()
    let predicate = PredicateChecker.checkStored(
      parsed, source: source(of: text), entity: entity, model: model,
      isRegularExpression: isRegularExpression, &findings)
    append(findings, in: text, to: &diagnostics)
    return predicate
  }

  private static func parse(
    _ text: EmbeddedText, _ diagnostics: inout Diagnostics
  ) -> PredicateSyntax? {
    var findings = Diagnostics()
    let syntax = PredicateParser.parse(source(of: text), &findings)
    append(findings, in: text, to: &diagnostics)
    return syntax
  }

  private static func source(of text: EmbeddedText) -> SourceFile {
    SourceFile(path: text.file.path, text: text.text)
  }

  private static func append(
    _ findings: Diagnostics, in text: EmbeddedText, to diagnostics: inout Diagnostics
  ) {
    for finding in findings.all {
      diagnostics.report(finding.relocated(from: text))
    }
  }
}
