/// An element that an event changed, inserted, deleted or refreshed.
package struct ResultTouch<Element> {
  package var element: Element
  /// Whether the element belongs in the list after the event: it exists and satisfies the
  /// predicate.
  package var isMember: Bool

  package init(_ element: Element, isMember: Bool) {
    self.element = element
    self.isMember = isMember
  }
}

extension ResultTouch: Sendable where Element: Sendable {}

/// A touched element that was in the list before the event.
struct ResultDeparture<Element> {
  var element: Element
  /// The index in the whole list before the event.
  var index: Int
  var path: ResultPath
  var section: String
}

/// A touched element that is in the list after the event.
struct ResultArrival<Element> {
  var element: Element
  var section: String
  /// The same element in the list before the event; `nil` if it was not in the list.
  var old: ResultDeparture<Element>?
  /// The number of untouched elements that precede this element before the event; `gap` is their
  /// number after the event.
  var oldGap: Int
  var gap = 0
  /// The path after the event.
  var path = ResultPath(0, 0)
}

extension ResultList {
  /// Applies one event and returns what it changed.
  ///
  /// Untouched elements keep their order. A touched element that was and stays in the list is a
  /// move if its section or its position among the others changes, otherwise an update. Throws
  /// without a change if a section name would be out of order.
  package mutating func digest(
    _ touched: some Sequence<ResultTouch<Element>>
  ) throws(SectionOrderError) -> ResultChangeSet<Element> {
    let (members, departures) = sorted(touched)
    guard !members.isEmpty || !departures.isEmpty else { return ResultChangeSet() }
    var event = ResultEvent(departures: departures)
    event.oldPlaces = places(ofSectionsOf: departures)
    for departure in departures { remove(departure.element) }
    event.emptied = event.oldPlaces.filter { sectionHandles[$0.key] == nil }.mapValues(\.index)
    event.arrivals = placed(members, departures)
    do throws(SectionOrderError) {
      event.created = try insertAll(event.arrivals)
    } catch {
      undo(event)
      throw error
    }
    for index in event.arrivals.indices {
      guard let handle = handles[event.arrivals[index].element] else { continue }
      event.arrivals[index].path = path(ofHandle: handle)
    }
    return changes(of: event)
  }

  /// The touched elements that are members after the event, and those that were in the list before
  /// it, the latter in its order.
  private func sorted(
    _ touched: some Sequence<ResultTouch<Element>>
  ) -> (members: [Element], departures: [ResultDeparture<Element>]) {
    var isMember: [Element: Bool] = [:]
    var members: [Element] = []
    var departures: [ResultDeparture<Element>] = []
    for touch in touched where isMember.updateValue(touch.isMember, forKey: touch.element) == nil {
      if touch.isMember { members.append(touch.element) }
      guard let handle = handles[touch.element] else { continue }
      departures.append(
        ResultDeparture(
          element: touch.element, index: rows.index(of: handle), path: path(ofHandle: handle),
          section: sectionName == nil ? "" : name(ofSection: sectionOfRow[Int(handle)])))
    }
    departures.sort { $0.index < $1.index }
    return (members, departures)
  }

  /// The positions before the event of the sections in which touched elements are.
  private func places(
    ofSectionsOf departures: [ResultDeparture<Element>]
  ) -> [String: (index: Int, start: Int)] {
    var places: [String: (index: Int, start: Int)] = [:]
    guard sectionName != nil else { return places }
    for departure in departures where places[departure.section] == nil {
      guard let handle = sectionHandles[departure.section] else { continue }
      let place = sections.place(of: handle)
      places[departure.section] = (place.index, place.weight)
    }
    return places
  }

  // MARK: - Places of touched elements

