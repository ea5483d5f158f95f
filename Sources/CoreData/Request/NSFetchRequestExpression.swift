/// The result of a fetch request as a value of a predicate.
///
/// The request runs when the predicate with it is evaluated, or before the fetch whose predicate has
/// it; the found objects are then the values.
open class NSFetchRequestExpression: NSExpression {
  /// An expression whose value is a fetch request.
  public let requestExpression: NSExpression
  /// An expression whose value is a context.
  public let contextExpression: NSExpression
  /// Whether the value is the number of results.
  public let isCountOnlyRequest: Bool

  private init(_ request: NSExpression, _ context: NSExpression, _ countsOnly: Bool) {
    requestExpression = request
    contextExpression = context
    isCountOnlyRequest = countsOnly
    super.init(ExpressionContent(format: ""), .function)
  }

  open class func expression(
    forFetch fetch: NSExpression, context: NSExpression, countOnly countFlag: Bool
  ) -> NSExpression {
    NSFetchRequestExpression(fetch, context, countFlag)
  }

  /// Nothing but the expression itself, which is executed where its value is needed.
  override var content: ExpressionContent { ExpressionContent(format: "%@", arguments: [self]) }

  var fetchText: String {
    let entity = (requestExpression.constantValue as? AnyFetchRequest)?.entityName ?? ""
    return "FETCH(\(entity), \(isCountOnlyRequest ? "YES" : "NO"))"
  }

  /// The results of the request, or their number. Stops the program if there is no request or no
  /// context, or if the fetch fails, as a Mac raises an exception.
  open override func expressionValue(with object: Any?, context: NSMutableDictionary?) -> Any? {
    let fetch = requestExpression.expressionValue(with: object, context: context)
    let scope = contextExpression.expressionValue(with: object, context: context)
    guard let request = fetch as? AnyFetchRequest, let scope = scope as? NSManagedObjectContext
    else {
      CoreDataException.raise(
        "NSInvalidArgumentException",
        "a fetch request expression needs a fetch request and a context, not "
          + "'\(fetch ?? "nil")' and '\(scope ?? "nil")'.")
    }
    do {
      guard isCountOnlyRequest else { return try values(request, scope) }
      return NSNumber(value: try scope.count(of: request))
    } catch {
      CoreDataException.raise("NSInvalidArgumentException", "\(error)")
    }
  }

  /// A request for dictionaries with one key has the values of that key.
  private func values(
    _ request: AnyFetchRequest, _ context: NSManagedObjectContext
  ) throws -> [Any] {
    let results = try context.results(of: request)
    guard request.resultType == .dictionaryResultType else { return results }
    return results.compactMap { result in
      guard let row = result as? NSDictionary, row.count <= 1 else { return result }
      return row.allValues.first
    }
  }
}
