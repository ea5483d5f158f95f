internal import MomentumDiagnostics
internal import MomentumModel

/// The rules of a mapping file: where JSON or CSV of another form has the objects of a model.
///
///     {"objects": [
///       {"path": "data.shops", "entity": "Venue", "id": "slug",
///        "attributes": {"name": "title", "opened": {"key": "since", "date": "dd.MM.yyyy"},
///                       "favorite": {"value": false}},
///        "relationships": {"tags": "tag_ids",
///                          "location": {"key": "geo", "object": {"attributes": {"city": "town"}}}}}
///     ]}
///
/// `"match": "slug"`, in a rule or in a relationship, finds objects of the store.
struct ImportMap: Sendable {
  /// A key path in the imported JSON, or the name of a column in the imported CSV.
  struct Path: Sendable {
    var keys: [String]
    /// The position of the path in the mapping file.
    var range: SourceRange
    /// Whether all objects may lack the path. A path that is not optional and never found is an
    /// error.
    var isOptional: Bool
    /// The path's index among all paths of the mapping file.
    var number: Int

    var text: String { keys.joined(separator: ".") }
  }

  /// Describes how one kind of object in the imported file becomes an object of an entity.
  struct Rule: Sendable {
    var entity: EntityID
    /// The key path of the objects' ids; `nil` if no relationship refers to the objects.
    var id: Path?
    /// Attributes whose values identify an object of the store; if empty, every object is new.
    var match: [String] = []
    var attributes: [(name: String, attribute: Attribute, source: Source)] = []
    var relationships: [(name: String, relationship: RelationshipID, link: Link)] = []
  }

  enum Source: Sendable {
    case key(Path, DateForm)
    case value(JSONNode.Value)
  }

  enum Link: Sendable {
    /// The value has the ids of objects that another rule of the mapping file makes.
    case ids(Path, separator: String?)
    /// The value has values of an attribute that identify the destinations, which are in the store
    /// or which another rule makes.
    case matches(Path, attribute: String, separator: String?)
    /// The value has the destinations themselves, as nested objects.
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
    /// ISO 8601, or seconds since 2001-01-01 UTC.
    case standard
    /// Seconds since 1970-01-01 UTC.
    case unix
    case unixMilliseconds
    /// Dates in UTC by a pattern such as `dd.MM.yyyy HH:mm`.
    case pattern(String)
  }

  /// A rule of the mapping file and the list of objects to which it applies. `file` is the file
  /// with the list; `nil` if only one file is imported.
  struct Entry: Sendable {
    var file: (name: String, range: SourceRange)?
    /// The path to the list of objects.
    var path: Path
    var rule: Rule
    var range: SourceRange
  }

  let source: SourceFile
  var entries: [Entry]
  /// The number of paths in the mapping file.
  var pathCount: Int

  static func keys(_ path: String) -> [String] {
    path.isEmpty
      ? [] : path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }
}
