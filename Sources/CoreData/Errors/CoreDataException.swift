import MomentumObjects
import MomentumRuntime

/// A mistake of the program, for which Core Data raises an exception of Objective-C.
enum CoreDataException {
  /// Stops the program with the name and the reason of the exception.
  ///
  /// Swift cannot catch such an exception on a Mac either, so the methods that raise it are not
  /// marked `throws`, and their callers have no other way to learn of it. A wrong key or format is a
  /// mistake in the source; what comes from a store or a model file is reported as `NSError`.
  static func raise(
    _ name: String = "NSInvalidArgumentException", _ reason: String
  ) -> Never {
    fatalError("\(name): \(reason)")
  }

  /// Writes a line about a mistake after which the program goes on.
  static func log(_ text: String) {
    FileHandle.standardError.write(Data("CoreData: error: \(text)\n".utf8))
  }

  /// Runs a call of the object graph. Stops the program for a misuse and for a wrong request; other
  /// errors are thrown as `NSError` with Core Data's codes.
  static func reporting<Result>(
    in context: NSManagedObjectContext? = nil, _ body: () throws -> Result
  ) throws -> Result {
    do { return try body() } catch { throw converted(error, in: context) }
  }

  /// Runs a call that can only fail by a misuse.
  static func stopping<Result>(_ body: () throws -> Result) -> Result {
    do { return try body() } catch { raise("NSInternalInconsistencyException", "\(error)") }
  }

  /// An error of the object graph as `NSError`. Does not return for a misuse.
  static func converted(_ error: any Error, in context: NSManagedObjectContext?) -> any Error {
    switch error {
    case let misuse as ObjectMisuse where !misuse.isOfStore: raise(misuse.name, misuse.description)
    case let failure as StoreFailure where failure.reason == .request:
      raise("NSInvalidArgumentException", failure.description)
    case let error as ObjectError: return CoreDataErrors(context: context).error(of: error)
    default: return error
    }
  }
}
