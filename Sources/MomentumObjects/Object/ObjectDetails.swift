import MomentumModel

/// The state of an object in memory that its row does not contain.
///
/// An unchanged object whose relationships were not used has no details and reads from its row, so
/// that a fetched object needs little memory.
///
/// Exclusive access to some properties is not checked at run time: they are used in single reads and
/// changes on the context's queue, never while another one goes on, and the checks took a tenth of
/// the time of a large save.
final class ObjectDetails {
  /// The values by index in `EntityPlan.leaves`; empty while all of them are read from the row.
  @exclusivity(unchecked) var values: [AttributeValue?]
  /// The indexes of the elements of `values` that are set. All other values are read from the row,
  /// so a change of one value needs no copy of the rest.
  @exclusivity(unchecked) private(set) var held = SmallSet()
  /// The values of transformable attributes that were read or set, by index in
  /// ``EntityPlan/attributes``.
  var transformed: [Int: TransformedValue] = [:]
  var toOnes: [ToOne]
  var toManys: [ToMany]
  /// The properties that were set since the last save. Whether they differ from the row is computed
  /// when it is needed.
  var assigned = PropertySet()
  /// The properties that the present event has changed, with the values that they had before it.
  @exclusivity(unchecked) private var changedInEvent = PropertySet()
  /// The row before the event. Values that were read from it, and missing values of an object
  /// without a row, are not in `beforeEvent`: most values are one or the other.
  @exclusivity(unchecked) private var rowBeforeEvent: RowSnapshot?
  @exclusivity(unchecked)
  private var beforeEvent: [(place: PropertyPlace, value: PropertyValue)] = []
  /// Whether observers are being told of the event. They may read the values before it; a change
  /// that one of them makes begins the next event.
  @exclusivity(unchecked) private var isEventClosed = false
  /// The permanent identity that a save has reserved for a new object. It becomes the object's
  /// identity when the save succeeds.
  @exclusivity(unchecked) var pendingID: ObjectID?
  /// The store that a new object was assigned to; `nil` to let the save choose one.
  var assignedStore: String?
  /// The objects of fetched properties that were read, by index in
  /// ``EntityPlan/fetchedProperties``.
  var fetched: [Int: FetchedPropertyContent] = [:]

  init(values: [AttributeValue?], toOneCount: Int, toManyCount: Int) {
    self.values = values
    toOnes = Array(repeating: .stored, count: toOneCount)
    toManys = Array(repeating: ToMany(), count: toManyCount)
  }

  /// Makes the details of an object without a row: its to-many relationships are empty and need not
  /// be read from a store.
  convenience init(new plan: EntityPlan, values: [AttributeValue?]) {
    self.init(values: values, toOneCount: plan.toOnes.count, toManyCount: plan.toManys.count)
    for index in toManys.indices {
      toManys[index].members = ObjectSet()
      toManys[index].stored = []
    }
    held = plan.allLeaves
  }

  /// The details of an object without any values.
  convenience init(empty plan: EntityPlan) {
    self.init(new: plan, values: Array(repeating: nil, count: plan.leaves.count))
  }

  /// An array that goes asks the runtime how to release each element; one that is taken apart does
  /// not. The values of a save of many objects go at once.
  deinit {
    var rest = values
    values = []
    while !rest.isEmpty { rest.removeLast() }
  }

  // MARK: - Values

  /// Sets a value. `values` must have an element for each index of ``EntityPlan/leaves``.
  func set(_ value: AttributeValue?, at leaf: Int) {
    values[leaf] = value
    held.insert(leaf)
  }

  /// Sets all values except those that were set before.
  func hold(_ all: [AttributeValue?], _ leaves: SmallSet) {
    guard held != leaves else { return }
    if values.isEmpty {
      values = all
    } else {
      for leaf in leaves where !held.contains(leaf) { values[leaf] = all[leaf] }
    }
    held = leaves
  }

  // MARK: - The present event

