/// The severity of a finding.
///
/// ```swift
/// for finding in diagnostics.all where finding.severity >= .warning { print(finding.text) }
/// ```
public enum Severity: String, Sendable, Hashable, Comparable, CaseIterable {
  /// A matter of style, shown only on request (`momentum check --pedantic`).
  case info
  /// A fact worth knowing; nothing is wrong.
  case note
  /// Something that is probably wrong.
  case warning
  /// Something that prevents the work, such as a name that the model does not have.
  case error

  /// Orders the severities: `info`, `note`, `warning`, `error`.
  public static func < (left: Severity, right: Severity) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .info: 0
    case .note: 1
    case .warning: 2
    case .error: 3
    }
  }
}

/// A message that a stage of the compiler reports. Each stage has a type of its own, and makes all
/// its messages in one place.
package protocol DiagnosticMessage: Sendable {
  /// A stable name such as `model.missing-inverse`. The wording of the message may change, but not
  /// this name.
  var id: String { get }
  var severity: Severity { get }
  /// The message: one phrase in lower case without a final period, with names in single quotes.
  var text: String { get }
}

/// A finding, with its place, notes at further places, and likely repairs.
///
/// ```swift
/// for finding in diagnostics.all where finding.severity == .error {
///   print(finding.id, finding.text, finding.location?.file.path ?? "")
/// }
/// ```
public struct Diagnostic: Sendable, Hashable {
  /// A second place that explains the finding.
  public struct Note: Sendable, Hashable {
    /// The connection of the place with the finding: a phrase in lower case.
    public var text: String
    /// The place; `nil` for a note without a place in a file.
    public var location: SourceLocation?

    package init(_ text: String, at location: SourceLocation? = nil) {
      self.text = text
      self.location = location
    }
  }

  /// A very likely repair: a text that replaces a range.
  public struct FixIt: Sendable, Hashable {
    /// The effect of the repair: a phrase in lower case.
    public var text: String
    /// The range that is replaced; an empty range for an insertion.
    public var location: SourceLocation
    /// The text that replaces the range.
    public var replacement: String

    package init(_ text: String, replace location: SourceLocation, with replacement: String) {
      self.text = text
      self.location = location
      self.replacement = replacement
    }
  }

  /// The stable name of the kind of finding, such as `model.missing-inverse`.
  public var id: String
  /// How grave the finding is.
  public var severity: Severity
  /// The message: a phrase in lower case without a final period, with names in single quotes.
  public var text: String
  /// The place; `nil` for a finding without a place in a file, for example a missing option.
  public var location: SourceLocation?
  /// Further places that explain the finding.
  public var notes: [Note]
  /// The likely repairs; empty if none is very likely.
  public var fixIts: [FixIt]

  package init(
    _ message: some DiagnosticMessage, at location: SourceLocation? = nil,
    notes: [Note] = [], fixIts: [FixIt] = []
  ) {
    id = message.id
    severity = message.severity
    text = message.text
    self.location = location?.written
    self.notes = notes.map { Note($0.text, at: $0.location?.written) }
    self.fixIts = fixIts.filter { !$0.location.file.isGenerated }
  }

  /// The same finding, with every place in the embedded text mapped to the file that contains it.
  package func relocated(from embedded: EmbeddedText) -> Diagnostic {
    var copy = self
    copy.location = location.map { embedded.location(of: $0.range) }
    copy.notes = notes.map { note in
      Note(note.text, at: note.location.map { embedded.location(of: $0.range) })
    }
    // The replacement is decoded text, which may have to be encoded in the outer file. So it
    // becomes a note, which a person can follow.
    copy.notes += fixIts.map {
      Note(
        "fix-it: \($0.text): write '\($0.replacement)'",
        at: embedded.location(of: $0.location.range))
    }
    copy.fixIts = []
    return copy
  }
}

/// The findings of one run, in the order in which the stages made them.
///
/// ```swift
/// var diagnostics = Diagnostics()
/// let compiled = CompiledModel.compile(SourceFile(path: "contents", text: text), &diagnostics)
/// for finding in diagnostics.all { print(finding.severity, finding.text) }
/// ```
public struct Diagnostics: Sendable, Hashable {
  /// The findings in their order.
  public private(set) var all: [Diagnostic] = []

  /// Makes an empty list.
  public init() {}

  package var isEmpty: Bool { all.isEmpty }
  /// Whether at least one finding is an error.
  public var hasErrors: Bool { all.contains { $0.severity == .error } }

  package mutating func report(_ diagnostic: Diagnostic) {
    all.append(diagnostic)
  }

  package mutating func report(
    _ message: some DiagnosticMessage, at location: SourceLocation? = nil,
    notes: [Diagnostic.Note] = [], fixIts: [Diagnostic.FixIt] = []
  ) {
    all.append(Diagnostic(message, at: location, notes: notes, fixIts: fixIts))
  }

  /// Removes the findings with an id at a place, which an earlier stage reported, because a later
  /// stage reports a better one there.
  package mutating func withdraw(id: String, at location: SourceLocation) {
    all.removeAll { $0.id == id && $0.location == location }
  }

  /// The findings of a severity and above.
  package func from(_ least: Severity) -> Diagnostics {
    var result = self
    result.all.removeAll { $0.severity < least }
    return result
  }

  package mutating func append(contentsOf other: Diagnostics) {
    all += other.all
  }
}
