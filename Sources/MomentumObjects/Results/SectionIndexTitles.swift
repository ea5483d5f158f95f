/// The letters beside a table with which a user jumps to a section.
///
///     let titles = SectionIndexTitles(sections: ["apples", "", "pears"])
///     print(titles.all)                               // ["A", "P"]
///     print(try titles.section(for: "P", at: 1))      // 2
package struct SectionIndexTitles: Sendable, Hashable {
  /// The titles that are not empty, in the order of the sections.
  package let all: [String]
  /// The index of the section for each of the titles.
  private let sections: [Int]

  /// - Parameter title: Returns the title for a section's name; `nil` for the default, which is the
  ///   first letter.
  package init(sections names: [String], title: ((String) -> String?)? = nil) {
    var titles: [String] = []
    var sections: [Int] = []
    for (index, name) in names.enumerated() {
      let text = (title ?? Self.title)(name) ?? ""
      guard !text.isEmpty else { continue }
      titles.append(text)
      sections.append(index)
    }
    all = titles
    self.sections = sections
  }

  /// The default title of a section: the first letter of its name as a capital; `nil` for an empty
  /// name.
  package static func title(forSection name: String) -> String? {
    name.first.map { String($0).uppercased() }
  }

  /// The index of the section for a title. Throws if the title does not have this index.
  package func section(for title: String, at index: Int) throws(SectionIndexTitleError) -> Int {
    guard all.indices.contains(index), all[index] == title else {
      throw SectionIndexTitleError(title: title, index: index, count: all.count)
    }
    return sections[index]
  }
}

/// The error for a title that is not at the given index.
package struct SectionIndexTitleError: Error, Sendable, Hashable, CustomStringConvertible {
  package var title: String
  package var index: Int
  package var count: Int

  package var description: String {
    "no section index title '\(title)' at index \(index) of \(count)"
  }
}
