public import MomentumDiagnostics
import MomentumModel
public import MomentumPredicate
public import MomentumQuery
public import MomentumSQL

/// A fetch request as SQL.
public struct CompiledFetch: Sendable, Hashable {
  public var request: FetchRequest
  /// What each result column means.
  public var columns: [FetchColumn]
  public var sql: SQLText

  /// Compiles a request for the tables of a layout.
  public init(
    _ request: FetchRequest, layout: QueryLayout, options: QueryOptions = QueryOptions()
  ) {
    self.request = request
    let lowered = FetchRequestLowering(layout: layout, options: options).lower(request)
    columns = lowered.columns
    sql = SQLPrinter.print(lowered.select, dialect: layout.dialect)
  }

  init(_ request: FetchRequest, in model: CompiledModel) {
    self.init(request, layout: model.queryLayout(.coreData))
  }
}

extension CompiledModel {
  /// Compiles a request given in words, `nil` after an error.
  ///
  /// Variables have to have values, or stay named parameters of the statement where `bindsVariables` is
  /// false. Findings about the predicate carry places in its text.
  public func compile(
    _ text: RequestText, bindsVariables: Bool = true, _ diagnostics: inout Diagnostics
  ) -> CompiledFetch? {
    request(text, bindsVariables: bindsVariables, &diagnostics).map { CompiledFetch($0, in: self) }
  }

  /// Compiles a stored fetch request; its variables stay named parameters of the statement.
  public func compile(_ stored: CheckedStoredRequest) -> CompiledFetch? {
    guard stored.isUsable else { return nil }
    return CompiledFetch(fetchRequest(stored), in: self)
  }

  /// The request with its names resolved, `nil` after an error.
  public func request(
    _ text: RequestText, bindsVariables: Bool, _ diagnostics: inout Diagnostics
  ) -> FetchRequest? {
    guard var request = base(text, &diagnostics) else { return nil }
    if bindsVariables, !bind(text.variables, in: &request, &diagnostics) { return nil }
    let keys = text.sortKeys.compactMap { sortKey($0, request.entity, &diagnostics) }
    guard keys.count == text.sortKeys.count else { return nil }
    request.sortKeys = keys
    request.limit = text.limit.flatMap { $0 > 0 ? $0 : nil } ?? request.limit
    request.offset = text.offset.flatMap { $0 > 0 ? $0 : nil }
    switch text.result {
    case .objects: break
    case .ids: request.resultType = .managedObjectIDs
    case .count: request.resultType = .count
    }
    return request
  }

  // MARK: - Entity and predicate

  private func base(
    _ text: RequestText, _ diagnostics: inout Diagnostics
  ) -> FetchRequest? {
    if let name = text.storedRequest { return storedRequest(name, &diagnostics) }
    guard let name = text.entity else {
      diagnostics.report(RequestMessage.noEntity)
      return nil
    }
    guard let entity = model.entity(named: name) else {
      let names = model.entities.map(\.name)
      diagnostics.report(
        RequestMessage.unknownEntity(name, near: nearName(to: name, among: names)))
      return nil
    }
    guard let format = text.predicate else { return FetchRequest(entity: entity) }
    let source = SourceFile(path: "<predicate>", text: format)
    guard let syntax = PredicateParser.parse(source, &diagnostics),
      let predicate = PredicateChecker.check(
        syntax, source: source, entity: entity, model: model,
        arguments: text.arguments.map { .text($0) }, &diagnostics)
    else { return nil }
    return FetchRequest(entity: entity, predicate: predicate)
  }

  private func storedRequest(
    _ name: String, _ diagnostics: inout Diagnostics
  ) -> FetchRequest? {
    guard let stored = storedRequests.first(where: { $0.request.name == name }) else {
      let names = storedRequests.map(\.request.name)
      diagnostics.report(
        RequestMessage.unknownStoredRequest(name, near: nearName(to: name, among: names)))
      return nil
    }
    guard stored.isUsable else {
      diagnostics.report(RequestMessage.unusableStoredRequest(name))
      return nil
    }
    return fetchRequest(stored)
  }

