/// The object at which a section's name begins a second time: the list is not sorted by section.
///
/// Core Data reports it as error 134060 with this reason (observed: logs in four projects).
package struct SectionOrderError: Error, Sendable, Hashable, CustomStringConvertible {
  package static let code = 134060

  /// The index of the object in the whole list.
  package var index: Int
  package var name: String

  /// The text of Core Data's log, in which the quote is closed after the sentence.
  package var reason: String {
    "The fetched object at index \(index) has an out of order section name '\(name). "
      + "Objects must be sorted by section name'"
  }

  package var description: String { reason }
  /// The line that Core Data writes to the log besides throwing the error.
  package var logLine: String {
    "CoreData: error: (NSFetchedResultsController) \(reason)"
  }
}

/// A section: a run of neighbours with the same section name.
package struct ResultSection: Sendable, Hashable {
  package var name: String
  package var count: Int

  package init(_ name: String, count: Int) {
    self.name = name
    self.count = count
  }

  /// The sections of a sorted list, from the section names of its elements.
  static func runs(of names: some Sequence<String>) throws(SectionOrderError) -> [ResultSection] {
    var sections: [ResultSection] = []
    var begun: Set<String> = []
    for (index, name) in names.enumerated() {
      if sections.last?.name == name {
        sections[sections.count - 1].count += 1
      } else if begun.insert(name).inserted {
        sections.append(ResultSection(name, count: 1))
      } else {
        throw SectionOrderError(index: index, name: name)
      }
    }
    return sections
  }

  /// The line that Core Data writes to the log if an object has no section name.
  ///
  /// Source: the first half is observed in logs; the rest in two public reimplementations.
  package static func unnamedLine(keyPath: String) -> String {
    "(NSFetchedResultsController) A section returned nil value for section name key path "
      + "'\(keyPath)'. Objects will be placed in unnamed section"
  }
}
