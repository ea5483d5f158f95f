package import MomentumDiagnostics
package import MomentumModel
import MomentumPredicate
package import MomentumSwiftSource

/// The predicates, expressions and fetch descriptors of Swift files, compiled against a model.
///
///     let found = SwiftPredicates(files, model: model)
///     for request in found.requests { print(request.predicateText ?? "") }
package struct SwiftPredicates: Sendable {
  /// The requests in the order of the files, and in each file in the order of their positions.
  package let requests: [SwiftRequest]

  /// - Parameter files: The files to look for predicates in.
  /// - Parameter sources: Further files, which have the model classes: only a declaration tells a
  ///   computed property or a constant from others.
  package init(_ files: [SwiftFile], sources: [SwiftFile] = [], model: ObjectModel) {
    let classes = SwiftClasses(files + sources)
    requests = files.flatMap { file in
      var compiler = RequestReader(file: file, model: model, classes: classes)
      return RequestFinder.find(in: file).map { compiler.read($0) }
    }
  }

  package init(_ files: [SourceFile], sources: [SourceFile] = [], model: ObjectModel) {
    self.init(files.map { SwiftFile($0) }, sources: sources.map { SwiftFile($0) }, model: model)
  }

  /// The findings about the predicates in the sources of a model: for `momentum check`.
  ///
  /// A class that is not in the model is left out: sources of an app may have several schemas.
  package static func check(_ files: [SourceFile], _ model: ObjectModel) -> Diagnostics {
    var result = Diagnostics()
    for request in SwiftPredicates(files, model: model).requests {
      for diagnostic in request.diagnostics.all where !isAboutClass(diagnostic) {
        result.report(diagnostic)
      }
    }
    return result
  }

  private static func isAboutClass(_ diagnostic: Diagnostic) -> Bool {
    [SwiftPredicateMessage.unknownClassRule.id, SwiftPredicateMessage.noClassRule.id]
      .contains(diagnostic.id)
  }
}

/// Compiles the requests that were found in one file.
private struct RequestReader {
  let file: SwiftFile
  let model: ObjectModel
  let classes: SwiftClasses
  /// Predicates whose findings were reported, by the index of the first token of their closure: a
  /// descriptor may use the predicate of a variable, which is compiled twice.
  private var reported: Set<Int> = []

  init(file: SwiftFile, model: ObjectModel, classes: SwiftClasses) {
    self.file = file
    self.model = model
    self.classes = classes
  }

  mutating func read(_ found: FoundRequest) -> SwiftRequest {
    let location = file.tokens.location(found.tokens)
    var request = SwiftRequest(found.kind, at: location)
    request.hasPredicate = found.closure != nil || found.predicateName != nil
    guard let type = found.className else {
      request.diagnostics.report(
        SwiftPredicateMessage.noClass(found.kind.rawValue), at: location)
      return request
    }
    let name = type.name?.split(separator: ".").last.map(String.init) ?? type.description
    request.className = type.description
    guard let entity = model.entity(named: name) else {
      reportUnknown(name, found, &request)
      return request
    }
    request.entity = entity
    readClosure(found, entity, &request)
    readSorts(found, entity, &request)
    return request
  }

  private func reportUnknown(
    _ name: String, _ found: FoundRequest, _ request: inout SwiftRequest
  ) {
    if RequestContext(file).isGenericParameter(name, at: found.tokens.lowerBound) {
      request.diagnostics.report(
        SwiftPredicateMessage.genericRoot(name), at: request.location)
      return
    }
    let near = nearName(to: name, among: model.entities.map(\.name))
    request.diagnostics.report(
      SwiftPredicateMessage.unknownClass(name, near: near), at: request.location)
  }

  // MARK: - Closures

  private mutating func readClosure(
    _ found: FoundRequest, _ entity: EntityID, _ request: inout SwiftRequest
  ) {
    guard let closure = found.closure else {
      if let name = found.predicateName {
        request.diagnostics.report(
          SwiftPredicateMessage.unsupported("'\(name)', which is made elsewhere,"),
          at: request.location)
      }
      return
    }
    var compiler = ClosureCompiler(tokens: file.tokens, model: model, classes: classes)
    let term = compiler.compile(closure, entity: entity)
    if found.kind == .expression {
      request.expression = term.flatMap { compiler.value($0) }
    } else {
      request.predicate = term.flatMap { compiler.condition($0) }
    }
    var findings = compiler.diagnostics
    check(&request, entity, &findings)
    // Two requests may share a predicate: report its findings once.
    if reported.insert(closure.body.lowerBound).inserted {
      request.diagnostics.append(contentsOf: findings)
    }
  }

  /// Checks the syntax against the model and sets the typed form. The checker's messages are about
  /// formats of NSPredicate, so its errors are reported together with the compiled format; of its
  /// warnings only those about the store are kept.
  private func check(
    _ request: inout SwiftRequest, _ entity: EntityID, _ findings: inout Diagnostics
  ) {
    var found = Diagnostics()
    let text: String
    if let predicate = request.predicate {
      request.typedPredicate = PredicateChecker.check(
        predicate, source: file.source, entity: entity, model: model, &found)
      text = PredicatePrinter.print(predicate)
    } else if let expression = request.expression {
      let typed = PredicateChecker.checkExpression(
        expression, source: file.source, entity: entity, model: model, allowsRowAggregates: false,
        &found)
      request.typedExpression = typed?.0
      request.expressionType = typed?.1
      text = PredicatePrinter.print(expression)
    } else {
      return
    }
    for diagnostic in found.all where diagnostic.severity == .error {
      findings.report(
        SwiftPredicateMessage.notCompiled(diagnostic.text, predicate: text),
        at: diagnostic.location)
    }
    for diagnostic in found.all where isAboutStore(diagnostic, findings) {
      var plain = diagnostic
      plain.fixIts = []
      findings.report(plain)
    }
  }

  /// Whether a warning says that Core Data's store refuses the predicate, and no finding says so
  /// yet. A TERNARY on the left of IN, "(bad LHS)", has a finding of the compiler already.
  private func isAboutStore(_ diagnostic: Diagnostic, _ findings: Diagnostics) -> Bool {
    diagnostic.id == "predicate.store-refuses" && !diagnostic.text.contains("(bad LHS)")
      && !findings.all.contains(diagnostic)
      && !findings.all.contains {
        $0.id == SwiftPredicateMessage.integerDivisionRule.id && $0.location == diagnostic.location
      }
  }

  // MARK: - Descriptors

  private func readSorts(
    _ found: FoundRequest, _ entity: EntityID, _ request: inout SwiftRequest
  ) {
    var reader = SortReader(tokens: file.tokens, model: model, classes: classes, entity: entity)
    if let sort = found.sort { request.sorts = reader.sorts(sort, order: found.order) }
    if let fetched = found.propertiesToFetch {
      request.propertiesToFetch = reader.properties(fetched)
    }
    if let prefetched = found.prefetched {
      request.prefetchedRelationships = reader.relationships(prefetched)
    }
    request.limit = found.limit.flatMap { integer($0) }
    request.offset = found.offset.flatMap { integer($0) }
    if case .boolean(let value)? = found.pendingChanges?.unparenthesized.kind {
      request.includesPendingChanges = value
    }
    request.diagnostics.append(contentsOf: reader.diagnostics)
  }

  /// The value of an integer literal; `nil` for a limit that is computed when the program runs.
  private func integer(_ expression: SwiftExpression) -> Int? {
    guard case .integer(let text) = expression.unparenthesized.kind else { return nil }
    return SwiftLiteral.integer(text).flatMap { Int(exactly: $0) }
  }
}
