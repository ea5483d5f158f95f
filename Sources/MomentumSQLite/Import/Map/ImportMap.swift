internal import MomentumDiagnostics
internal import MomentumModel

/// The rules of a mapping file: where in JSON of another form the objects of a model are.
///
///     {"objects": [
///       {"path": "data.shops", "entity": "Venue", "id": "slug",
///        "attributes": {"name": "title", "opened": {"key": "since", "date": "dd.MM.yyyy"},
///                       "favorite": {"value": false}},
///        "relationships": {"tags": "tag_ids",
///                          "location": {"key": "geo", "object": {"attributes": {"city": "town"}}}}}
///     ]}
///
/// Objects of the store are found by `"match": "slug"`, in a rule and in a relationship.
struct ImportMap: Sendable {
  /// A key path as the mapping file has it, or the name of a column.
  struct Path: Sendable {
    var keys: [String]
    /// In the mapping file.
    var range: SourceRange
    /// Whether no object need have it. Without the word a path that leads nowhere is a mistake.
    var isOptional = false
    /// Among all paths of the mapping file.
    var number: Int

    var text: String { keys.joined(separator: ".") }
  }

  /// How one kind of foreign object becomes an object of an entity.
  struct Rule: Sendable {
    var entity: EntityID
    /// The key path of what tells its objects apart; `nil` where nothing refers to them.
    var id: Path?
    /// Attributes whose values say which object of the store it is; without them every object is new.
    var match: [String] = []
    var attributes: [(name: String, attribute: Attribute?, source: Source)] = []
    var relationships: [(name: String, relationship: RelationshipID, link: Link)] = []
  }

  enum Source: Sendable {
    case key(Path, DateForm)
    case value(JSONNode.Value)
  }

  enum Link: Sendable {
    /// Ids of objects that another rule makes.
    case ids(Path, separator: String?)
    /// Values of an attribute of the objects, which are in the store or which another rule makes.
    case matches(Path, attribute: String, separator: String?)
    /// The objects themselves.
    indirect case objects(Path, Rule)

    var path: Path {
      switch self {
      case .ids(let path, _), .matches(let path, _, _), .objects(let path, _): path
      }
    }

    var separator: String? {
      switch self {
      case .ids(_, let separator), .matches(_, _, let separator): separator
      case .objects: nil
      }
    }
  }

  /// How dates are written.
  enum DateForm: Sendable, Hashable {
    /// ISO 8601, or seconds since 2001.
    case standard
    /// Seconds since 1970.
    case unix
    case unixMilliseconds
    /// `dd.MM.yyyy HH:mm`, in UTC
    case pattern(String)
  }

  /// A rule of the list, with the file that it is for, where there are several.
  struct Entry: Sendable {
    var file: (name: String, range: SourceRange)?
    /// To the list of objects.
    var path: Path
    var rule: Rule
    var range: SourceRange
  }

  let source: SourceFile
  var entries: [Entry]
  /// How many paths the file has.
  var pathCount: Int

  static func keys(_ path: String) -> [String] {
    path.isEmpty
      ? [] : path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }
}
