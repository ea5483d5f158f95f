import MomentumObjects

extension NotificationCenter {
  /// Calls a method of an observer for each notification of a name and an object; `nil` stands for any.
  ///
  /// The center does not retain the observer. Stops the program if the selector has no method: Linux
  /// cannot find one by its name.
  public func addObserver(
    _ observer: AnyObject, selector: Selector, name: Notification.Name?, object: Any?
  ) {
    guard let method = selector.method else {
      CoreDataException.raise(
        "NSInvalidArgumentException",
        "-[\(type(of: observer)) \(selector)]: unrecognized selector; on Linux write "
          + "Selector(\"\(selector)\", \(type(of: observer)).method)")
    }
    SelectorObservers.shared.add(observer, method, to: self, name: name, object: object)
  }

  /// Removes all observations of an observer; also takes what `addObserver(forName:object:queue:using:)`
  /// returned.
  public func removeObserver(_ observer: AnyObject) {
    SelectorObservers.shared.remove(observer, from: self) { _ in true }
    removeObserver(observer as Any)
  }

  /// Removes the observations of an observer for a name and an object; `nil` stands for any.
  public func removeObserver(_ observer: AnyObject, name: Notification.Name?, object: Any?) {
    let wanted = object.map { ObjectIdentifier($0 as AnyObject) }
    SelectorObservers.shared.remove(observer, from: self) {
      (name == nil || $0.name == name) && (wanted == nil || $0.object == wanted)
    }
    removeObserver(observer as Any, name: name, object: object)
  }
}

/// The observations that were made with a selector, by the observer's identity.
private final class SelectorObservers: Sendable {
  static let shared = SelectorObservers()

  /// Sendable without a check of the compiler: the observer is only compared with nil here, and `token`
  /// is only given back to the center, which has its own lock.
  struct Observation: @unchecked Sendable {
    weak var observer: AnyObject?
    let center: ObjectIdentifier
    let name: Notification.Name?
    let object: ObjectIdentifier?
    let token: any NSObjectProtocol
  }

  private let observations = Locked([ObjectIdentifier: [Observation]]())

  func add(
    _ observer: AnyObject, _ method: ObserverMethod, to center: NotificationCenter,
    name: Notification.Name?, object: Any?
  ) {
    let reference = WeakObserver(observer)
    let token = center.addObserver(forName: name, object: object, queue: nil) { notification in
      if let observer = reference.observer { method.call(observer, notification) }
    }
    let observation = Observation(
      observer: observer, center: ObjectIdentifier(center), name: name,
      object: object.map { ObjectIdentifier($0 as AnyObject) }, token: token)
    // An observer that is gone may have had the same address.
    let gone = observations.withLock { all in
      let here = all[ObjectIdentifier(observer), default: []]
      all[ObjectIdentifier(observer)] = here.filter { $0.observer != nil } + [observation]
      return here.filter { $0.observer == nil }
    }
    for old in gone { center.removeObserver(old.token as Any) }
  }

  func remove(
    _ observer: AnyObject, from center: NotificationCenter,
    where isWanted: @Sendable (Observation) -> Bool
  ) {
    let id = ObjectIdentifier(observer)
    let removed = observations.withLock { all in
      let (wanted, rest) = all[id, default: []].divided {
        $0.center == ObjectIdentifier(center) && isWanted($0)
      }
      all[id] = rest.isEmpty ? nil : rest
      return wanted
    }
    for observation in removed { center.removeObserver(observation.token as Any) }
  }
}

/// Sendable without a check of the compiler: loading a weak reference is atomic, and the reference is
/// never changed.
private final class WeakObserver: @unchecked Sendable {
  private(set) weak var observer: AnyObject?
  init(_ observer: AnyObject) { self.observer = observer }
}

extension Array {
  /// The elements that satisfy a condition, and the others.
  fileprivate func divided(by condition: (Element) -> Bool) -> (wanted: [Element], rest: [Element])
  {
    (filter(condition), filter { !condition($0) })
  }
}
