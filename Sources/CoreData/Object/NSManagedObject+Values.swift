import MomentumEvaluation
import MomentumModel
import MomentumObjects

extension NSManagedObject {
  // MARK: - By key path

  /// The value of a key path: `company.name`, `people.@avg.age`.
  public func value(forKeyPath keyPath: String) -> Any? {
    guard keyPath.contains(".") || keyPath.contains("@") else { return value(forKey: keyPath) }
    return read(orElse: .null) { try $0.value(forKeyPath: keyPath) }.foundationValue
  }

  public func setValue(_ value: Any?, forKeyPath keyPath: String) {
    var keys = keyPath.split(separator: ".").map(String.init)
    guard let last = keys.popLast() else { return setValue(value, forKey: keyPath) }
    var object: NSManagedObject? = self
    for key in keys { object = object?.value(forKey: key) as? NSManagedObject }
    object?.setValue(value, forKey: last)
  }

  public func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
    Dictionary(keys.map { ($0, value(forKey: $0) ?? NSNull()) }) { $1 }
  }

  public func setValuesForKeys(_ values: [String: Any]) {
    for (key, value) in values.sorted(by: { $0.key < $1.key }) { setValue(value, forKey: key) }
  }

  // MARK: - Helpers

  var conversion: PropertyConversion { PropertyConversion(entity) }

  /// Runs a call of the object graph, and stops the program for a misuse.
  ///
  /// What is wrong with a store does not stop it, unlike the exception on a Mac: another process may
  /// have deleted the row. The context reports the error, and the result is `empty`.
  func read<Result>(
    orElse empty: @autoclosure () -> Result, _ body: (ObjectCore) throws -> Result
  ) -> Result {
    let core = core
    if core.isFault { (core.context as? ContextCore)?.readBatch(of: core) }
    do { return try body(core) } catch let misuse as ObjectMisuse where !misuse.isOfStore {
      CoreDataException.raise(misuse.name, misuse.description)
    } catch {
      core.report(error)
      return empty()
    }
  }

  func read(_ body: (ObjectCore) throws -> Void) { read(orElse: (), body) }

  func converted(_ values: [String: PropertyValue]) -> [String: Any] {
    var result: [String: Any] = [:]
    for (key, value) in values {
      result[key] = conversion.value(of: value, forKey: key) ?? NSNull()
    }
    return result
  }
}
