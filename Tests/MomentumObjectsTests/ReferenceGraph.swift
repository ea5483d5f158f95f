/// The objects of the office model, kept in the plainest way: each relationship is stored once.
///
/// It shares no code and no design with contexts, so that both can be wrong only in different ways.
struct ReferenceGraph: Equatable {
  enum Kind: String, CaseIterable {
    case person = "Person"
    case manager = "Manager"
    case company = "Company"
    case tag = "Tag"
    case note = "Note"
  }

  var kinds: [Int: Kind] = [:]
  var names: [Int: String] = [:]
  var ages: [Int: Int64] = [:]
  /// The company of each person.
  var companies: [Int: Int] = [:]
  /// Both directions of each pair.
  var partners: [Int: Int] = [:]
  /// Persons with their tags.
  var tags: Set<Pair> = []
  /// The notes of each person in their order.
  var notes: [Int: [Int]] = [:]

  struct Pair: Hashable {
    var person: Int
    var tag: Int
  }

  func objects(_ kinds: Set<Kind>) -> [Int] {
    self.kinds.filter { kinds.contains($0.value) }.keys.sorted()
  }

  func author(of note: Int) -> Int? { notes.first { $0.value.contains(note) }?.key }
  func people(of company: Int) -> Set<Int> {
    Set(companies.filter { $0.value == company }.keys)
  }
  func tags(of person: Int) -> Set<Int> {
    Set(tags.filter { $0.person == person }.map(\.tag))
  }
  func people(ofTag tag: Int) -> Set<Int> {
    Set(tags.filter { $0.tag == tag }.map(\.person))
  }

  // MARK: - Changes

  mutating func setPartner(_ person: Int, _ other: Int?) {
    guard partners[person] != other else { return }
    if let old = partners[person] { partners[old] = nil }
    partners[person] = nil
    guard let other else { return }
    if let old = partners[other] { partners[old] = nil }
    partners[other] = nil
    partners[person] = other
    partners[other] = person
  }

  mutating func setAuthor(_ note: Int, _ person: Int?) {
    let old = author(of: note)
    guard old != person else { return }
    if let old { notes[old]?.removeAll { $0 == note } }
    if let person { notes[person, default: []].append(note) }
  }

  mutating func setNotes(_ person: Int, _ list: [Int]) {
    for note in list where author(of: note) != person { setAuthor(note, nil) }
    notes[person] = list
  }

  mutating func setTags(_ person: Int, _ list: Set<Int>) {
    tags = tags.filter { $0.person != person }
    for tag in list { tags.insert(Pair(person: person, tag: tag)) }
  }

  mutating func delete(_ object: Int) {
    guard let kind = kinds[object] else { return }
    switch kind {
    case .person, .manager:
      for note in notes[object] ?? [] { remove(note) }
      notes[object] = nil
      setPartner(object, nil)
      companies[object] = nil
      tags = tags.filter { $0.person != object }
    case .company: companies = companies.filter { $0.value != object }
    case .tag: tags = tags.filter { $0.tag != object }
    case .note: setAuthor(object, nil)
    }
    remove(object)
  }

  private mutating func remove(_ object: Int) {
    kinds[object] = nil
    names[object] = nil
    ages[object] = nil
  }

  /// Whether a save must fail: a note has no author.
  var isInvalid: Bool { objects([.note]).contains { author(of: $0) == nil } }
}
