package import MomentumDiagnostics
import MomentumModel
package import MomentumPredicate
package import MomentumQuery
package import MomentumSQL

/// A fetch request as SQL.
package struct CompiledFetch: Sendable, Hashable {
  package var request: FetchRequest
  /// The meaning of each result column.
  package var columns: [FetchColumn]
  package var sql: SQLText
  /// The predicate as the user wrote it, for logs; `nil` if the request was not made from text.
  package var predicateFormat: String?
  /// The options for all statements of the request, including those that run after the first one.
  package var options: QueryOptions

  /// Compiles a request for the tables of a layout.
  package init(
    _ request: FetchRequest, predicateFormat: String? = nil, layout: QueryLayout,
    options: QueryOptions = QueryOptions()
  ) {
    var request = request
    request.selectPrefetchedKeys(of: layout)
    self.request = request
    self.predicateFormat = predicateFormat
    self.options = options
    let lowered = FetchRequestLowering(layout: layout, options: options).lower(request)
    columns = lowered.columns
    sql = SQLPrinter.print(lowered.select, dialect: layout.dialect)
  }

  init(_ request: FetchRequest, predicateFormat: String? = nil, in model: CompiledModel) {
    self.init(request, predicateFormat: predicateFormat, layout: model.queryLayout(.coreData))
  }
}

extension CompiledModel {
  /// Compiles a request from texts; `nil` after an error.
  ///
  /// Each variable needs a value; if `bindsVariables` is false, variables become named parameters
  /// of the statement instead. The locations of findings are in texts named after their part of the
  /// request: `<predicate>`, `<select>`, `<group by>`, `<having>`, `<sort>`, `<prefetch>`.
  package func compile(
    _ text: RequestInput, bindsVariables: Bool = true, target: QueryTarget = .coreData,
    options: QueryOptions = QueryOptions(), _ diagnostics: inout Diagnostics
  ) -> CompiledFetch? {
    guard let request = request(text, bindsVariables: bindsVariables, &diagnostics) else {
      return nil
    }
    let stored = text.storedRequest.flatMap { model.fetchRequest(named: $0) }
    let fetch = CompiledFetch(
      request, predicateFormat: stored.map { $0.predicateFormat } ?? text.predicate,
      layout: queryLayout(target), options: options)
    guard !fetch.sql.isTooLong else {
      diagnostics.report(RequestMessage.tooLong(bytesMax: SQLPrinter.bytesMax))
      return nil
    }
    return fetch
  }

  /// Compiles a request whose names are resolved, such as a copy of a stored one.
  package func compile(_ request: FetchRequest) -> CompiledFetch {
    CompiledFetch(request, in: self)
  }

  /// Compiles a stored fetch request; its variables stay named parameters of the statement.
  ///
  /// `nil` if its predicate has errors or its SQL would be too long.
  package func compile(_ stored: CheckedStoredRequest) -> CompiledFetch? {
    let fetch = StoredFetch(stored).map {
      CompiledFetch($0.copy(), predicateFormat: stored.request.predicateFormat, in: self)
    }
    return fetch?.sql.isTooLong == true ? nil : fetch
  }

  /// The request with resolved names; `nil` after an error.
  package func request(
    _ text: RequestInput, bindsVariables: Bool, _ diagnostics: inout Diagnostics
  ) -> FetchRequest? {
    RequestCompiler.compile(text, in: self, bindsVariables: bindsVariables, &diagnostics)
  }
}
