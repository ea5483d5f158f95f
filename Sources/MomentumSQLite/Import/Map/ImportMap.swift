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
struct ImportMap: Sendable {
  /// How one kind of foreign object becomes an object of an entity.
  struct Rule: Sendable {
    var entity: EntityID
    /// The key path of what tells its objects apart; `nil` where nothing refers to them.
    var id: [String]?
    var attributes: [(name: String, attribute: Attribute?, source: Source)] = []
    var relationships: [(name: String, relationship: RelationshipID, link: Link)] = []
  }

  enum Source: Sendable {
    case key([String], DateForm)
    case value(JSONNode.Value)
  }

  enum Link: Sendable {
    /// Ids of objects that another rule makes.
    case ids([String], separator: String?)
    /// The objects themselves.
    indirect case objects([String], Rule)
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

  /// `file` is the name of one of several files.
  var rules: [(file: String?, path: [String], rule: Rule)]

  static func keys(_ path: String) -> [String] {
    path.isEmpty
      ? [] : path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }
}
