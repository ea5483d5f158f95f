extension SourceScan {
  /// The sites of all files, by the index of the file. A site whose subject is not shown in its own
  /// file gets the subject that uses in other files show.
  package func resolved(_ sites: [[ScanSite]]) -> [[ScanSite]] {
    let open = Set(sites.joined().filter(\.isOpen).compactMap(\.boundName))
    guard !open.isEmpty else { return sites }
    let names = BoundNames(project, open)
    var subjects: [String: Set<Subject>] = [:]
    for index in project.units.indices {
      for (name, found) in names.subjects(inUnit: index) {
        subjects[name, default: []].formUnion(found)
      }
    }
    return sites.map { list in
      list.map { site in
        guard site.isOpen, let name = site.boundName, let found = subjects[name],
          let subject = SourceScan.one(of: found)
        else { return site }
        var result = site
        result.subject = subject
        result.certainty = .shown
        return result
      }
    }
  }

  /// The only entity among subjects; if there is none, another kind of objects. `nil` if there are
  /// several entities.
  private static func one(of subjects: Set<Subject>) -> Subject? {
    let entities = subjects.filter { if case .entity = $0 { true } else { false } }
    if entities.count > 1 { return nil }
    return entities.first ?? (subjects.contains(.foreign) ? .foreign : subjects.first)
  }
}

extension ScanSite {
  /// Whether nothing shows for certain what the site is about.
  fileprivate var isOpen: Bool { !subject.isKnown || certainty == .assumed }
}
