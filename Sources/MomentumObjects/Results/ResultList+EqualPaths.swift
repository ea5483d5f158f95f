// A move never has the same path before and after in one section (observed: release notes and a
// radar): such an object is reported as an update. The elements that it passed must then be
// reported as moves, or a table that follows the changes would have another order than the list.

extension ResultList {
  /// Marks moved elements that have the same path before and after the event as staying. Returns
  /// moves of the untouched elements that they passed; touched elements that they passed are marked
  /// as moving.
  ///
  ///     [A X B]  →  delete A, X goes after B  →  [B X]: B moves from 2 to 0, X is an update at 1
  func pin(
    _ event: ResultEvent<Element>, _ lostSections: Set<String>, _ stays: inout [Bool]
  ) -> [ResultChangeSet<Element>.Move] {
    let pinned = event.arrivals.indices.filter { index in
      guard !stays[index], let old = event.arrivals[index].old else { return false }
      return old.path == event.arrivals[index].path
        && old.section == event.arrivals[index].section && !lostSections.contains(old.section)
    }
    guard !pinned.isEmpty else { return [] }
    // In a section that was not deleted, equal paths mean equal indexes of the section.
    var rowsBySection: [Int: [Int]] = [:]
    for index in pinned {
      let path = event.arrivals[index].path
      rowsBySection[path.section, default: []].append(path.row)
    }
    for (index, arrival) in event.arrivals.enumerated() where stays[index] {
      guard let old = arrival.old, let rows = rowsBySection[old.path.section] else { continue }
      if crosses(rows, old.path.row, arrival.path.row) { stays[index] = false }
    }
    for index in pinned { stays[index] = true }
    return passedMoves(event, pinned, rowsBySection)
  }

  private func passedMoves(
    _ event: ResultEvent<Element>, _ pinned: [Int], _ rowsBySection: [Int: [Int]]
  ) -> [ResultChangeSet<Element>.Move] {
    // `departuresBefore[n]` is the number of untouched elements before `event.departures[n]`.
    let departuresBefore = event.departures.enumerated().map { $1.index - $0 }
    let arrivalGaps = event.arrivals.map(\.gap)
    var moves: [ResultChangeSet<Element>.Move] = []
    var next = 0
    let ranges = pinned.map { index -> Range<Int> in
      let arrival = event.arrivals[index]
      return min(arrival.gap, arrival.oldGap)..<max(arrival.gap, arrival.oldGap)
    }
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      for untouched in max(next, range.lowerBound)..<max(next, range.upperBound) {
        let oldIndex = untouched + departuresBefore.partitioningIndex { $0 > untouched }
        let index = untouched + arrivalGaps.partitioningIndex { $0 > untouched }
        guard let handle = rows.handle(at: index), let element = elements[Int(handle)] else {
          continue
        }
        let to = path(ofHandle: handle)
        let from = ResultPath(to.section, oldIndex - oldStart(ofSectionAt: to.section, event))
        guard let rows = rowsBySection[to.section], crosses(rows, from.row, to.row) else {
          continue
        }
        moves.append(.init(element: element, from: from, to: to))
      }
      next = max(next, range.upperBound)
    }
    return moves
  }

  /// Whether an element with these rows before and after the event passed one of the rows.
  private func crosses(_ rows: [Int], _ old: Int, _ new: Int) -> Bool {
    // The arrivals are ascending in the list, so the rows are too.
    let (low, high) = (Swift.min(old, new), Swift.max(old, new))
    let index = rows.partitioningIndex { $0 > low }
    return index < rows.count && rows[index] < high
  }

  private func oldStart(ofSectionAt index: Int, _ event: ResultEvent<Element>) -> Int {
    guard sectionName != nil, let handle = sections.handle(at: index) else { return 0 }
    return event.oldPlaces[name(ofSection: handle)]?.start ?? 0
  }
}
