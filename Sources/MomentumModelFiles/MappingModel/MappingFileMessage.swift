import MomentumDiagnostics

/// What reading a mapping model has to say, sorted by id.
enum MappingFileMessage: DiagnosticMessage, Hashable {
  case badArchive(String)
  case badValue(attribute: String, object: String)
  case lostObject(id: String, of: String)
  case noFile
  case notAMappingModel(found: String)
  case unknownExpression(of: String, reason: String)

  var id: String {
    switch self {
    case .badArchive: "mapping.bad-archive"
    case .badValue: "mapping.bad-value"
    case .lostObject: "mapping.lost-object"
    case .noFile: "mapping.no-file"
    case .notAMappingModel: "mapping.not-a-mapping-model"
    case .unknownExpression: "mapping.unknown-expression"
    }
  }

  var severity: Severity {
    switch self {
    case .badArchive, .noFile, .notAMappingModel, .unknownExpression: .error
    case .badValue, .lostObject: .warning
    }
  }

  var text: String {
    switch self {
    case .badArchive(let reason): "the compiled mapping model cannot be read: \(reason)"
    case .badValue(let attribute, let object):
      "the value of '\(attribute)' of a '\(object)' cannot be read; it is left out"
    case .lostObject(let id, let owner):
      "a '\(owner)' refers to an object '\(id)' that is not there, or belongs to another one; it is left out"
    case .noFile: "the folder holds no 'xcmapping.xml', the file of a mapping model"
    case .notAMappingModel(let found):
      "the file holds a '\(found)'; a mapping model holds an 'XDDEVMAPPINGMODEL' or, compiled, an 'NSMappingModel'"
    case .unknownExpression(let owner, let reason):
      "the expression of \(owner) cannot be decoded: \(reason)"
    }
  }
}
