import MomentumDiagnostics

/// What reading a compiled model has to say, sorted by id.
enum CompiledModelMessage: DiagnosticMessage, Hashable {
  case badArchive(reason: String)
  case noModel(found: String)
  case lostEntity(String, of: String)
  case lostExpression(String)
  case lostProperty(String, kind: String)
  case optimizedModel

  var id: String {
    switch self {
    case .badArchive: "compiled.bad-archive"
    case .noModel: "compiled.no-model"
    case .lostEntity: "compiled.lost-entity"
    case .lostExpression: "compiled.lost-expression"
    case .lostProperty: "compiled.lost-property"
    case .optimizedModel: "compiled.optimized-model"
    }
  }

  var severity: Severity {
    switch self {
    case .badArchive, .noModel, .lostEntity, .optimizedModel: .error
    case .lostExpression, .lostProperty: .warning
    }
  }

  var text: String {
    switch self {
    case .badArchive(let reason): "the compiled model cannot be read: \(reason)"
    case .noModel(let found):
      "the archive holds a '\(found)'; a compiled model holds a 'NSManagedObjectModel'"
    case .lostEntity(let name, let owner):
      "\(owner) refers to an entity '\(name)' that is not there"
    case .lostExpression(let owner):
      "the archived predicate or expression of \(owner) is of an unknown kind; it is left out"
    case .lostProperty(let owner, let kind):
      "\(owner) is of the unknown kind '\(kind)'; it is left out"
    case .optimizedModel:
      "an optimized model cannot be read; give the '.mom' file that stands beside it"
    }
  }
}
