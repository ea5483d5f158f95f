import MomentumDiagnostics
import MomentumPredicate
import MomentumQuery

/// What the compilation of a request in words has to say, sorted by id.
///
/// Where Core Data refuses a request, its own sentence stands first.
enum RequestMessage: DiagnosticMessage {
  case aggregateOfAll(String, aggregate: String)
  case duplicateName(String)
  case emptySelection
  case groupBesideToMany(String)
  case groupByAggregate(String)
  case groupNeedsDictionaries
  case groupNotSelected(String)
  case groupOverToMany(String)
  case havingWithoutGroup
  case ignoredOption(String, needs: String)
  case immutable(String)
  case noEntity
  /// The text of what is not grouped, `nil` where nothing is selected.
  case notGrouped(String?)
  case prefetchLength(max: Int)
  case propertyOfObjects(String)
  case resultType(String, found: String, wanted: String)
  case selectionName
  case selectionWithoutAs(String, rewrite: String)
  case severalKeys(String, keys: [String], what: String)
  case sortAggregate(String)
  case sortComparison(SortComparison, type: String)
  case sortDirection(String, near: String?)
  case sortNotGrouped(String)
  case sortOverToMany(String)
  case sortSpelling(String, rewrite: String)
  case sortSelector(String, near: String?)
  case sortWordTwice(String)
  case toManyToFetch(String)
  case tooLong(bytesMax: Int)
  case unknownEntity(String, near: String?)
  case unknownRelationship(String, entity: String, near: String?)
  case unknownResultType(String, near: String?)
  case unknownStoredRequest(String, near: String?)
  case unusableStoredRequest(String)
  case variableInSelection(String)

  var severity: Severity {
    switch self {
    case .aggregateOfAll, .ignoredOption, .sortComparison: .warning
    case .duplicateName, .emptySelection, .groupBesideToMany, .groupByAggregate,
      .groupNeedsDictionaries,
      .groupNotSelected, .resultType, .unknownResultType, .groupOverToMany,
      .havingWithoutGroup, .immutable, .noEntity, .notGrouped, .prefetchLength,
      .propertyOfObjects, .selectionName, .selectionWithoutAs, .severalKeys, .sortAggregate,
      .sortDirection, .sortNotGrouped, .sortOverToMany,
      .sortSelector, .sortSpelling, .sortWordTwice, .toManyToFetch, .tooLong, .unknownEntity,
      .unknownRelationship,
      .unknownStoredRequest, .unusableStoredRequest, .variableInSelection:
      .error
    }
  }

  var id: String {
    switch self {
    case .aggregateOfAll: "request.aggregate-of-all"
    case .duplicateName: "request.duplicate-name"
    case .emptySelection: "request.empty-selection"
    case .groupBesideToMany: "request.group-beside-to-many"
    case .groupByAggregate: "request.group-by-aggregate"
    case .groupNeedsDictionaries: "request.group-needs-dictionaries"
    case .groupNotSelected: "request.group-not-selected"
    case .groupOverToMany: "request.group-over-to-many"
    case .havingWithoutGroup: "request.having-without-group"
    case .ignoredOption: "request.ignored-option"
    case .immutable: "request.immutable"
    case .noEntity: "request.no-entity"
    case .notGrouped: "request.not-grouped"
    case .prefetchLength: "request.prefetch-length"
    case .propertyOfObjects: "request.property-of-objects"
    case .resultType, .unknownResultType: "request.result-type"
    case .selectionName, .selectionWithoutAs: "request.selection-name"
    case .severalKeys: "request.several-keys"
    case .sortAggregate: "request.sort-aggregate"
    case .sortComparison: "request.sort-comparison"
    case .sortDirection, .sortSpelling: "request.sort-direction"
    case .sortNotGrouped: "request.sort-not-grouped"
    case .sortOverToMany: "request.sort-over-to-many"
    case .sortSelector: "request.sort-selector"
    case .sortWordTwice: "request.sort-word-twice"
    case .toManyToFetch: "request.to-many-to-fetch"
    case .tooLong: "request.too-long"
    case .unknownEntity: "request.unknown-entity"
    case .unknownRelationship: "request.unknown-relationship"
    case .unknownStoredRequest: "request.unknown-stored-request"
    case .unusableStoredRequest: "request.unusable-stored-request"
    case .variableInSelection: "request.variable-in-selection"
    }
  }

