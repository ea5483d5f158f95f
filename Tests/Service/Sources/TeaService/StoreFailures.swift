import Hummingbird
import MomentumRuntime

/// Answers failures of the store by a status of HTTP.
///
/// The text of a failure has no stored value, so a client may see it where it helps: what its request
/// has done wrong. Failures of the server are only logged.
struct StoreFailures<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request, context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let failure as StoreFailure {
      let status = failure.status
      guard status.code < 500 else {
        context.logger.error("\(failure.description)")
        throw HTTPError(status, headers: status == .serviceUnavailable ? [.retryAfter: "1"] : [:])
      }
      throw HTTPError(status, message: failure.description)
    }
  }
}

extension StoreFailure {
  var status: HTTPResponse.Status {
    switch reason {
    // The object in the request breaks a rule of the model, or names an object that is not there.
    case .validation, .noObject: .unprocessableContent
    // The predicate of the request cannot be read.
    case .request: .badRequest
    // Others changed the same objects, as often as the transaction was repeated.
    case .conflict: .conflict
    // The database cannot be reached, or no connection was free in time; nothing has changed.
    case .unavailable, .cancelled: .serviceUnavailable
    // The connection was lost during COMMIT: nobody knows whether the change was made.
    case .unsettled: .gatewayTimeout
    case .model, .store, .otherModel, .row: .internalServerError
    }
  }
}
