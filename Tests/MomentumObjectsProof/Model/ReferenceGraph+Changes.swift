extension ReferenceGraph {
  mutating func insert(_ object: Int, _ kind: Kind) {
    kinds[object] = kind
    values[object] = Values()
    if ReferenceGraph.persons.contains(kind) { values[object]?.age = 18 }
  }

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

  /// The note leaves its place, and comes last among the notes of its new author.
  mutating func setAuthor(_ note: Int, _ person: Int?) {
    let old = author(of: note)
    guard old != person else { return }
    if let old { setList(old, (notes[old] ?? []).filter { $0 != note }) }
    if let person { setList(person, (notes[person] ?? []) + [note]) }
  }

  mutating func setNotes(_ person: Int, _ list: [Int]) {
    for note in list where author(of: note) != person { setAuthor(note, nil) }
    setList(person, list)
  }

  private mutating func setList(_ person: Int, _ list: [Int]) {
    notes[person] = list.isEmpty ? nil : list
  }

  mutating func setTags(_ person: Int, _ list: [Int]) {
    tags = tags.filter { $0.person != person }
    for tag in list { tags.insert(Pair(person: person, other: tag)) }
  }

  mutating func setReports(_ boss: Int, _ list: [Int]) {
    bosses = bosses.filter { $0.value != boss }
    for person in list { bosses[person] = boss }
  }

  mutating func setMentors(_ person: Int, _ list: [Int]) {
    mentors = mentors.filter { $0.person != person }
    for mentor in list { mentors.insert(Pair(person: person, other: mentor)) }
  }

  /// Deletes an object by the delete rules: the notes of a person and the replies of a note go too.
  mutating func delete(_ object: Int) {
    guard let kind = kinds.removeValue(forKey: object) else { return }
    switch kind {
    case .person, .manager:
      for note in notes[object] ?? [] { delete(note) }
      notes[object] = nil
      setPartner(object, nil)
      companies[object] = nil
      bosses[object] = nil
      bosses = bosses.filter { $0.value != object }
      tags = tags.filter { $0.person != object }
      mentors = mentors.filter { $0.person != object && $0.other != object }
    case .company: companies = companies.filter { $0.value != object }
    case .tag: tags = tags.filter { $0.other != object }
    case .note:
      for reply in replies(of: object) { delete(reply) }
      parents[object] = nil
      setAuthor(object, nil)
    }
    values[object] = nil
  }
}