  var text: String {
    switch self {
    case .aggregateOfAll(let text, let aggregate):
      "'\(aggregate)' makes one row of all, and '\(text)' in it is that of any of them; group by it, or leave it out"
    case .duplicateName(let name):
      "two selected properties have the name '\(name)', on which Core Data recurses until it crashes; name one with AS"
    case .emptySelection:
      "a selection is a key path, 'objectID' or an expression, with or without AS and a name"
    case .groupBesideToMany(let text):
      "'\(text)' reaches many values of each object, whose group cannot be found by an expression; group by properties alone"
    case .groupByAggregate(let text):
      "'\(text)' is made of all objects of a group, so it makes none; group by what each object has"
    case .groupNotSelected(let text):
      "'\(text)' is no property and none of the selected expressions; select it, and group by its name"
    case .groupNeedsDictionaries:
      "groups are fetched as dictionaries only: a group is no object and has no ID"
    case .groupOverToMany(let path):
      "'\(path)' reaches many values; objects are grouped by attributes and to-one objects"
    case .havingWithoutGroup: "a predicate over groups needs a GROUP BY"
    case .ignoredOption(let what, let needs):
      "\(what) has a meaning for \(needs) only and is left out"
    case .immutable(let name):
      "fetch request '\(name)' belongs to the model and cannot be changed; change a copy of it"
    case .noEntity: "a request needs an entity, or the name of a stored fetch request"
    case .notGrouped(let text):
      "SELECT clauses in queries with GROUP BY components can only contain properties named in the GROUP BY or aggregate functions"
        + (text.map { " ('\($0)' is neither)" } ?? "; select some of them")
    case .prefetchLength(let max): "a path to prefetch has at most \(max) relationships"
    case .propertyOfObjects(let text):
      "'\(text)' cannot be fetched into objects, which take attributes and to-one relationships of their own; fetch dictionaries"
    case .resultType(let text, let found, let wanted):
      "'\(text)' is \(found), which is not given as \(wanted)"
    case .unknownResultType(let name, let near):
      "no attribute type is named '\(name)'" + (near.map { "; did you mean '\($0)'?" } ?? "")
    case .selectionName:
      "the name behind AS is one word of letters, digits and underscores, or stands in quotes"
    case .selectionWithoutAs(let text, let rewrite):
      "'\(text)' is a key path and a name, with AS between them; write '\(rewrite)'"
    case .severalKeys(let text, let keys, let what):
      "'\(text)' is \(keys.count) \(what); give each by itself, as "
        + keys.prefix(3).map { "'\($0)'" }.joined(separator: " and ")
    case .sortAggregate(let path):
      "'\(path)' is computed, and a sort key is stored; select '\(path) AS total' and sort by 'total'"
    case .sortComparison(let comparison, let type):
      "'\(comparison.rawValue)' compares strings and has no meaning for \(type); it is left out"
    case .sortDirection(let text, let near):
      "'\(text)' is no direction; a sort key ends in ':asc' or ':desc'"
        + (near.map { "; did you mean '\($0)'?" } ?? "")
    case .sortNotGrouped(let path):
      "'\(path)' differs within a group; groups are sorted by what they are grouped by, or by a selected name"
    case .sortOverToMany(let path): "'\(path)' reaches many values; a sort key reaches one"
    case .sortSelector(let selector, let near):
      "unsupported NSSortDescriptor selector: \(selector)"
        + (near.map { "; did you mean '\($0)'?" }
          ?? "; known are \(SortComparison.allCases.map(\.rawValue).joined(separator: " "))")
    case .sortSpelling(let text, let rewrite):
      "'\(text)' is no sort key; write '\(rewrite)'"
    case .sortWordTwice(let word):
      "a sort key takes one direction and one comparison, and '\(word)' is a second one"
    case .toManyToFetch(let path):
      "Invalid to-many relationship in setPropertiesToFetch: '\(path)' reaches many values; count or sum them, as in 'count:(\(path))'"
    case .tooLong(let bytesMax):
      "the SQL of the request would be longer than \(bytesMax) bytes, because SQL writes an operand of some computations twice; nest them less"
    case .unknownEntity(let name, let near):
      "the model has no entity '\(name)'" + (near.map { "; did you mean '\($0)'?" } ?? "")
    case .unknownRelationship(let name, let entity, let near):
      "no relationship '\(name)' to prefetch in entity '\(entity)'"
        + (near.map { "; did you mean '\($0)'?" } ?? "")
    case .unknownStoredRequest(let name, let near):
      "the model has no fetch request '\(name)'" + (near.map { "; did you mean '\($0)'?" } ?? "")
    case .unusableStoredRequest(let name):
      "the predicate of fetch request '\(name)' has errors; 'momentum check' shows them"
    case .variableInSelection(let name):
      "'$\(name)' has no value in a selection; write the value itself"
    }
  }
}