  /// The touched elements in their order after the event; the list has only untouched elements
  /// meanwhile.
  ///
  /// Elements that compare as equal keep their old order; new ones follow them.
  private func placed(
    _ members: [Element], _ departures: [ResultDeparture<Element>]
  ) -> [ResultArrival<Element>] {
    var old: [Element: (departure: ResultDeparture<Element>, gap: Int)] = [:]
    for (number, departure) in departures.enumerated() {
      // All elements before this one are untouched, except `number` earlier departures.
      old[departure.element] = (departure, departure.index - number)
    }
    var arrivals = members.map { element in
      let old = old[element]
      return ResultArrival(
        element: element, section: sectionName.map { $0(element) ?? "" } ?? "",
        old: old?.departure, oldGap: old?.gap ?? rows.count)
    }
    for index in arrivals.indices {
      arrivals[index].gap = gap(of: arrivals[index])
    }
    let positions = arrivals.indices.sorted { one, other in
      let (left, right) = (arrivals[one], arrivals[other])
      if left.gap != right.gap { return left.gap < right.gap }
      let order = order(left.element, right.element)
      if order != 0 { return order < 0 }
      let (leftIndex, rightIndex) = (left.old?.index ?? Int.max, right.old?.index ?? Int.max)
      return leftIndex != rightIndex ? leftIndex < rightIndex : one < other
    }
    return positions.map { arrivals[$0] }
  }

  /// The number of untouched elements that come before an element, by its present values.
  private func gap(of arrival: ResultArrival<Element>) -> Int {
    rows.firstIndex { handle, index in
      guard let other = elements[Int(handle)] else { return false }
      let order = order(arrival.element, other)
      return order != 0 ? order < 0 : index >= arrival.oldGap
    }
  }

  // MARK: - Changes of the list

  private mutating func remove(_ element: Element) {
    guard let handle = handles.removeValue(forKey: element) else { return }
    rows.remove(handle)
    elements[Int(handle)] = nil
    guard sectionName != nil else { return }
    let section = sectionOfRow[Int(handle)]
    let count = sections.weight(of: section) - 1
    if count > 0 { return sections.setWeight(count, of: section) }
    sectionHandles[name(ofSection: section)] = nil
    sections.remove(section)
  }

  /// Inserts elements in ascending order. Returns the names of the sections that it made.
  private mutating func insertAll(
    _ arrivals: [ResultArrival<Element>]
  ) throws(SectionOrderError) -> Set<String> {
    var created: Set<String> = []
    for (number, arrival) in arrivals.enumerated() {
      let index = arrival.gap + number
      guard sectionName != nil else {
        insert(arrival.element, at: index)
        continue
      }
      let place: SectionPlace
      do throws(SectionOrderError) {
        place = try self.place(ofSection: arrival.section, at: index)
      } catch {
        for inserted in arrivals[..<number] { remove(inserted.element) }
        throw error
      }
      switch place {
      case .existing(let section): insert(arrival.element, at: index, section)
      case .new(let sectionIndex):
        let section = sections.insert(at: sectionIndex, weight: 0)
        register(arrival.section, section)
        created.insert(arrival.section)
        insert(arrival.element, at: index, section)
      }
    }
    return created
  }

  private mutating func insert(_ element: Element, at index: Int, _ section: Handle? = nil) {
    let handle = rows.insert(at: index)
    handles[element] = handle
    if Int(handle) == elements.count {
      elements.append(element)
    } else {
      elements[Int(handle)] = element
    }
    guard let section else { return }
    if Int(handle) == sectionOfRow.count {
      sectionOfRow.append(section)
    } else {
      sectionOfRow[Int(handle)] = section
    }
    sections.setWeight(sections.weight(of: section) + 1, of: section)
  }

  private enum SectionPlace {
    case existing(Handle)
    /// A section to be made at this index.
    case new(Int)
  }

  /// The section for an element at an index of the list: the one of the element before or after it,
  /// or a new one between them.
  private func place(
    ofSection name: String, at index: Int
  ) throws(SectionOrderError) -> SectionPlace {
    let before = rows.handle(at: index - 1).map { sectionOfRow[Int($0)] }
    let after = rows.handle(at: index).map { sectionOfRow[Int($0)] }
    if let handle = sectionHandles[name] {
      guard handle == before || handle == after else {
        throw SectionOrderError(index: index, name: name)
      }
      return .existing(handle)
    }
    if let after, before == after {
      throw SectionOrderError(index: index + 1, name: self.name(ofSection: after))
    }
    return .new(before.map { sections.index(of: $0) + 1 } ?? 0)
  }

  /// Puts the removed elements back. Their sections were in order before, so this cannot throw.
  private mutating func undo(_ event: ResultEvent<Element>) {
    let arrivals = event.departures.enumerated().map { number, departure in
      ResultArrival(
        element: departure.element, section: departure.section, old: departure,
        oldGap: departure.index - number, gap: departure.index - number)
    }
    _ = try? insertAll(arrivals)
  }
}
