/// The objects of a fetched results controller: a sorted list with sections that is changed by
/// events instead of being sorted again.
///
/// The time for an event depends on the number of its objects, and only logarithmically on the
/// length of the list.
///
///     var list = try ResultList(people, order: byTeamAndName, sectionName: { $0.team })
///     let changes = try list.digest([ResultTouch(ann, isMember: true)])
///     for step in changes.steps { send(step) }
package struct ResultList<Element: Hashable> {
  typealias Handle = OrderTree.Handle

  /// Negative if the first element comes first, 0 if their order does not matter. It is called with
  /// the present values of the elements.
  let order: (Element, Element) -> Int
  /// The section of an element by its present values; `nil` for a list without sections.
  let sectionName: ((Element) -> String?)?

  var rows: OrderTree
  /// The elements by handle in `rows`; `nil` for a handle that is not in use.
  var elements: [Element?]
  var handles: [Element: Handle]

  var sections = OrderTree()
  /// The names of the sections by handle in `sections`.
  var names: [String] = []
  var sectionHandles: [String: Handle] = [:]
  /// The handle in `sections` by handle in `rows`; empty for a list without sections.
  var sectionOfRow: [Handle] = []

  /// Makes a list of fetched elements, which are in order already.
  ///
  /// - Parameter sectionName: Returns the name of an element's section; an element for which it
  ///   returns `nil` gets the section "". If the closure itself is `nil`, the list has one section
  ///   without a name.
  package init(
    _ fetched: some Sequence<Element>, order: @escaping (Element, Element) -> Int,
    sectionName: ((Element) -> String?)? = nil
  ) throws(SectionOrderError) {
    self.order = order
    self.sectionName = sectionName
    var handles: [Element: Handle] = [:]
    var elements: [Element?] = []
    // Leave out repeated elements: an element that occurs twice would have two paths.
    for element in fetched where handles[element] == nil {
      handles[element] = Handle(clamping: elements.count)
      elements.append(element)
    }
    self.handles = handles
    self.elements = elements
    rows = OrderTree(count: elements.count)
    try fillSections()
  }

  /// Removes all elements and sections.
  package mutating func removeAll() {
    self = ResultList(emptyWith: order, sectionName)
  }

  private init(
    emptyWith order: @escaping (Element, Element) -> Int, _ sectionName: ((Element) -> String?)?
  ) {
    self.order = order
    self.sectionName = sectionName
    handles = [:]
    elements = []
    rows = OrderTree(count: 0)
  }

  private mutating func fillSections() throws(SectionOrderError) {
    guard let sectionName else { return }
    let names = elements.lazy.compactMap { $0 }.map { sectionName($0) ?? "" }
    for section in try ResultSection.runs(of: names) {
      let handle = sections.insert(at: sections.count, weight: section.count)
      register(section.name, handle)
      sectionOfRow += Array(repeating: handle, count: section.count)
    }
  }

  /// Replaces the whole content, as fetching again does. Throws without a change if the sections
  /// are out of order.
  package mutating func refetch(
    _ fetched: some Sequence<Element>
  ) throws(SectionOrderError) {
    self = try ResultList(fetched, order: order, sectionName: sectionName)
  }

  func name(ofSection handle: Handle) -> String { names[Int(handle)] }

  mutating func register(_ name: String, _ handle: Handle) {
    if Int(handle) == names.count { names.append(name) } else { names[Int(handle)] = name }
    sectionHandles[name] = handle
  }
}

// MARK: - Reading

extension ResultList {
  package var count: Int { rows.count }
  package var isEmpty: Bool { rows.count == 0 }

  /// All elements in order. Takes time proportional to the length of the list.
  package var all: [Element] { rows.handles.compactMap { elements[Int($0)] } }

  /// The element at an index of the whole list; `nil` outside the list.
  package subscript(index: Int) -> Element? {
    rows.handle(at: index).flatMap { elements[Int($0)] }
  }

  /// The number of sections, none of which is empty; 1 for a list without sections.
  package var sectionCount: Int { sectionName == nil ? 1 : sections.count }

  package func section(at index: Int) -> ResultSection? {
    guard sectionName != nil else { return index == 0 ? ResultSection("", count: count) : nil }
    return sections.handle(at: index).map {
      ResultSection(name(ofSection: $0), count: sections.weight(of: $0))
    }
  }

  package var allSections: [ResultSection] {
    guard sectionName != nil else { return [ResultSection("", count: count)] }
    return sections.handles.map {
      ResultSection(name(ofSection: $0), count: sections.weight(of: $0))
    }
  }

  /// The path of an element; `nil` if the list does not have it.
  package func path(of element: Element) -> ResultPath? {
    handles[element].map { path(ofHandle: $0) }
  }

  /// The element at a path; `nil` outside the list.
  package subscript(path: ResultPath) -> Element? {
    guard let section = section(at: path.section), 0..<section.count ~= path.row else { return nil }
    let start = sections.handle(at: path.section).map { sections.place(of: $0).weight } ?? 0
    return self[start + path.row]
  }

  func path(ofHandle handle: Handle) -> ResultPath {
    let index = rows.index(of: handle)
    guard sectionName != nil else { return ResultPath(0, index) }
    let (section, start) = sections.place(of: sectionOfRow[Int(handle)])
    return ResultPath(section, index - start)
  }
}
