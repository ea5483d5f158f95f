/// The elements and sections that one event touched, from which its changes are computed.
struct ResultEvent<Element: Hashable> {
  /// The touched elements that were in the list, in the order before the event.
  var departures: [ResultDeparture<Element>]
  /// The touched elements that are in the list, in the order after the event.
  var arrivals: [ResultArrival<Element>] = []
  /// The sections before the event of the elements in `departures`, by name: the index of the
  /// section and the index of its first element in the whole list.
  var oldPlaces: [String: (index: Int, start: Int)] = [:]
  /// The index before the event of each section that has no untouched element, by name.
  var emptied: [String: Int] = [:]
  /// The names of the sections that were made for elements in `arrivals`. One of them may also be
  /// in `emptied`.
  var created: Set<String> = []
}

extension ResultList {
  /// The changes of an event; the list already has its new content.
  func changes(of event: ResultEvent<Element>) -> ResultChangeSet<Element> {
    var changes = ResultChangeSet<Element>()
    let kept = keptSections(event)
    changes.sectionDeletes = event.emptied.filter { !kept.contains($0.key) }
      .map { ResultChangeSet.Section(index: $0.value, name: $0.key) }
      .sorted { $0.index < $1.index }
    changes.sectionInserts = event.created.filter { !kept.contains($0) }
      .map { ResultChangeSet.Section(index: newIndex(ofSection: $0), name: $0) }
      .sorted { $0.index < $1.index }
    let lost = Set(changes.sectionDeletes.map(\.name))
    addRows(of: event, lostSections: lost, to: &changes)
    return changes
  }

  private func newIndex(ofSection name: String) -> Int {
    sectionHandles[name].map { sections.index(of: $0) } ?? 0
  }

  // MARK: - Sections

  /// The names of the sections that have only touched elements left and keep their position among
  /// the others. If such a section moves, it is deleted and inserted, because a delegate has no
  /// call for moving a section.
  private func keptSections(_ event: ResultEvent<Element>) -> Set<String> {
    let old = event.emptied.values.sorted()
    let new = event.created.map { (name: $0, index: newIndex(ofSection: $0)) }
      .sorted { $0.index < $1.index }
    var candidates: [(name: String, old: Int)] = []
    for (number, section) in new.enumerated() {
      guard let oldIndex = event.emptied[section.name] else { continue }
      let oldGap = oldIndex - old.partitioningIndex { $0 >= oldIndex }
      if oldGap == section.index - number { candidates.append((section.name, oldIndex)) }
    }
    return Set(LongestRun.indexes(of: candidates.map(\.old)).map { candidates[$0].name })
  }

  // MARK: - Rows

  private func addRows(
    of event: ResultEvent<Element>, lostSections: Set<String>,
    to changes: inout ResultChangeSet<Element>
  ) {
    let members = Set(event.arrivals.map(\.element))
    for departure in event.departures where !members.contains(departure.element) {
      changes.deletes.append(.init(element: departure.element, path: departure.path))
    }
    var stays = stayers(event, lostSections)
    let pinned = pin(event, lostSections, &stays)
    for (index, arrival) in event.arrivals.enumerated() {
      guard let old = arrival.old else {
        changes.inserts.append(.init(element: arrival.element, path: arrival.path))
        continue
      }
      if stays[index] {
        changes.updates.append(.init(element: arrival.element, path: old.path))
      } else {
        changes.moves.append(.init(element: arrival.element, from: old.path, to: arrival.path))
      }
    }
    changes.moves += pinned
    changes.moves.sort { $0.from < $1.from }
    changes.updates.sort { $0.path < $1.path }
  }

  /// For each element in `arrivals`, whether it keeps its section and its position among the
  /// elements that stay; as many as possible stay.
  private func stayers(
    _ event: ResultEvent<Element>, _ lostSections: Set<String>
  ) -> [Bool] {
    var candidates: [Int] = []
    for (index, arrival) in event.arrivals.enumerated() {
      guard let old = arrival.old, old.section == arrival.section, arrival.gap == arrival.oldGap,
        !lostSections.contains(old.section)
      else { continue }
      candidates.append(index)
    }
    var stays = [Bool](repeating: false, count: event.arrivals.count)
    let numbers = candidates.map { event.arrivals[$0].old?.index ?? 0 }
    for index in LongestRun.indexes(of: numbers) { stays[candidates[index]] = true }
    return stays
  }
}

extension Array {
  /// The index of the first element that satisfies a condition; the count if none does. If an
  /// element satisfies the condition, all later ones must too.
  func partitioningIndex(where condition: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
