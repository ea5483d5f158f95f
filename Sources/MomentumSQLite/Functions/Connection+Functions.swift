internal import CSQLite
package import MomentumSQL

extension Connection {
  /// Lets statements of this connection call a function of the program.
  ///
  /// Triggers and indexes in the file cannot call it, whatever their SQL says. An error of `body`
  /// ends the statement.
  package func addFunction(
    named name: String, argumentCount: Int,
    _ body: @escaping ([SQLValue]) throws -> SQLValue
  ) throws(SQLiteError) {
    let function = ProgramFunction(body)
    // SQLite calls the last closure to release the object, even if the registration fails.
    let code = sqlite3_create_function_v2(
      handle, name, Int32(clamping: argumentCount), SQLITE_UTF8 | SQLITE_DIRECTONLY,
      Unmanaged.passRetained(function).toOpaque(),
      { context, count, values in
        guard let context, let pointer = sqlite3_user_data(context) else { return }
        let function = Unmanaged<ProgramFunction>.fromOpaque(pointer).takeUnretainedValue()
        let arguments = UnsafeBufferPointer(start: values, count: Int(count))
        let result = FunctionResult(context)
        do {
          result.give(try function.body(arguments.map { Cell(value: $0).value }))
        } catch {
          result.give(error: "\(error)")
        }
      }, nil, nil,
      { pointer in
        guard let pointer else { return }
        Unmanaged<ProgramFunction>.fromOpaque(pointer).release()
      })
    guard code == SQLITE_OK else { throw error(.register, code) }
  }
}

private final class ProgramFunction {
  let body: ([SQLValue]) throws -> SQLValue

  init(_ body: @escaping ([SQLValue]) throws -> SQLValue) { self.body = body }
}
