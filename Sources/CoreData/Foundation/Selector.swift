// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

/// The name of a method: of a comparison for sort descriptors (`localizedStandardCompare:`), or of the
/// method that an observer has for notifications.
///
/// Linux has no `#selector`, and it cannot find a method by its name. A comparison is known by its
/// name. For an observer, the method is given along:
///
/// ```swift
/// let center = NotificationCenter.default
/// let didSave = Selector("didSave:", Stack.didSave)
/// center.addObserver(self, selector: didSave, name: .NSManagedObjectContextDidSave, object: nil)
/// ```
public struct Selector: Sendable, ExpressibleByStringLiteral {
  /// The name with its colons.
  let name: String
  let method: ObserverMethod?

  public init(_ name: String) {
    self.name = name
    method = nil
  }

  public init(stringLiteral name: String) { self.init(name) }

  /// The name of a method, with the method.
  public init<Observer: AnyObject, Argument>(
    _ name: String, _ method: @escaping (Observer) -> (Argument) -> Void
  ) {
    self.name = name
    self.method = ObserverMethod { observer, notification in
      guard let observer = observer as? Observer, let argument = notification as? Argument else {
        return
      }
      method(observer)(argument)
    }
  }

  /// The name of a method without parameters, with the method.
  public init<Observer: AnyObject>(_ name: String, _ method: @escaping (Observer) -> () -> Void) {
    self.name = name
    self.method = ObserverMethod { observer, _ in (observer as? Observer).map { method($0)() } }
  }
}

/// A method that takes a notification.
///
/// Sendable without a check of the compiler: it is a reference to a method and holds no state. The
/// observer is given at each call, on the thread that posts the notification, as on a Mac.
struct ObserverMethod: @unchecked Sendable {
  let call: (AnyObject, Notification) -> Void
}

extension Selector: Hashable {
  public static func == (left: Selector, right: Selector) -> Bool { left.name == right.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Selector: CustomStringConvertible {
  public var description: String { name }
}

public func NSSelectorFromString(_ name: String) -> Selector { Selector(name) }
public func NSStringFromSelector(_ selector: Selector) -> String { selector.name }
