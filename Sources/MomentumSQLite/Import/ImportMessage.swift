internal import MomentumDiagnostics

/// What an import has to say, sorted by id.
enum ImportMessage: DiagnosticMessage {
  case abstractEntity(String)
  case conflict(relationship: String, inverse: String)
  case countTooSmall(relationship: String, minimum: Int)
  case countTooLarge(relationship: String, maximum: Int)
  case csvSyntax(String)
  case danglingID(String, near: String?)
  case derivedAttribute(String)
  case duplicateID(String)
  case duplicateKey(Int64, entity: String)
  case expected(String, found: String)
  case fieldCount(expected: Int, found: Int)
  case givenTwice(relationship: String, object: String)
  case mapFile(String, among: [String], near: String?)
  case mapKey(String, file: String, isColumn: Bool, near: String?)
  case mapPath(String, file: String, near: String?)
  case matchedTwice(entity: String, attributes: [String])
  case matchesSeveral(entity: String, attributes: [String])
  case matchesNone(entity: String, attributes: [String])
  case matchNeedsValue(String)
  case missingKey(String, of: String)
  case missingValue(property: String, entity: String)
  case notStored(property: String)
  case outOfRange(property: String, rule: String)
  case refused(String)
  case repeatedColumn(String)
  case repeatedDestination(String)
  case toManyForToOne(String)
  case toOneForToMany(String)
  case unknownEntity(String, near: String?)
  case unknownKey(String, near: String?)
  case unknownProperty(kind: String, name: String, entity: String, near: String?)
  case unsupportedType(property: String, type: String)
  case wrongDestination(relationship: String, expected: String, found: String)
  case wrongType(property: String, expected: String, found: String)

  var severity: Severity { .error }

  var id: String {
    switch self {
    case .abstractEntity: "import.abstract-entity"
    case .conflict: "import.conflict"
    case .countTooSmall, .countTooLarge: "import.count"
    case .csvSyntax: "import.csv-syntax"
    case .danglingID: "import.dangling-id"
    case .derivedAttribute: "import.derived-attribute"
    case .duplicateID: "import.duplicate-id"
    case .duplicateKey: "import.duplicate-key"
    case .expected: "import.expected"
    case .fieldCount: "import.field-count"
    case .givenTwice: "import.given-twice"
    case .mapFile: "import.map-file"
    case .mapKey: "import.map-key"
    case .mapPath: "import.map-path"
    case .matchedTwice: "import.matched-twice"
    case .matchesSeveral: "import.matches-several"
    case .matchesNone: "import.matches-none"
    case .matchNeedsValue: "import.match-value"
    case .missingKey: "import.missing-key"
    case .missingValue: "import.missing-value"
    case .notStored: "import.not-stored"
    case .outOfRange: "import.out-of-range"
    case .refused: "import.refused"
    case .repeatedColumn: "import.repeated-column"
    case .repeatedDestination: "import.repeated-destination"
    case .toManyForToOne: "import.list-for-to-one"
    case .toOneForToMany: "import.value-for-to-many"
    case .unknownEntity: "import.unknown-entity"
    case .unknownKey: "import.unknown-key"
    case .unknownProperty: "import.unknown-property"
    case .unsupportedType: "import.unsupported-type"
    case .wrongDestination: "import.wrong-destination"
    case .wrongType: "import.wrong-type"
    }
  }

  var text: String {
    switch self {
    case .abstractEntity(let name): "entity '\(name)' is abstract and cannot have objects"
    case .conflict(let relationship, let inverse):
      "'\(relationship)' and its inverse '\(inverse)' have to say the same"
    case .countTooSmall(let relationship, let minimum):
      "relationship '\(relationship)' needs at least \(minimum) objects"
    case .countTooLarge(let relationship, let maximum):
      "relationship '\(relationship)' can have at most \(maximum) objects"
    case .csvSyntax(let what): what
    case .danglingID(let id, let near): "no object has the id '\(id)'" + Self.hint(near)
    case .derivedAttribute(let name):
      "attribute '\(name)' is derived; its value is computed and cannot be given"
    case .duplicateID(let id): "the id '\(id)' belongs to another object already"
    case .duplicateKey(let key, let entity):
      "the key \(key) of entity '\(entity)' belongs to another object already"
    case .expected(let what, let found): "expected \(what), not \(found)"
    case .fieldCount(let expected, let found):
      "the number of fields has to be \(expected), as in the first line, not \(found)"
    case .givenTwice(let relationship, let object):
      "to-one relationship '\(relationship)' of \(object) can lead to one object only"
    case .mapFile(let name, let names, let near):
      "no file '\(name)' is among \(names.joined(separator: ", "))" + Self.hint(near)
    case .mapKey(let key, let file, let isColumn, let near):
      (isColumn ? "no column '\(key)' in '\(file)'" : "no object of '\(file)' has the key '\(key)'")
        + Self.hint(near)
    case .mapPath(let path, let file, let near):
      "no key '\(path)' leads to objects in '\(file)'" + Self.hint(near)
    case .matchedTwice(let entity, let names):
      "two objects of the file have the same \(Self.list(names)) and would be one object of entity '\(entity)'"
    case .matchesSeveral(let entity, let names):
      "several objects of entity '\(entity)' have the same \(Self.list(names)), by which one is looked for"
    case .matchesNone(let entity, let names):
      "no object of entity '\(entity)', in the store or in the file, has this \(Self.list(names))"
    case .matchNeedsValue(let name): "an object that is matched by '\(name)' needs a value for it"
    case .missingKey(let key, let owner): "\(owner) needs the key '\(key)'"
    case .missingValue(let property, let entity):
      "'\(property)' of entity '\(entity)' is not optional and needs a value"
    case .notStored(let name): "'\(name)' is not stored and cannot be given"
    case .outOfRange(let property, let rule): "the value of '\(property)' has to be \(rule)"
    case .refused(let why): why
    case .repeatedColumn(let name): "the column '\(name)' can stand in a file once"
    case .repeatedDestination(let id): "the id '\(id)' can stand in a relationship once"
    case .toManyForToOne(let name): "relationship '\(name)' is to-one and takes one id, not a list"
    case .toOneForToMany(let name): "relationship '\(name)' is to-many and takes a list of ids"
    case .unknownEntity(let name, let near): "no entity '\(name)' in the model" + Self.hint(near)
    case .unknownKey(let name, let near): "no key '\(name)' is known here" + Self.hint(near)
    case .unknownProperty(let kind, let name, let entity, let near):
      "no \(kind) '\(name)' in entity '\(entity)'" + Self.hint(near)
    case .unsupportedType(let property, let type):
      "values of type \(type) cannot be imported, as for '\(property)'"
    case .wrongDestination(let relationship, let expected, let found):
      "relationship '\(relationship)' leads to '\(expected)', not to '\(found)'"
    case .wrongType(let property, let expected, let found):
      "'\(property)' takes \(expected), not \(found)"
    }
  }

  private static func list(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }

  private static func hint(_ near: String?) -> String {
    near.map { "; did you mean '\($0)'?" } ?? ""
  }
}
