/// The findings that a project had when it began to check its models: the file
/// `.momentum-baseline.json`.
///
/// ```json
/// {
///   "formatVersion": 1,
///   "findings": [
///     {"rule":"model.missing-inverse","bundle":"App/Shop.xcdatamodeld","version":"Shop 3","element":"Venue.city"}
///   ]
/// }
/// ```
///
/// A check hides these findings, so that only new ones are shown. An entry has no line number:
/// otherwise an edit above a finding would show the finding again.
package struct LintBaseline: Sendable, Hashable {
  /// The rule of a finding and the element that it is about.
  package struct Entry: Sendable, Hashable {
    /// The id of the finding.
    package var rule: String
    /// The path of the bundle, relative to the folder of `.momentum-baseline.json`.
    package var bundle: String
    /// The version of the model; `nil` for a finding about the bundle as a whole.
    package var version: String?
    /// The element, such as `Venue.rating`; `nil` for a finding about a version as a whole.
    package var element: String?

    package init(rule: String, bundle: String, version: String?, element: String?) {
      self.rule = rule
      self.bundle = bundle
      self.version = version
      self.element = element
    }
  }

  package static let fileName = ".momentum-baseline.json"
  static let formatVersion = 1

  /// The number of findings that each entry hides.
  package var counts: [Entry: Int]

  package init(counts: [Entry: Int] = [:]) { self.counts = counts }

  /// The number of findings that all entries together hide.
  package var findingsCount: Int {
    counts.values.reduce(0) { $0.addingReportingOverflow($1).partialValue }
  }

  package mutating func add(_ entry: Entry, count: Int = 1) {
    counts[entry] = counts[entry, default: 0].addingReportingOverflow(count).partialValue
  }
}

// MARK: - Entries that hide findings of a check

extension LintBaseline {
  /// The entries of a baseline while a check runs: each finding that an entry hides is subtracted
  /// from the entry.
  package struct Matching: Sendable {
    /// For each entry, the number of findings that the check has not found again so far.
    package private(set) var rest: [Entry: Int]
    private let byElement: [Entry: [Entry]]

    package init(_ baseline: LintBaseline) {
      rest = baseline.counts
      byElement = Dictionary(grouping: baseline.counts.keys.filter { $0.element != nil }) {
        $0.withoutVersion
      }.mapValues { $0.sorted() }
    }

    /// Returns the entry that hides a finding, and reduces by one the number of findings that the
    /// entry can still hide. Returns `nil` for a finding that no entry hides.
    ///
    /// A new version begins as a copy of another one and has the same findings. So an entry of
    /// another version also hides findings about the same element, unless the entry is about a
    /// version as a whole.
    package mutating func take(_ entry: Entry) -> Entry? {
      let others = entry.element == nil ? [] : byElement[entry.withoutVersion] ?? []
      for one in [entry] + others {
        guard let count = rest[one], count > 0 else { continue }
        rest[one] = count - 1
        return one
      }
      return nil
    }
  }
}

extension LintBaseline.Entry: Comparable {
  package static func < (left: LintBaseline.Entry, right: LintBaseline.Entry) -> Bool {
    (left.bundle, left.version ?? "", left.rule, left.element ?? "")
      < (right.bundle, right.version ?? "", right.rule, right.element ?? "")
  }

  fileprivate var withoutVersion: LintBaseline.Entry {
    LintBaseline.Entry(rule: rule, bundle: bundle, version: nil, element: element)
  }
}

/// The effect of a baseline in a run, for machine-readable formats.
package struct BaselineCounts: Sendable, Hashable {
  /// The number of findings that are hidden.
  package var hidden: Int
  /// The number of entries that hide no finding any more.
  package var stale: Int

  package init(hidden: Int, stale: Int) {
    self.hidden = hidden
    self.stale = stale
  }

  var json: JSONText { .object([("hidden", .integer(hidden)), ("stale", .integer(stale))]) }
}

// MARK: - As text

extension LintBaseline {
  /// The file's text: one entry a line, sorted, so that a diff of the file shows the entries that
  /// changed.
  package var text: String {
    let lines = counts.filter { $0.value > 0 }.sorted { $0.key < $1.key }.map { entry, count in
      var members: [(key: String, value: JSONText)] = [
        ("rule", .string(entry.rule)), ("bundle", .string(entry.bundle)),
      ]
      if let version = entry.version { members.append(("version", .string(version))) }
      if let element = entry.element { members.append(("element", .string(element))) }
      if count > 1 { members.append(("count", .integer(count))) }
      return "\n    " + JSONText.object(members).compact
    }
    let list = lines.isEmpty ? "[]" : "[\(lines.joined(separator: ","))\n  ]"
    return "{\n  \"formatVersion\": \(LintBaseline.formatVersion),\n  \"findings\": \(list)\n}\n"
  }
}
