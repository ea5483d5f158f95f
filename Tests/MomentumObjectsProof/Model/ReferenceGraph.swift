/// The objects of ``ProofModel``, kept in the plainest way: each relationship is stored once.
///
/// It shares no code and no design with contexts and stores, so that both can be wrong only in
/// different ways.
package struct ReferenceGraph: Equatable {
  package enum Kind: String, CaseIterable {
    case person = "Person"
    case manager = "Manager"
    case company = "Company"
    case tag = "Tag"
    case note = "Note"
  }

  /// The attributes of an object; those of other kinds stay `nil`.
  struct Values: Equatable {
    var name: String?
    var age: Int64?
    var level: Int64?
    var word: String?
    var rank: Int64?
    var text: String?
  }

  struct Pair: Hashable {
    var person: Int
    var other: Int
  }

  var kinds: [Int: Kind] = [:]
  var values: [Int: Values] = [:]
  /// The company of each person.
  var companies: [Int: Int] = [:]
  /// Both directions of each pair.
  var partners: [Int: Int] = [:]
  /// The boss of each person.
  var bosses: [Int: Int] = [:]
  /// Persons with their tags.
  var tags: Set<Pair> = []
  /// Students (`person`) with their mentors (`other`).
  var mentors: Set<Pair> = []
  /// The notes of each person in their order; persons without notes have no entry.
  var notes: [Int: [Int]] = [:]
  /// The note that each reply answers.
  var parents: [Int: Int] = [:]

  static let persons: Set<Kind> = [.person, .manager]

  func objects(_ kinds: Set<Kind>) -> [Int] {
    self.kinds.filter { kinds.contains($0.value) }.keys.sorted()
  }

  func author(of note: Int) -> Int? { notes.first { $0.value.contains(note) }?.key }

  private func keys(_ links: [Int: Int], of target: Int) -> Set<Int> {
    Set(links.filter { $0.value == target }.keys)
  }

  func people(of company: Int) -> Set<Int> { keys(companies, of: company) }
  func reports(of boss: Int) -> Set<Int> { keys(bosses, of: boss) }
  func replies(of note: Int) -> Set<Int> { keys(parents, of: note) }
  func tags(of person: Int) -> Set<Int> {
    Set(tags.filter { $0.person == person }.map(\.other))
  }
  func people(ofTag tag: Int) -> Set<Int> {
    Set(tags.filter { $0.other == tag }.map(\.person))
  }
  func mentors(of person: Int) -> Set<Int> {
    Set(mentors.filter { $0.person == person }.map(\.other))
  }
  func students(of person: Int) -> Set<Int> {
    Set(mentors.filter { $0.other == person }.map(\.person))
  }

  /// Whether a save must fail: a note has no author, or two tags have one word.
  var isInvalid: Bool { hasNoteWithoutAuthor || hasEqualWords }
  var hasNoteWithoutAuthor: Bool { objects([.note]).contains { author(of: $0) == nil } }
  var hasEqualWords: Bool {
    let words = objects([.tag]).compactMap { values[$0]?.word }
    return Set(words).count < words.count
  }

  /// The objects whose rows two graphs keep differently, among those that both have. The members
  /// of a to-many relationship count for their owner, too.
  func changedObjects(since old: ReferenceGraph) -> Set<Int> {
    Set(kinds.keys.filter { old.kinds[$0] != nil && row(of: $0) != old.row(of: $0) })
  }

  /// All that belongs to one object.
  struct Row: Equatable {
    var values: Values?
    var one: [Int?]
    var many: [Set<Int>]
    var ordered: [Int]
  }

  func row(of object: Int) -> Row {
    Row(
      values: values[object],
      one: [
        companies[object], partners[object], bosses[object], parents[object], author(of: object),
      ],
      many: [
        people(of: object), reports(of: object), replies(of: object), tags(of: object),
        people(ofTag: object), mentors(of: object), students(of: object),
      ], ordered: notes[object] ?? [])
  }
}
