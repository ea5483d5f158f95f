internal import CSQLite
internal import MomentumSQL

/// Provides lists of values as tables of one column, as Core Data does with its `_Z_intarray0`.
///
/// Uses a virtual table, since it copies no value and writes to no file. Documented:
/// <https://sqlite.org/vtab.html>.
enum ArrayModule {
  static let name = "MomentumArray"

  static func register(_ slots: ArraySlots, on handle: OpaquePointer) -> Int32 {
    let client = ArrayModuleClient(slots, module())
    // SQLite calls the closure to release the client, even if the registration fails.
    return sqlite3_create_module_v2(
      handle, name, client.module, Unmanaged.passRetained(client).toOpaque()
    ) { pointer in
      guard let pointer else { return }
      Unmanaged<ArrayModuleClient>.fromOpaque(pointer).release()
    }
  }

  private static func module() -> sqlite3_module {
    var module = sqlite3_module()
    module.xCreate = connect
    module.xConnect = connect
    module.xBestIndex = plan
    module.xDisconnect = disconnect
    module.xDestroy = disconnect
    module.xOpen = open
    module.xClose = close
    module.xFilter = start
    module.xNext = advance
    module.xEof = isAtEnd
    module.xColumn = column
    module.xRowid = rowID
    return module
  }
}

/// Owns the C structure that describes the module, which SQLite reads until it releases the module.
private final class ArrayModuleClient {
  let slots: ArraySlots
  let module: UnsafeMutablePointer<sqlite3_module>

  init(_ slots: ArraySlots, _ module: sqlite3_module) {
    self.slots = slots
    self.module = .allocate(capacity: 1)
    self.module.initialize(to: module)
  }

  deinit { module.deallocate() }
}

private typealias Table = UnsafeMutablePointer<sqlite3_vtab>
private typealias Cursor = UnsafeMutablePointer<sqlite3_vtab_cursor>

// MARK: - Tables

private func connect(
  _ database: OpaquePointer?, _ client: UnsafeMutableRawPointer?, _ count: Int32,
  _ arguments: UnsafePointer<UnsafePointer<CChar>?>?, _ result: UnsafeMutablePointer<Table?>?,
  _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  // SQLite passes the names of the module, the database and the table as the first arguments.
  guard let client, let result, count > 2, let name = arguments?[2] else { return SQLITE_MISUSE }
  momentum_sqlite_direct_only(database)
  let declaration: SQLFragment = "CREATE TABLE list (value)"
  let code = sqlite3_declare_vtab(database, declaration.text)
  guard code == SQLITE_OK else { return code }
  guard let memory = sqlite3_malloc64(UInt64(MemoryLayout<momentum_array_table>.size)) else {
    return SQLITE_NOMEM
  }
  let slots = Unmanaged<ArrayModuleClient>.fromOpaque(client).takeUnretainedValue().slots
  let slot = slots.slot(named: String(cString: name))
  let table = memory.bindMemory(to: momentum_array_table.self, capacity: 1)
  table.initialize(to: momentum_array_table())
  table.pointee.slot = Unmanaged.passRetained(slot).toOpaque()
  result.pointee = UnsafeMutableRawPointer(table).assumingMemoryBound(to: sqlite3_vtab.self)
  return SQLITE_OK
}

private func disconnect(_ table: Table?) -> Int32 {
  slot(table).map { Unmanaged.passUnretained($0).release() }
  sqlite3_free(table)
  return SQLITE_OK
}

private func slot(_ table: Table?) -> ArraySlot? {
  table.flatMap { pointer in
    UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: momentum_array_table.self)
      .pointee.slot
  }.map { Unmanaged<ArraySlot>.fromOpaque($0).takeUnretainedValue() }
}

/// Tells SQLite's planner what a read costs. The table has no index, so each read is a full scan.
private func plan(
  _ table: Table?, _ info: UnsafeMutablePointer<sqlite3_index_info>?
) -> Int32 {
  let count = slot(table)?.expectedCount ?? 0
  info?.pointee.estimatedCost = Double(count)
  info?.pointee.estimatedRows = Int64(count)
  return SQLITE_OK
}

// MARK: - Cursors

private func open(_ table: Table?, _ result: UnsafeMutablePointer<Cursor?>?) -> Int32 {
  guard let result, let memory = sqlite3_malloc64(UInt64(MemoryLayout<momentum_array_cursor>.size))
  else { return SQLITE_NOMEM }
  let cursor = memory.bindMemory(to: momentum_array_cursor.self, capacity: 1)
  cursor.initialize(to: momentum_array_cursor())
  result.pointee = UnsafeMutableRawPointer(cursor).assumingMemoryBound(
    to: sqlite3_vtab_cursor.self)
  return SQLITE_OK
}

private func state(_ cursor: Cursor?) -> UnsafeMutablePointer<momentum_array_cursor>? {
  cursor.map {
    UnsafeMutableRawPointer($0).assumingMemoryBound(to: momentum_array_cursor.self)
  }
}

private func values(_ cursor: Cursor?) -> ArrayValues? {
  state(cursor)?.pointee.values.map {
    Unmanaged<ArrayValues>.fromOpaque($0).takeUnretainedValue()
  }
}

private func giveUpValues(_ cursor: Cursor?) {
  values(cursor).map { Unmanaged.passUnretained($0).release() }
  state(cursor)?.pointee.values = nil
}

private func close(_ cursor: Cursor?) -> Int32 {
  giveUpValues(cursor)
  sqlite3_free(cursor)
  return SQLITE_OK
}

/// Begins a scan of the table. The cursor retains the list, so that it stays valid if other
/// statements run between two steps.
private func start(
  _ cursor: Cursor?, _ index: Int32, _ text: UnsafePointer<CChar>?, _ count: Int32,
  _ arguments: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  giveUpValues(cursor)
  state(cursor)?.pointee.position = 0
  if let values = slot(cursor?.pointee.pVtab)?.values {
    state(cursor)?.pointee.values = Unmanaged.passRetained(values).toOpaque()
  }
  return SQLITE_OK
}

private func advance(_ cursor: Cursor?) -> Int32 {
  state(cursor)?.pointee.position += 1
  return SQLITE_OK
}

private func isAtEnd(_ cursor: Cursor?) -> Int32 {
  guard let position = state(cursor)?.pointee.position, let values = values(cursor) else {
    return 1
  }
  return position < values.all.count ? 0 : 1
}

private func column(_ cursor: Cursor?, _ context: OpaquePointer?, _ column: Int32) -> Int32 {
  guard let context, let position = state(cursor)?.pointee.position, let values = values(cursor),
    values.all.indices.contains(Int(position))
  else { return SQLITE_MISUSE }
  FunctionResult(context).give(values.all[Int(position)])
  return SQLITE_OK
}

private func rowID(_ cursor: Cursor?, _ result: UnsafeMutablePointer<sqlite3_int64>?) -> Int32 {
  result?.pointee = state(cursor)?.pointee.position ?? 0
  return SQLITE_OK
}
