package import MomentumDiagnostics
package import MomentumModel

/// A stored fetch request whose predicate was checked.
package struct CheckedStoredRequest: Sendable, Hashable {
  package var request: StoredFetchRequest
  /// The typed predicate; `nil` if the request has no predicate, or its predicate has errors.
  package var predicate: TypedPredicate?
  /// Whether the request can run: its predicate has no errors, or it has none.
  package var isUsable: Bool
  /// The findings about the predicate, at their places in the model. A command that runs the
  /// request by name reports them, because it does not show the other findings of a model.
  package var findings = Diagnostics()
}

/// Parses and checks the predicates that a model contains. Findings have their place in the model.
package enum StoredRequestChecker {
  /// Returns the stored fetch requests in declared order.
  ///
  /// Predicates of partial indexes are checked too. Predicates of fetched properties are only
  /// parsed, because the values of their variables are not known before run time.
  ///
  /// - Parameter isRegularExpression: Whether ICU can read a pattern. Without it, patterns of
  ///   MATCHES are not checked.
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
      // Predicates of requests are checked below, and expressions are checked by the review of the
      // model.
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
    let syntax = PredicateParser.parse(source(of: text), isChecked: true, &findings)
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
