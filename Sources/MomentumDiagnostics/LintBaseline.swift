/// The findings that a project had when it began to check its models: the file `.momentum-baseline.json`.
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
/// A check hides what stands here, so that only new findings are seen. Lines take no part in an entry: an edit
/// above a finding does not bring it back.
public struct LintBaseline: Sendable, Hashable {
  /// What a finding is about.
  public struct Entry: Sendable, Hashable {
    /// The id of the finding.
    public var rule: String
    /// The bundle's path from the folder of the file.
    public var bundle: String
    /// `nil` for a finding about the bundle as a whole.
    public var version: String?
    /// `Venue.rating`; `nil` for a finding about a version as a whole.
    public var element: String?

    public init(rule: String, bundle: String, version: String?, element: String?) {
      self.rule = rule
      self.bundle = bundle
      self.version = version
      self.element = element
    }
  }

  public static let fileName = ".momentum-baseline.json"
  static let formatVersion = 1

  /// How many findings each entry stands for.
  public var counts: [Entry: Int]

  public init(counts: [Entry: Int] = [:]) { self.counts = counts }

  /// The sum of all entries.
  public var findingsCount: Int {
    counts.values.reduce(0) { $0.addingReportingOverflow($1).partialValue }
  }

  public mutating func add(_ entry: Entry, count: Int = 1) {
    counts[entry] = counts[entry, default: 0].addingReportingOverflow(count).partialValue
  }
}

// MARK: - What a check finds again

extension LintBaseline {
  /// The entries of a file while a check takes findings from it.
  public struct Matching: Sendable {
    /// How many findings of each entry were not met yet.
    public private(set) var rest: [Entry: Int]
    private let byElement: [Entry: [Entry]]

    public init(_ baseline: LintBaseline) {
      rest = baseline.counts
      byElement = Dictionary(grouping: baseline.counts.keys.filter { $0.element != nil }) {
        $0.withoutVersion
      }.mapValues { $0.sorted() }
    }

    /// The entry that a finding belongs to, which then stands for one finding less; `nil` for a new finding.
    ///
    /// A new version begins as a copy of another one and has its findings. An entry of another version therefore
    /// counts for the same element, unless it is about the version as a whole.
    public mutating func take(_ entry: Entry) -> Entry? {
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
  public static func < (left: LintBaseline.Entry, right: LintBaseline.Entry) -> Bool {
    (left.bundle, left.version ?? "", left.rule, left.element ?? "")
      < (right.bundle, right.version ?? "", right.rule, right.element ?? "")
  }

  fileprivate var withoutVersion: LintBaseline.Entry {
    LintBaseline.Entry(rule: rule, bundle: bundle, version: nil, element: element)
  }
}

/// What a baseline did in a run, for formats that programs read.
public struct BaselineCounts: Sendable, Hashable {
  /// Findings that are not shown.
  public var hidden: Int
  /// Entries without a finding.
  public var stale: Int

  public init(hidden: Int, stale: Int) {
    self.hidden = hidden
    self.stale = stale
  }

  var json: JSONText { .object([("hidden", .integer(hidden)), ("stale", .integer(stale))]) }
}

// MARK: - As text

extension LintBaseline {
  /// The file: an entry a line, sorted, so that a change of it reads as a change of entries.
  public var text: String {
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
