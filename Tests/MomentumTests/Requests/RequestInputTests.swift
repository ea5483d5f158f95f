import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumQuery
import MomentumSQL
import MomentumStore
import MomentumTestSupport
import Testing

/// Requests of every form as SQL, in three layouts, with the meaning of each column: whole texts, so that a
/// changed branch shows as a changed line.
///
/// That the statements find the right rows is held by the cases of rows; here is held that all of them are looked at.
@Suite struct RequestInputTests {
  private let compiled: CompiledModel

  init() throws {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "contents", text: RequestInputTable.contents)
    compiled = try #require(
      CompiledModel.compile(source, &diagnostics), "\(TextRenderer().render(diagnostics.all))")
  }

  @Test func everyRequestHasItsTexts() throws {
    var lines: [String] = []
    for request in RequestInputTable.all {
      lines.append("== \(request.line)")
      lines += texts(of: request)
    }
    try RepositoryFiles.expectGolden(
      lines.joined(separator: "\n") + "\n", at: "Tests/Cases/Requests/requests.txt")
  }

  private func texts(of request: RequestInput) -> [String] {
    var diagnostics = Diagnostics()
    guard let first = compiled.compile(request, &diagnostics) else {
      return diagnostics.all.map { "\($0.severity.rawValue) \($0.text)" }
    }
    var lines = [first.sql.text]
    if !first.sql.bindings.isEmpty {
      lines.append("  binds " + first.sql.bindings.map(\.debugText).joined(separator: ", "))
    }
    if request.result == .dictionaries || request.result == nil {
      lines.append("  gives " + first.columns.map(text).joined(separator: ", "))
    }
    var ignored = Diagnostics()
    for dialect in [SQLDialect.sqlite, .postgreSQL] {
      if let other = compiled.compile(request, target: .plain(dialect), &ignored) {
        lines.append("plain-\(dialect.name): \(other.sql.text)")
      }
    }
    for (name, options) in [
      ("in memory", QueryOptions(nullSemantics: .foundation)), ("plainly", QueryOptions(rules: [])),
    ] {
      if let other = compiled.compile(request, options: options, &ignored),
        other.sql.text != first.sql.text
      {
        lines.append("\(name): \(other.sql.text)")
      }
    }
    return lines + followUps(of: first)
  }

  private func followUps(of fetch: CompiledFetch) -> [String] {
    let lowering = FetchRequestLowering(model: compiled.model, schema: compiled.schema)
    var lines: [String] = []
    if fetch.request.batchSize != nil {
      lines.append("keys: \(print(lowering.lowerKeys(of: fetch.request)))")
      lines.append("batch: \(print(lowering.lowerBatch(of: fetch.request, keys: [3, 4])))")
    }
    for path in fetch.request.prefetchedRelationships {
      for step in path {
        guard let prefetch = lowering.lowerPrefetch(of: step, keys: [5]) else { continue }
        lines.append(
          "prefetch \(name(step)), link \(prefetch.linkColumn): \(print(prefetch.statement))")
      }
    }
    return lines
  }

  private func print(_ lowered: LoweredFetchRequest) -> String {
    SQLPrinter.print(lowered.select, dialect: .coreData).text
  }

  private func name(_ id: RelationshipID) -> String {
    "\(compiled.model[id.entity].name).\(compiled.model[id].name)"
  }

  private func text(_ column: FetchColumn) -> String {
    switch column {
    case .constant(let value): "\(value)"
    case .entityNumber: "entity"
    case .primaryKey: "key"
    case .optimisticLock: "lock"
    case .attribute(let id): compiled.model[id].name
    case .compositeElement(let id, let path, let type):
      "\(compiled.model[id].name).\(path.joined(separator: ".")) \(type.xmlName)"
    case .toOne(let id): "key of \(name(id))"
    case .toOneEntity(let id): "entity of \(name(id))"
    case .value(let name, let type): "'\(name)' \(type.name(in: compiled.model))"
    case .count: "count"
    }
  }

  // MARK: - Names of a store

  /// Generated code reads a row by place: its columns stand in the order of the computed names, whatever a store
  /// calls them.
  @Test func theColumnsOfARowKeepTheirPlacesUnderOtherNames() throws {
    let model = compiled.model
    let staff = try #require(model.entity(named: "Staff"))
    let person = try #require(model.entity(named: "Person"))
    let boss = try #require(model.entity(named: "Boss"))
    func attribute(_ entity: EntityID, _ name: String) throws -> AttributeID {
      AttributeID(
        entity, try #require(model[entity].attributes.firstIndex { $0.name == name }))
    }
    func link(_ entity: EntityID, _ name: String) throws -> RelationshipID {
      RelationshipID(
        entity, try #require(model[entity].relationships.firstIndex { $0.name == name }))
    }
    func texts(_ own: StoreSchema) -> [String] {
      let layout = QueryLayout.coreData(model, own, computed: compiled.schema)
      return [staff, boss].map { entity in
        let request = FetchRequest(entity: entity, includesSubentities: false)
        let lowered = FetchRequestLowering(layout: layout).lower(request)
        let text = print(lowered)
        return text.components(separatedBy: " FROM ")[0]
      }
    }
    let usual = texts(compiled.schema)
    #expect(
      usual == [
        "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZBADGE, t0.ZBORN, t0.ZISPAID, t0.ZLATITUDE, t0.ZLEVEL, t0.ZLONGITUDE, t0.ZNAME, t0.ZSALARY, t0.ZSTREET, t0.ZDESK, t0.ZOFFICE",
        "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZBADGE, t0.ZBONUS, t0.ZBORN, t0.ZISPAID, t0.ZLATITUDE, t0.ZLEVEL, t0.ZLONGITUDE, t0.ZNAME, t0.ZSALARY, t0.ZSTREET, t0.ZDEPUTY, t0.Z3_DEPUTY, t0.ZDESK, t0.ZOFFICE",
      ])
    var own = compiled.schema
    own.attributeColumns[try attribute(person, "name")] = "ZAAA"
    own.attributeColumns[try attribute(staff, "badge")] = "ZZZ"
    let home = try attribute(person, "home")
    own.compositeColumns[home]?[0].column = "ZAB"
    own.relationships[try link(staff, "office")] = .foreignKey(ForeignKey(column: "ZACITY"))
    // This store does not keep the entity of the key.
    own.relationships[try link(boss, "deputy")] = .foreignKey(ForeignKey(column: "ZZDEPUTY"))
    let renamed = usual.map { text in
      [
        ("ZNAME", "ZAAA"), ("ZBADGE", "ZZZ"), ("ZSTREET", "ZAB"), ("ZOFFICE", "ZACITY"),
        ("t0.Z3_DEPUTY", "?"), ("ZDEPUTY", "ZZDEPUTY"),
      ].reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
    #expect(texts(own) == renamed)
  }

  /// The numbers of an entity and those below it are a range, unless others stand between in this store.
  @Test func aFamilyIsARangeOfNumbersOrAList() throws {
    let staff = try #require(compiled.model.entity(named: "Staff"))
    func condition(_ schema: StoreSchema, alone: Bool = false) -> String {
      let request = FetchRequest(entity: staff, includesSubentities: !alone)
      let text = print(FetchRequestLowering(model: compiled.model, schema: schema).lower(request))
      return text.components(separatedBy: " WHERE ").dropFirst().joined()
    }
    #expect(condition(compiled.schema).contains(">= ? AND"))
    #expect(condition(compiled.schema, alone: true).contains("t0.Z_ENT = ?"))
    var own = compiled.schema
    let numbers = own.entities[staff.index].familyNumbers
    own.entities[staff.index].familyNumbers = numbers.lowerBound...(numbers.upperBound + 2)
    #expect(condition(own).contains("t0.Z_ENT IN (?,?)"))
    #expect(condition(own, alone: true).contains("t0.Z_ENT = ?"))
  }

  /// A chain of more than 200 conditions is cut into so many parts of equal size.
  @Test(arguments: [(199, 0), (200, 0), (201, 100), (400, 200), (401, 134), (600, 200)])
  func aLongChainIsCutIntoParts(_ count: Int, _ parts: Int) throws {
    var diagnostics = Diagnostics()
    let predicate = (0..<count).map { "number == \($0)" }.joined(separator: " OR ")
    let fetch = try #require(
      compiled.compile(
        RequestInput(entity: "Desk", predicate: predicate, result: .ids), &diagnostics))
    #expect(fetch.sql.text.filter { $0 == "(" }.count - 1 == parts)
    #expect(fetch.sql.bindings.count == count)
  }

  // MARK: - Statements of a store

  @Test func everyEntityAndRelationshipHasItsStatements() throws {
    let statements = StoreStatements(model: compiled.model, schema: compiled.schema)
    var lines: [String] = []
    for id in compiled.model.entityIDs {
      lines.append("== \(compiled.model[id].name)")
      let changed: Set<StatementParameter> = Set(
        statements.insert(id).parameters.filter {
          switch $0 {
          case .attribute, .compositeElement, .toOne, .keyEntity, .owner, .position: true
          case _: false
          }
        }.prefix(3))
      lines += [
        statements.insert(id), statements.update(id, changed: changed),
        statements.update(id, changed: []), statements.delete(id), statements.fault(id),
      ].map(text)
      for conflict in StoreStatements.BatchConflict.allCases {
        lines.append("\(conflict): \(text(statements.batchInsert(id, conflict: conflict)))")
      }
      for index in compiled.model[id].relationships.indices {
        let link = RelationshipID(id, index)
        let pair = StoreStatements.Pair(source: 7, destination: 8)
        for (word, statement) in [
          ("fault", statements.toManyFault(link)), ("add", statements.insertJoinRow(link)),
          ("remove", statements.deleteJoinRow(link)),
          ("remove one", statements.deleteJoinRow(link, pair)),
        ] {
          if let statement { lines.append("\(word) \(name(link)): \(text(statement))") }
        }
      }
    }
    lines.append("== all")
    lines += [
      StoreStatements.begin, StoreStatements.commit, StoreStatements.rollback,
      StoreStatements.metadata,
      StoreStatements.highestKey, StoreStatements.allocateKeys,
    ].map(text)
    lines += (StoreStatements.firstSave + StoreStatements.afterSave).map(text)
    for framework in [FrameworkVersion(400), FrameworkVersion(nil)] {
      lines.append("== opening")
      lines += StoreStatements.opening(framework: framework).map(text)
    }
    try RepositoryFiles.expectGolden(
      lines.joined(separator: "\n") + "\n", at: "Tests/Cases/Requests/statements.txt")
  }

  private func text(_ statement: StoreStatement) -> String {
    let parameters = statement.parameters.map { parameter in
      switch parameter {
      case .primaryKey: "key"
      case .entityNumber: "entity"
      case .optimisticLock: "lock"
      case .previousOptimisticLock: "previous lock"
      case .attribute(let id): compiled.model[id].name
      case .compositeElement(let id, let path):
        "\(compiled.model[id].name).\(path.joined(separator: "."))"
      case .toOne(let id): "to-one \(name(id))"
      case .owner(let id): "owner \(name(id))"
      case .keyEntity(let id): "entity of \(name(id))"
      case .position(let id): "position \(name(id))"
      case .source(let id): "source \(name(id))"
      case .destination(let id): "destination \(name(id))"
      case .keyRow: "key row"
      case .highestKey: "highest"
      case .previousHighestKey: "previous highest"
      }
    }
    return statement.sql.text
      + (parameters.isEmpty ? "" : "  binds \(parameters.joined(separator: ", "))")
      + (statement.columns.isEmpty
        ? "" : "  gives \(statement.columns.map(text).joined(separator: ", "))")
  }
}
