package import MomentumCompiler
internal import MomentumDiff
internal import MomentumMigration
internal import MomentumModel
internal import MomentumPropertyList
internal import MomentumRuntime
internal import MomentumSQL
package import MomentumSQLite
internal import MomentumStore

extension StoreComparison {
  /// Compares the contents of two stores. Neither the stores nor the files beside them are changed;
  /// their logs are read too.
  ///
  /// Both stores are read in the order of `Z_PK`, one row at a time, so memory does not depend on
  /// the number of rows. If no index has the order of the links, SQLite sorts them, if necessary in
  /// a temporary file.
  ///
  /// - Throws: `StoreError.schemaMismatch` if a store was made with another version of its model.
  public static func compare(
    _ oldPath: String, of oldModel: CompiledModel, with newPath: String,
    of newModel: CompiledModel, options: Options = Options()
  ) throws(StoreError) -> StoreComparison {
    try asStoreError {
      let old = try StoreSide(path: oldPath, compiled: oldModel)
      let new = try StoreSide(path: newPath, compiled: newModel)
      return try StoreComparer(old: old, new: new, options: options).run()
    }
  }
}

/// A store that is read, and its model.
struct StoreSide {
  let path: String
  let connection: Connection
  let metadata: StoreMetadata
  let model: ObjectModel
  let schema: StoreSchema
  /// The names of ordinary tables. Other objects are not read: a view in a malicious file could run
  /// without end.
  let tables: Set<String>

  init(path: String, compiled: CompiledModel) throws {
    self.path = path
    connection = try StoreReader(path: path).connection
    metadata = try StoreMetadata.read(from: connection)
    model = compiled.model
    if let mismatch = compiled.mismatches(metadata).first {
      throw StoreError.schemaMismatch(path: path, entity: mismatch.entity)
    }
    schema = try compiled.inStore(connection, metadata).model.schema
    let statement = try connection.prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'")
    var names: Set<String> = []
    while try statement.step() {
      if let name = statement.text(at: 0) { names.insert(name) }
    }
    tables = names
  }

  /// A table's name for use in a statement. Throws if the store does not have the table.
  func table(_ name: String) throws -> SQLFragment {
    guard tables.contains(name) else { throw StoreError.notAStore(path: path, missing: name) }
    return .name(name)
  }

  func table(of entity: EntityID) throws -> SQLFragment { try table(schema[entity].table) }

  func number(of entity: EntityID) -> Int { schema[entity].number }

  /// The numbers of an entity and its sub-entities. SQL must list them: a range from the lowest to
  /// the highest may include other entities, if entities were added to the store later.
  func familyNumbers(of entity: EntityID) -> [Int] {
    model.entityIDs.filter { model.inherits($0, from: entity) }.map { number(of: $0) }.sorted()
  }

  /// The first column of the first row as a number; 0 without rows.
  func count(_ sql: SQLFragment) throws -> Int {
    guard case .integer(let count)? = try connection.firstValue(sql) else { return 0 }
    return Int(clamping: count)
  }

  /// The number of rows of this entity without its sub-entities.
  func rowCount(of entity: EntityID) throws -> Int {
    try count(
      """
      SELECT COUNT(*) FROM \(sql: table(of: entity)) WHERE Z_ENT = \(number: number(of: entity))
      """)
  }
}

/// Pairs the elements of two models and compares them, entity by entity.
struct StoreComparer {
  let old: StoreSide
  let new: StoreSide
  let options: StoreComparison.Options
  let correspondence: ModelCorrespondence
  /// The new entity numbers, by the old ones.
  let numbers: [Int64: Int64]
  /// The pairs of root entities whose tables have the same objects.
  private let rootPairs: Set<RootPair>

  struct RootPair: Hashable {
    var old: EntityID
    var new: EntityID
  }

  init(old: StoreSide, new: StoreSide, options: StoreComparison.Options) {
    self.old = old
    self.new = new
    self.options = options
    let correspondence = ModelCorrespondence(old: old.model, new: new.model)
    var numbers: [Int64: Int64] = [:]
    var pairs: Set<RootPair> = []
    for id in new.model.entityIDs {
      guard let source = correspondence.source(of: id) else { continue }
      numbers[Int64(old.number(of: source))] = Int64(new.number(of: id))
      pairs.insert(RootPair(old: old.model.root(of: source), new: new.model.root(of: id)))
    }
    self.correspondence = correspondence
    self.numbers = numbers
    rootPairs = pairs
  }

  func run() throws -> StoreComparison {
    var entities: [StoreComparison.Entity] = []
    let byName = new.model.entityIDs.sorted { new.model[$0].name < new.model[$1].name }
    for id in byName {
      let source = correspondence.source(of: id)
      // An abstract entity has no rows of its own, but one that became abstract may have.
      let isConcrete = !new.model[id].isAbstract || source.map { !old.model[$0].isAbstract } == true
      guard isConcrete else { continue }
      entities.append(try source.map { try pair($0, id) } ?? added(id))
    }
    let gone = old.model.entityIDs.filter {
      correspondence.destination(of: $0) == nil && !old.model[$0].isAbstract
    }
    for id in gone.sorted(by: { old.model[$0].name < old.model[$1].name }) {
      entities.append(try removed(id))
    }
    return StoreComparison(
      entities: entities, lastKeys: try lastKeys(), metadataKeys: metadataKeys(),
      tables: options.comparesTables ? try TableDifference.compare(old, new) : [])
  }

  // MARK: - Entities

