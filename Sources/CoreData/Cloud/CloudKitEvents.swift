import MomentumObjects

// Nothing is mirrored on Linux. A store that should be has one event: a setup that has failed.

extension NSPersistentCloudKitContainer {
  /// The kind of an event. Source of the numbers: documented.
  public enum EventType: Int, Sendable {
    case setup = 0
    case `import` = 1
    case export = 2
  }

  /// A mirroring of a store. On Linux there are only setups that have failed.
  ///
  /// `@unchecked`: everything is fixed when the event is made. `NSObject` is not marked `Sendable`, and
  /// nothing makes objects of a subclass of a program.
  open class Event: NSObject, @unchecked Sendable {
    public let identifier = UUID()
    public let storeIdentifier: String
    public let type: EventType
    public let startDate: Date
    public let endDate: Date?
    public let succeeded: Bool
    public let error: (any Error)?

    /// A setup that has failed.
    init(ofStore store: String) {
      type = .setup
      storeIdentifier = store
      startDate = Date()
      endDate = Date()
      succeeded = false
      error = CloudKitUnavailable.error
    }
  }

  public static let eventChangedNotification =
    Notification.Name("NSPersistentCloudKitContainerEventChangedNotification")
  /// The key of the event in the notification's user info.
  public static let eventNotificationUserInfoKey = "event"
}

open class NSPersistentCloudKitContainerEventResult:
  TypedStoreResult<NSPersistentCloudKitContainerEventResult.ResultType>
{
  /// The kind of result. Source of the numbers: documented.
  public enum ResultType: Int, Sendable {
    case events = 0
    case countEvents = 1
  }
}

/// A request for the events of a container, the oldest first.
open class NSPersistentCloudKitContainerEventRequest: NSPersistentStoreRequest {
  private enum Selection {
    case after(Date)
    case afterEvent(NSPersistentCloudKitContainer.Event?)
    case matching(NSPredicate?)
  }

  private var selection = Selection.matching(nil)
  open var resultType = NSPersistentCloudKitContainerEventResult.ResultType.events

  public required override init() { super.init() }

  private class func make(_ selection: Selection) -> Self {
    let request = self.init()
    request.selection = selection
    return request
  }

  open class func fetchEvents(after date: Date) -> Self { make(.after(date)) }

  open class func fetchEvents(after event: NSPersistentCloudKitContainer.Event?) -> Self {
    make(.afterEvent(event))
  }

  /// - Parameter fetchRequest: A request that `fetchRequestForEvents()` has made, with a condition.
  open class func fetchEvents(
    matching fetchRequest: NSFetchRequest<any NSFetchRequestResult>
  ) -> Self { make(.matching(fetchRequest.predicate)) }

  open class func fetchRequestForEvents() -> NSFetchRequest<any NSFetchRequestResult> {
    NSFetchRequest(entityName: "NSPersistentCloudKitContainerEvent")
  }

  func run(
    on events: [NSPersistentCloudKitContainer.Event]
  ) -> NSPersistentCloudKitContainerEventResult {
    let found: [NSPersistentCloudKitContainer.Event]
    switch selection {
    case .after(let date): found = events.filter { $0.startDate > date }
    case .afterEvent(nil), .matching(nil): found = events
    case .afterEvent(let event?):
      found = Array(events.drop { $0 !== event }.dropFirst())
    case .matching(let predicate?): found = events.filter { predicate.evaluate(with: $0) }
    }
    return NSPersistentCloudKitContainerEventResult(
      resultType == .events ? found as Any : NSNumber(value: found.count) as Any, resultType)
  }
}

extension NSPersistentStoreCoordinator {
  /// Notes and posts that a store cannot be mirrored.
  func noteFailedSetup(of store: NSPersistentStore) {
    let event = NSPersistentCloudKitContainer.Event(ofStore: store.identifier)
    cloudKitEvents.withLock { $0.append(event) }
    NotificationCenter.default.post(
      name: NSPersistentCloudKitContainer.eventChangedNotification, object: self,
      userInfo: [NSPersistentCloudKitContainer.eventNotificationUserInfoKey: event])
  }
}
