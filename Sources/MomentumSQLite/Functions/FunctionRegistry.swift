internal import CSQLite
internal import MomentumSQL
internal import MomentumText

/// Registers Core Data's functions and collations, and our own, on a connection.
enum FunctionRegistry {
  static func register(on connection: Connection) throws(SQLiteError) {
    let options = connection.options
    let context = FunctionContext(
      comparison: TextComparison(localeIdentifier: options.localeIdentifier), now: options.now)
    for function in ScalarFunction.all {
      try register(function, context, on: connection)
    }
    for function in AggregateFunction.all { try register(function, on: connection) }
    for collation in RegisteredCollation.all(context.comparison) {
      try register(collation, on: connection)
    }
  }

  private static func register(
    _ function: ScalarFunction, _ context: FunctionContext, on connection: Connection
  ) throws(SQLiteError) {
    // INNOCUOUS: triggers of a store call these functions, and `trusted_schema = OFF` refuses other
    // functions there.
    let flags =
      SQLITE_UTF8 | SQLITE_INNOCUOUS | (function.isDeterministic ? SQLITE_DETERMINISTIC : 0)
    let registered = RegisteredFunction(body: function.body, context: context)
    // SQLite calls the last closure to release the object, even if the registration fails.
    let code = sqlite3_create_function_v2(
      connection.handle, function.name, function.argumentCount, flags,
      Unmanaged.passRetained(registered).toOpaque(),
      { context, count, values in
        guard let context, let pointer = sqlite3_user_data(context) else { return }
        let function = Unmanaged<RegisteredFunction>.fromOpaque(pointer).takeUnretainedValue()
        function.body(FunctionCall(context, count, values, function.context))
      }, nil, nil,
      { pointer in
        guard let pointer else { return }
        Unmanaged<RegisteredFunction>.fromOpaque(pointer).release()
      })
    guard code == SQLITE_OK else { throw connection.error(.register, code) }
  }

  private static func register(
    _ function: AggregateFunction, on connection: Connection
  ) throws(SQLiteError) {
    let registered = RegisteredAggregate(function)
    let code = sqlite3_create_function_v2(
      connection.handle, function.name, 1,
      SQLITE_UTF8 | SQLITE_INNOCUOUS | SQLITE_DETERMINISTIC,
      Unmanaged.passRetained(registered).toOpaque(), nil,
      { context, _, values in
        guard let context, let values, let pointer = sqlite3_user_data(context) else { return }
        let function = Unmanaged<RegisteredAggregate>.fromOpaque(pointer).takeUnretainedValue()
          .function
        AggregateValues.append(values[0], takesTexts: function.takesTexts, context)
      },
      { context in
        guard let context, let pointer = sqlite3_user_data(context) else { return }
        let function = Unmanaged<RegisteredAggregate>.fromOpaque(pointer).takeUnretainedValue()
          .function
        FunctionResult(context).give(function.result(of: AggregateValues.take(context)))
      },
      { pointer in
        guard let pointer else { return }
        Unmanaged<RegisteredAggregate>.fromOpaque(pointer).release()
      })
    guard code == SQLITE_OK else { throw connection.error(.register, code) }
  }

  private static func register(
    _ collation: RegisteredCollation, on connection: Connection
  ) throws(SQLiteError) {
    let retained = Unmanaged.passRetained(collation)
    let code = sqlite3_create_collation_v2(
      connection.handle, collation.name, SQLITE_UTF8, retained.toOpaque(),
      { pointer, leftCount, left, rightCount, right in
        guard let pointer else { return 0 }
        let collation = Unmanaged<RegisteredCollation>.fromOpaque(pointer).takeUnretainedValue()
        let order = collation.compare(
          UnsafeRawBufferPointer(start: left, count: Int(leftCount)),
          UnsafeRawBufferPointer(start: right, count: Int(rightCount)))
        return Int32(order.signum())
      },
      { pointer in
        guard let pointer else { return }
        Unmanaged<RegisteredCollation>.fromOpaque(pointer).release()
      })
    guard code == SQLITE_OK else {
      // Unlike for a function, SQLite does not release the object of a collation that it refused
      // (documented: https://sqlite.org/c3ref/create_collation.html).
      retained.release()
      throw connection.error(.register, code)
    }
  }
}

private final class RegisteredFunction {
  let body: (FunctionCall) -> Void
  let context: FunctionContext

  init(body: @escaping (FunctionCall) -> Void, context: FunctionContext) {
    self.body = body
    self.context = context
  }
}

private final class RegisteredAggregate {
  let function: AggregateFunction

  init(_ function: AggregateFunction) { self.function = function }
}
