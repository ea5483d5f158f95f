internal import CLibPQ

// Errors from the fields that the server sends.

extension PostgreSQLError {
  /// - Parameter isLost: Whether the connection is lost with this error.
  init(
    _ operation: Operation, _ result: ResultHandle, isLost: Bool, sql: String?, keepsDetail: Bool
  ) {
    let state = result.field(MOMENTUM_PQ_SQLSTATE).map(SQLState.init(rawValue:))
    // Without a state libpq itself wrote the message, which is the case when the connection breaks.
    let isShown = state.map { keepsDetail || !$0.mayQuoteValues } ?? false
    self.init(
      operation, isLost ? .connectionLost : .server, state: state,
      message: isShown ? result.field(MOMENTUM_PQ_MESSAGE) : Self.plainMessage(state, isLost),
      sql: sql)
    names = Names(
      schema: result.field(MOMENTUM_PQ_SCHEMA), table: result.field(MOMENTUM_PQ_TABLE),
      column: result.field(MOMENTUM_PQ_COLUMN), dataType: result.field(MOMENTUM_PQ_TYPE),
      constraint: result.field(MOMENTUM_PQ_CONSTRAINT))
    if keepsDetail { detail = result.field(MOMENTUM_PQ_DETAIL) }
  }

  private static func plainMessage(_ state: SQLState?, _ isLost: Bool) -> String? {
    switch state?.rawValue {
    case "22P02": "a text cannot be read as a value of the type"
    case "22P03": "the bytes of a value are not those of its type"
    case "22P04": "a row of COPY has the wrong form"
    case "22003": "a number is outside the range of its type"
    case "22001": "a text is too long for its column"
    case "22007", "22008": "a date or a time cannot be read, or is outside the range of its type"
    case "22012": "division by zero"
    case "22021": "a text has a character that the database cannot store"
    case .some(let code) where code.hasPrefix("22"): "the server refused a value"
    case _: isLost ? Reason.connectionLost.rawValue : nil
    }
  }
}

extension ResultHandle {
  /// Whether the server ends the session with this error, as it does when it is shut down.
  var endsSession: Bool { ["FATAL", "PANIC"].contains(field(MOMENTUM_PQ_SEVERITY)) }

  /// A field of an error or a notice; `nil` if the server did not send it.
  func field(_ code: Int) -> String? {
    PQresultErrorField(pointer, Int32(code)).map { String(cString: $0) }
  }
}