  func isChangedInEvent(_ place: PropertyPlace) -> Bool {
    !isEventClosed && changedInEvent.contains(place)
  }

  /// Keeps the value that a property has before its first change in the event.
  ///
  /// - Parameters:
  ///   - leaf: Where the value is, if the property has one leaf with its value as it is.
  ///   - row: The object's row.
  func keep(
    _ value: @autoclosure () -> PropertyValue, at place: PropertyPlace, leaf: Int?,
    _ row: RowSnapshot?
  ) {
    if isEventClosed { endEvent() }
    if changedInEvent.isEmpty { rowBeforeEvent = row }
    changedInEvent.insert(place)
    if let leaf {
      if !held.contains(leaf), row?.isSame(as: rowBeforeEvent) ?? (rowBeforeEvent == nil) { return }
      if held.contains(leaf), values[leaf] == nil, rowBeforeEvent == nil { return }
    }
    beforeEvent.append((place, value()))
  }

  /// The properties that the event has changed, with the values that they had before it.
  func valuesBeforeEvent(of plan: EntityPlan) -> [(place: PropertyPlace, value: PropertyValue)] {
    changedInEvent.compactMap { place in
      if let known = beforeEvent.first(where: { $0.place == place }) { return known }
      guard case .attribute(let index) = place else { return nil }
      let leaf = plan.attributes[index].leaves.lowerBound
      return (place, PropertyValue(rowBeforeEvent?.value(leaf)))
    }
  }

  /// Keeps the values before the event until `endClosedEvent` or the next change.
  func closeEvent() { isEventClosed = !changedInEvent.isEmpty }

  /// Forgets the values before an event that was closed, unless the next event has begun.
  func endClosedEvent() {
    if isEventClosed { endEvent() }
  }

  /// Forgets the values before the event, which has ended.
  func endEvent() {
    isEventClosed = false
    guard !changedInEvent.isEmpty else { return }
    changedInEvent = PropertySet()
    rowBeforeEvent = nil
    if !beforeEvent.isEmpty { beforeEvent = [] }
  }

  // MARK: - The values of the row

  /// Drops a value, so that it is read from the row again.
  func letGo(_ leaf: Int) {
    guard held.contains(leaf) else { return }
    held.remove(leaf)
    values[leaf] = nil
  }

  /// Drops all values except the ones at some indexes, so that they are read from the row again.
  func letGoOfValues(except kept: SmallSet) {
    guard !kept.isEmpty else {
      values = []
      held = SmallSet()
      return
    }
    for leaf in held where !kept.contains(leaf) { letGo(leaf) }
  }

  /// Whether a value was set and differs from the one in a row.
  func differs(_ leaf: Int, from row: RowSnapshot) -> Bool {
    held.contains(leaf) && !row.holds(values[leaf], at: leaf)
  }

  /// The object of a to-one relationship.
  enum ToOne {
    /// The object in the row; the program has not used it yet.
    case stored
    case object(ManagedObject?)
  }

  /// The objects of a to-many relationship.
  struct ToMany {
    /// `nil` if the members were not read yet: the relationship is a fault.
    var members: ObjectSet?
    /// The members in the store when they were read or saved; `nil` while they are not known.
    var stored: [ObjectID]?
    /// The members that were added while the relationship was a fault; `removed` has those that
    /// were removed.
    var added = ObjectSet()
    var removed = ObjectSet()
    /// The order that was set before the relationship became a fault again; empty if no order was
    /// set.
    var order: [ManagedObject] = []

    var isFault: Bool { members == nil }
    var hasPendingChanges: Bool { !added.isEmpty || !removed.isEmpty || !order.isEmpty }

    /// Sorts members: those in `order` come first, in that order.
    func ordered(_ members: ObjectSet) -> ObjectSet {
      guard !order.isEmpty else { return members }
      return ObjectSet(order.filter { members.contains($0) } + members.elements)
    }
  }
}