  private func fetchRequest(_ stored: CheckedStoredRequest) -> FetchRequest {
    FetchRequest(
      entity: stored.request.entity, predicate: stored.predicate,
      limit: stored.request.fetchLimit > 0 ? stored.request.fetchLimit : nil,
      includesSubentities: stored.request.includesSubentities,
      resultType: resultType(of: stored.request))
  }

  /// Dictionaries need a list of properties, which the model's format has no place for.
  private func resultType(of stored: StoredFetchRequest) -> FetchRequest.ResultType {
    switch stored.resultType {
    case .managedObject, .dictionary: .managedObjects
    case .managedObjectID: .managedObjectIDs
    case .count: .count
    }
  }

  private func bind(
    _ variables: [RequestText.Variable], in request: inout FetchRequest,
    _ diagnostics: inout Diagnostics
  ) -> Bool {
    let values = variables.map { (name: $0.name, value: PredicateArgument.text($0.value)) }
    var findings = Diagnostics()
    let bound = (request.predicate ?? .constant(true)).substituting(
      values, model: model, &findings)
    diagnostics.append(contentsOf: findings)
    guard let bound else { return false }
    if request.predicate != nil { request.predicate = bound }
    return true
  }

  // MARK: - Sort keys

  private func sortKey(
    _ text: String, _ entity: EntityID, _ diagnostics: inout Diagnostics
  ) -> SortKey? {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let direction = parts.count > 1 ? parts[1].lowercased() : "asc"
    guard direction == "asc" || direction == "desc" else {
      diagnostics.report(RequestMessage.sortDirection(String(parts[1])))
      return nil
    }
    let source = SourceFile(path: "<sort>", text: text)
    var keys: [KeyPathResolver.Key] = []
    var offset = 0
    for key in parts[0].split(separator: ".", omittingEmptySubsequences: false) {
      let range = SourceRange(offset, offset + key.utf8.count)
      keys.append(KeyPathResolver.Key(String(key), at: SourceLocation(source, range)))
      offset = range.end + 1
    }
    let resolver = KeyPathResolver(model: model)
    guard let resolved = resolver.resolve(keys, from: entity, &diagnostics) else { return nil }
    guard !resolved.crossesToMany else {
      diagnostics.report(RequestMessage.sortOverToMany(String(parts[0])))
      return nil
    }
    return SortKey(resolved.path, isAscending: direction == "asc")
  }
}

/// What the compilation of a request in words has to say, sorted by id.
enum RequestMessage: DiagnosticMessage {
  case noEntity
  case sortDirection(String)
  case sortOverToMany(String)
  case unknownEntity(String, near: String?)
  case unknownStoredRequest(String, near: String?)
  case unusableStoredRequest(String)

  var severity: Severity { .error }

  var id: String {
    switch self {
    case .noEntity: "request.no-entity"
    case .sortDirection: "request.sort-direction"
    case .sortOverToMany: "request.sort-over-to-many"
    case .unknownEntity: "request.unknown-entity"
    case .unknownStoredRequest: "request.unknown-stored-request"
    case .unusableStoredRequest: "request.unusable-stored-request"
    }
  }

  var text: String {
    switch self {
    case .noEntity: "a request needs an entity, or the name of a stored fetch request"
    case .sortDirection(let text): "'\(text)' is no direction; a sort key ends in ':asc' or ':desc'"
    case .sortOverToMany(let path): "'\(path)' reaches many values; a sort key reaches one"
    case .unknownEntity(let name, let near):
      "the model has no entity '\(name)'" + (near.map { "; did you mean '\($0)'?" } ?? "")
    case .unknownStoredRequest(let name, let near):
      "the model has no fetch request '\(name)'" + (near.map { "; did you mean '\($0)'?" } ?? "")
    case .unusableStoredRequest(let name):
      "the predicate of fetch request '\(name)' has errors; 'momentum check' shows them"
    }
  }
}