  private func pair(_ oldID: EntityID, _ newID: EntityID) throws -> StoreComparison.Entity {
    var result = StoreComparison.Entity(
      oldName: old.model[oldID].name, newName: new.model[newID].name)
    let attributes = AttributePairs(oldID, newID, self)
    var rows = RowComparison(old: old, new: new, pairs: attributes.pairs, options: options)
    try rows.run(oldID, newID)
    rows.fill(&result)
    result.removedAttributes = try attributes.removed.map { try unpaired($0, oldID, old) }
    result.addedAttributes = try attributes.added.map { try unpaired($0, newID, new) }
    try compareLinks(oldID, newID, &result)
    return result
  }

  private func added(_ id: EntityID) throws -> StoreComparison.Entity {
    var result = StoreComparison.Entity(oldName: nil, newName: new.model[id].name)
    result.newRowCount = try new.rowCount(of: id)
    return result
  }

  private func removed(_ id: EntityID) throws -> StoreComparison.Entity {
    var result = StoreComparison.Entity(oldName: old.model[id].name, newName: nil)
    result.oldRowCount = try old.rowCount(of: id)
    return result
  }

  private func unpaired(
    _ leaf: AttributeLeaf, _ entity: EntityID, _ side: StoreSide
  ) throws -> StoreComparison.UnpairedProperty {
    let column: SQLFragment = "t.\(name: leaf.column)"
    let rows: SQLFragment = try """
    FROM \(sql: side.table(of: entity)) t WHERE t.Z_ENT = \(number: side.number(of: entity))
    """
    let count = try side.count("SELECT COUNT(\(sql: column)) \(sql: rows)")
    let defaultCount = try leaf.defaultValue.map { value in
      try side.count("SELECT COUNT(*) \(sql: rows) AND \(sql: column) = \(bind: value)")
    }
    return StoreComparison.UnpairedProperty(
      name: leaf.name, count: count, defaultCount: defaultCount ?? 0)
  }

  // MARK: - Links

  private func compareLinks(
    _ oldID: EntityID, _ newID: EntityID, _ result: inout StoreComparison.Entity
  ) throws {
    let pairs = correspondence.relationshipPairs(old: oldID, new: newID).filter {
      old.schema.relationships[$0.old] != nil && new.schema.relationships[$0.new] != nil
        && leadToSameTable($0.old, $0.new)
    }
    for pair in pairs {
      var links = LinkComparison(comparer: self, old: pair.old, new: pair.new)
      if let difference = try links.run(oldID, newID) { result.relationships.append(difference) }
    }
    result.removedRelationships = try unpaired(pairs.map(\.old), oldID, old)
    result.addedRelationships = try unpaired(pairs.map(\.new), newID, new)
  }

  private func unpaired(
    _ paired: [RelationshipID], _ entity: EntityID, _ side: StoreSide
  ) throws -> [StoreComparison.UnpairedProperty] {
    let paired = Set(paired)
    let others = side.model.relationships(of: entity).filter {
      !paired.contains($0) && side.schema.relationships[$0] != nil
    }
    return try others.compactMap { id in
      guard let sql = try LinkSQL(id, entity: entity, side: side)?.count else { return nil }
      return StoreComparison.UnpairedProperty(
        name: side.model[id].name, count: try side.count(sql), defaultCount: 0)
    }
  }

  /// Whether both relationships lead to the same table. Otherwise equal keys mean different
  /// objects.
  private func leadToSameTable(_ oldID: RelationshipID, _ newID: RelationshipID) -> Bool {
    rootPairs.contains(
      RootPair(
        old: old.model.root(of: old.model[oldID].destination),
        new: new.model.root(of: new.model[newID].destination)))
  }

  // MARK: - Bookkeeping

  /// Compares `Z_MAX` of each root entity. If several tables became one, its `Z_MAX` must be the
  /// greatest of the old ones.
  private func lastKeys() throws -> [StoreComparison.LastKey] {
    var result: [StoreComparison.LastKey] = []
    for id in new.model.entityIDs where new.model[id].parent == nil {
      let sources = rootPairs.filter { $0.new == id }.map(\.old).sorted()
      guard let first = sources.first else { continue }
      let before = try sources.map { try lastKey($0, old) }.max() ?? 0
      let after = try lastKey(id, new)
      if before != after {
        result.append(
          StoreComparison.LastKey(
            oldName: old.model[first].name, newName: new.model[id].name, old: before, new: after))
      }
    }
    return result.sorted { $0.newName < $1.newName }
  }

  private func lastKey(_ root: EntityID, _ side: StoreSide) throws -> Int64 {
    Int64(
      try side.count(
        """
        SELECT Z_MAX FROM \(sql: side.table("Z_PRIMARYKEY")) \
        WHERE Z_ENT = \(number: side.number(of: root))
        """))
  }

  private func metadataKeys() -> [String] {
    let left = old.metadata.others
    let right = new.metadata.others
    let keys = Set(left.keys).union(right.keys).filter { left[$0] != right[$0] }
    return (keys + (old.metadata.uuid == new.metadata.uuid ? [] : ["NSStoreUUID"])).sorted()
  }
}

extension StoreComparison.Entity {
  fileprivate init(oldName: String?, newName: String?) {
    self.init(
      oldName: oldName, newName: newName, oldRowCount: 0, newRowCount: 0,
      onlyInOld: StoreComparison.Rows(), onlyInNew: StoreComparison.Rows(), attributes: [],
      relationships: [], versionNumbers: StoreComparison.Rows(), removedAttributes: [],
      addedAttributes: [], removedRelationships: [], addedRelationships: [])
  }
}
