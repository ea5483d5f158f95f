import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumQuery

/// Resolves the texts of a fetch request against a model, part by part, and reports the errors of
/// each part.
struct RequestCompiler {
  let model: ObjectModel
  let text: RequestInput
  /// The stored requests that `FETCH("name", …)` can name, by name.
  let storedFetches: [String: TypedFetch]
  var request: FetchRequest
  var diagnostics = Diagnostics()
  /// The selections in order; sort keys and the predicate of groups refer to them by name.
  var selections: [Selection] = []
  /// The names of selections with errors. Texts that use these names are not checked, because a
  /// second message would only repeat the first error.
  var unreadNames: Set<String> = []

  /// Compiles a request; returns `nil` after an error.
  static func compile(
    _ text: RequestInput, in compiled: CompiledModel, bindsVariables: Bool,
    _ diagnostics: inout Diagnostics
  ) -> FetchRequest? {
    guard var request = base(text, in: compiled, &diagnostics) else { return nil }
    let model = compiled.model
    if bindsVariables {
      let values = text.variables.map { (name: $0.name, value: PredicateArgument.text($0.value)) }
      guard request.substitute(values, model: model, &diagnostics) else { return nil }
    }
    var compiler = RequestCompiler(
      model: model, text: text, storedFetches: compiled.storedFetches, request: request)
    compiler.resolve()
    diagnostics.append(contentsOf: compiler.diagnostics)
    return compiler.diagnostics.hasErrors ? nil : compiler.request
  }

  private init(
    model: ObjectModel, text: RequestInput, storedFetches: [String: TypedFetch],
    request: FetchRequest
  ) {
    self.model = model
    self.storedFetches = storedFetches
    self.text = text
    self.request = request
  }

  private mutating func resolve() {
    resolveResultType()
    resolveWindow()
    resolveSelections()
    resolveGrouping()
    resolveHaving()
    resolveSortKeys()
    resolvePrefetching()
    dropOptionsWithoutMeaning()
  }

  mutating func report(
    _ message: RequestMessage, at location: SourceLocation? = nil, notes: [Diagnostic.Note] = [],
    fixIts: [Diagnostic.FixIt] = []
  ) {
    diagnostics.report(message, at: location, notes: notes, fixIts: fixIts)
  }

  // MARK: - Entity and predicate

  private static func base(
    _ text: RequestInput, in compiled: CompiledModel, _ diagnostics: inout Diagnostics
  ) -> FetchRequest? {
    if let name = text.storedRequest {
      return storedRequest(name, text, in: compiled, &diagnostics)
    }
    guard let name = text.entity else {
      diagnostics.report(RequestMessage.noEntity)
      return nil
    }
    let model = compiled.model
    guard let entity = model.entity(named: name) else {
      let names = model.entities.map(\.name)
      diagnostics.report(
        RequestMessage.unknownEntity(name, near: nearName(to: name, among: names)))
      return nil
    }
    guard let format = text.predicate else { return FetchRequest(entity: entity) }
    let source = SourceFile(path: "<predicate>", text: format)
    guard let syntax = PredicateParser.parse(source, isChecked: true, &diagnostics),
      let predicate = PredicateChecker.check(
        syntax, source: source, entity: entity, model: model,
        arguments: text.arguments.map { .text($0) }, storedRequests: compiled.storedFetches,
        isRegularExpression: PatternSyntax.isRegularExpression, &diagnostics)
    else { return nil }
    return FetchRequest(entity: entity, predicate: predicate)
  }

  /// A copy of a stored request, changed by the other options. An entity or a predicate is refused:
  /// the stored request has its own.
  private static func storedRequest(
    _ name: String, _ text: RequestInput, in compiled: CompiledModel,
    _ diagnostics: inout Diagnostics
  ) -> FetchRequest? {
    guard text.entity == nil, text.predicate == nil else {
      diagnostics.report(RequestMessage.immutable(name))
      return nil
    }
    do throws(StoredRequestError) {
      let request = try compiled.fetchRequestTemplate(forName: name).copy()
      reportRefusals(ofRequest: name, in: compiled, &diagnostics)
      return request
    } catch {
      switch error {
      case .immutable(let name): diagnostics.report(RequestMessage.immutable(name))
      case .unknown(let name, let near):
        diagnostics.report(RequestMessage.unknownStoredRequest(name, near: near))
      case .unusable(let name): diagnostics.report(RequestMessage.unusableStoredRequest(name))
      case .substitution(_, let findings): diagnostics.append(contentsOf: findings)
      }
      return nil
    }
  }

  /// Reports the parts of a stored request's predicate that Core Data's store refuses. Otherwise
  /// `--strict-core-data` would accept a request that raises an exception in the app.
  private static func reportRefusals(
    ofRequest name: String, in compiled: CompiledModel, _ diagnostics: inout Diagnostics
  ) {
    let stored = compiled.storedRequests.first { $0.request.name == name }
    for finding in stored?.findings.all ?? []
    where CheckConfiguration.coreDataRefusals.contains(finding.id) {
      diagnostics.report(finding)
    }
  }

  // MARK: - Result type and window

  private mutating func resolveResultType() {
    switch text.result {
    case .objects: request.resultType = .managedObjects
    case .ids: request.resultType = .managedObjectIDs
    case .dictionaries: request.resultType = .dictionaries
    case .count: request.resultType = .count
    case nil:
      let selects =
        !text.propertiesToFetch.isEmpty || !text.propertiesToGroupBy.isEmpty || text.isDistinct
      if selects { request.resultType = .dictionaries }
    }
  }

  /// Sets limit, offset and batch size. As in Core Data, 0 means no limit, no offset and no
  /// batches.
  private mutating func resolveWindow() {
    func positive(_ number: Int?) -> Int? { number.flatMap { $0 > 0 ? $0 : nil } }
    // A limit of 0 removes the limit of a stored request.
    if text.limit != nil { request.limit = positive(text.limit) }
    request.offset = positive(text.offset)
    if text.batchSize != nil { request.batchSize = positive(text.batchSize) }
    if !text.includesSubentities { request.includesSubentities = false }
    request.isDistinct = request.isDistinct || text.isDistinct
  }

  /// Removes options that have no effect for the result type. There is a warning only if the user
  /// set the option: for a stored request, Xcode writes all options.
  private mutating func dropOptionsWithoutMeaning() {
    let isDictionaries = request.resultType == .dictionaries
    let isObjects = request.resultType == .managedObjects
    if !isDictionaries {
      if text.isDistinct { report(.ignoredOption("distinct", needs: "dictionaries")) }
      request.isDistinct = false
    }
    guard !isObjects else { return }
    if request.batchSize != nil {
      if text.batchSize != nil { report(.ignoredOption("a batch size", needs: "objects")) }
      request.batchSize = nil
    }
    if !request.prefetchedRelationships.isEmpty {
      report(.ignoredOption("prefetching", needs: "objects"))
      request.prefetchedRelationships = []
    }
    if !isDictionaries, !request.propertiesToFetch.isEmpty {
      report(.ignoredOption("a selection", needs: "dictionaries or objects"))
      request.propertiesToFetch = []
    }
  }
}
