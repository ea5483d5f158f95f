internal import MomentumObjects
internal import MomentumPostgreSQL
internal import MomentumRuntime
internal import MomentumServerStore

/// Errors of the server as those of Core Data. None quotes a stored value or a password.
enum ServerFailure {
  /// What the store does for its caller.
  enum Operation {
    case open
    case read
    case save
  }

  /// Runs `body`; an error of the server or the network is thrown with Core Data's code.
  static func mapping<Value>(
    _ operation: Operation, _ path: String, _ lowering: ServerLowering?, _ body: () throws -> Value
  ) throws -> Value {
    do { return try body() } catch let error as PostgreSQLError {
      let text = lowering?.failure(error).description ?? error.description
      throw failure(code(error, operation), text, path, error)
    } catch let error as StoreFailure {
      throw failure(code(operation), error.description, path, error)
    }
  }

  private static func failure(
    _ code: Int, _ text: String, _ path: String, _ cause: any Error
  ) -> ObjectError {
    ObjectError(
      .init(rawValue: code), text,
      userInfo: ["reason": .string(text), "NSFilePath": .string(path)], underlying: cause)
  }

  /// Source: documented, the constants of CoreDataErrors.h. Which of them an error of a server has is
  /// a choice: Core Data has no such store.
  private static func code(_ error: PostgreSQLError, _ operation: Operation) -> Int {
    switch error.reason {
    case .poolExhausted, .timedOut: 134_090
    case .closed: operation == .open ? 134_080 : 134_070
    case .cancelled: 3072
    case .server where error.state == .lockNotAvailable || error.state == .queryCancelled: 134_090
    case .server where error.state == .readOnlyTransaction: 513
    case .server, .badConnectionString, .libraryMissing, .cannotConnect, .unsupportedServer,
      .connectionLost, .copyUnderWay, .notACopy, .valueCount, .valueType, .valueOutOfRange,
      .malformedValue, .zeroByte, .unsettled, .rolledBack:
      code(operation)
    }
  }

  private static func code(_ operation: Operation) -> Int {
    switch operation {
    case .open: 134_080
    case .read: 134_070
    case .save: 134_030
    }
  }
}

/// An address without what must not be in a message.
enum ShownAddress {
  /// `postgresql://app@db.example.org/shop`, without password, settings and files.
  static func text(_ address: String) -> String {
    guard let parameters = try? PostgreSQLOptions(address).parameters else {
      return "postgresql://"
    }
    var shown = "postgresql://"
    if let user = parameters["user"] { shown += user + "@" }
    shown += parameters["host"] ?? parameters["hostaddr"] ?? ""
    if let port = parameters["port"] { shown += ":" + port }
    if let database = parameters["dbname"] { shown += "/" + database }
    return shown
  }
}
