import CFetch
import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumMigration
import MomentumMigrator
import MomentumRuntime

/// One store of many rows, the change of its model, and the bare statements that do the same to its tables.
package final class MigrationSample {
  /// A change of the model.
  package enum Change: String, CaseIterable {
    case addColumn = "add column"
    case addWithDefault = "add with default"
    case rename = "rename"
    case rebuild = "rebuild, three indexes"
  }

  package struct Failed: Error {
    var what: String
  }

  package let path: String
  private let folder: URL
  private let old: CompiledModel
  private let count: Int

  /// About 131 MB for 1,000,000 rows.
  package init(count: Int, in folder: URL) throws {
    self.folder = folder
    self.count = count
    path = folder.appendingPathComponent("rows-\(count).sqlite").path
    old = try Self.model(nil)
    guard !FileManager.default.fileExists(atPath: path) else { return }
    try old.createStore(at: path)
    try Self.script(
      path,
      """
      PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF; PRAGMA cache_size = -64000;
      BEGIN;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO ZQUAKE(Z_PK, Z_ENT, Z_OPT, ZDEPTH, ZFELT, ZSTATION, ZTIME, ZMAGNITUDE, ZCODE, ZPLACE)
      SELECT i, 1, 1, i % 700, i % 3 = 0, i % 100 + 1, i * 60.25, (i % 90) * 0.1, 'us7000' || i,
        (i % 300) || ' km WNW of Petrolia, a town in California' FROM n;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
      INSERT INTO ZSTATION(Z_PK, Z_ENT, Z_OPT, ZNAME) SELECT i, 2, 1, 'S' || i FROM n;
      UPDATE Z_PRIMARYKEY SET Z_MAX = CASE Z_ENT WHEN 1 THEN \(count) ELSE 100 END;
      COMMIT;
      PRAGMA journal_mode = DELETE;
      """)
  }

  package var bytes: Int { Self.size(path) }

  private static func size(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  // MARK: - Models

  private static func model(_ change: Change?) throws -> CompiledModel {
    let isRenamed = change == .rename
    let code =
      isRenamed
      ? #"<attribute name="catalogue" elementID="code" optional="YES" attributeType="String"/>"#
      : #"<attribute name="code" optional="YES" attributeType="String"/>"#
    let depth =
      change == .rebuild
      ? "" : #"<attribute name="depth" optional="YES" attributeType="Integer 32"/>"#
    let added =
      switch change {
      case .addColumn: #"<attribute name="remark" optional="YES" attributeType="String"/>"#
      case .addWithDefault:
        #"<attribute name="source" attributeType="String" defaultValueString="network"/>"#
      case .rename, .rebuild, nil: ""
      }
    let indexes =
      change == .rebuild
      ? ["code", "magnitude", "time"].map { name in
        """
        <fetchIndex name="by\(name)"><fetchIndexElement property="\(name)" type="Binary" order="ascending"/></fetchIndex>
        """
      }.joined() : ""
    let text = """
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" userDefinedModelVersionIdentifier="">
        <entity name="Quake">
          \(code)\(depth)\(added)
          <attribute name="felt" optional="YES" attributeType="Boolean"/>
          <attribute name="magnitude" optional="YES" attributeType="Double"/>
          <attribute name="place" optional="YES" attributeType="String"/>
          <attribute name="time" optional="YES" attributeType="Date"/>
          <relationship name="station" optional="YES" maxCount="1" destinationEntity="Station" inverseName="quakes" inverseEntity="Station"/>
          \(indexes)
        </entity>
        <entity name="Station">
          <attribute name="name" optional="YES" attributeType="String"/>
          <relationship name="quakes" optional="YES" toMany="YES" destinationEntity="Quake" inverseName="station" inverseEntity="Quake"/>
        </entity>
      </model>
      """
    var diagnostics = Diagnostics()
    guard
      let model = CompiledModel.compile(SourceFile(path: "contents", text: text), &diagnostics)
    else { throw Failed(what: "the model: \(diagnostics.all)") }
    return model
  }

  /// What somebody would write by hand; Core Data has an index of the attribute's name beside one that a fetch
  /// index of just this attribute asks for.
  private static func statements(_ change: Change) -> String {
    switch change {
    case .addColumn: "ALTER TABLE ZQUAKE ADD COLUMN ZREMARK VARCHAR;"
    case .addWithDefault:
      "ALTER TABLE ZQUAKE ADD COLUMN ZSOURCE VARCHAR; UPDATE ZQUAKE SET ZSOURCE = 'network';"
    case .rename: "ALTER TABLE ZQUAKE RENAME COLUMN ZCODE TO ZCATALOGUE;"
    case .rebuild:
      """
      CREATE TABLE ZNEW ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZFELT INTEGER,
        ZSTATION INTEGER, ZMAGNITUDE FLOAT, ZTIME TIMESTAMP, ZCODE VARCHAR, ZPLACE VARCHAR );
      INSERT INTO ZNEW SELECT Z_PK, Z_ENT, Z_OPT, ZFELT, ZSTATION, ZMAGNITUDE, ZTIME, ZCODE, ZPLACE
        FROM ZQUAKE ORDER BY Z_PK;
      DROP TABLE ZQUAKE;
      ALTER TABLE ZNEW RENAME TO ZQUAKE;
      CREATE INDEX ZQUAKE_ZSTATION_INDEX ON ZQUAKE (ZSTATION);
      CREATE INDEX Z_Quake_code ON ZQUAKE (ZCODE COLLATE BINARY ASC);
      CREATE INDEX Z_Quake_magnitude ON ZQUAKE (ZMAGNITUDE COLLATE BINARY ASC);
      CREATE INDEX Z_Quake_time ON ZQUAKE (ZTIME COLLATE BINARY ASC);
      CREATE INDEX Z_Quake_bycode ON ZQUAKE (ZCODE COLLATE BINARY ASC);
      CREATE INDEX Z_Quake_bymagnitude ON ZQUAKE (ZMAGNITUDE COLLATE BINARY ASC);
      CREATE INDEX Z_Quake_bytime ON ZQUAKE (ZTIME COLLATE BINARY ASC);
      """
    }
  }

  // MARK: - Runs

  /// A file that nothing has been done to yet.
  private func fresh(_ name: String) throws -> String {
    let copy = folder.appendingPathComponent(name).path
    for suffix in ["", "-wal", "-shm", "-journal", ".bak"] { unlink(copy + suffix) }
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    return copy
  }

  package struct Run {
    package var seconds: Double
    package var processorSeconds: Double
    /// The plan's, and what was there at the most beside the store.
    package var predictedBytes: Int64 = 0
    package var peakBytes: Int64 = 0
    package var predictedSeconds: Double = 0
  }

  /// - Parameter watchesDisk: For `peakBytes`. Takes time of the other processor, and so of caches and clocks
  ///   that the two share: not for a run whose time counts.
  package func migrate(
    _ change: Change, isInPlace: Bool, style: MigrationPlan.Style, watchesDisk: Bool = false
  ) throws -> Run {
    let target = try Self.model(change)
    let store = try fresh("ours.sqlite")
    let migrator = StoreMigrator(
      options: MigrationOptions(style: style, isInPlace: isInPlace, keepsBackup: false))
    let watch = watchesDisk ? DiskWatch(folder: folder, besides: Int64(bytes) * 2) : nil
    var run = try Self.timed {
      _ = try migrator.migrate(store: store, among: [old], to: target)
    }
    run.peakBytes = watch?.stop() ?? 0
    unlink(store)
    return run
  }

  /// The same journal, the same copy, the same integrity check and counts of rows, by statements alone.
  package func migrateByHand(_ change: Change, isInPlace: Bool) throws -> Run {
    let store = try fresh("peer.sqlite")
    let run = try Self.timed {
      isInPlace ? try inPlace(store, change) : try onCopy(store, change)
    }
    unlink(store)
    return run
  }

  private static let looks = """
    SELECT COUNT(*) FROM ZQUAKE; SELECT COUNT(*) FROM ZQUAKE WHERE ZSTATION IS NOT NULL;
    """

  private func inPlace(_ store: String, _ change: Change) throws {
    try Self.script(
      store,
      "PRAGMA cache_size = -32000; BEGIN EXCLUSIVE; \(Self.looks) \(Self.statements(change)) "
        + "\(Self.looks) PRAGMA integrity_check; COMMIT;")
  }

  private func onCopy(_ store: String, _ change: Change) throws {
    let copy = store + ".new"
    unlink(copy)
    guard let from = cfetch_open_for_writing(store), let to = cfetch_create(copy) else {
      throw Failed(what: "opening")
    }
    defer { cfetch_close(from) }
    guard cfetch_script(from, Self.looks) == 0,
      cfetch_script(to, "PRAGMA synchronous = OFF;") == 0, cfetch_copy(from, to) == 0,
      cfetch_script(
        to,
        "PRAGMA journal_mode = OFF; PRAGMA cache_size = -32000; BEGIN EXCLUSIVE; "
          + "\(Self.statements(change)) COMMIT;") == 0
    else { throw Failed(what: "copying and migrating") }
    cfetch_close(to)
    try Self.script(
      copy, "PRAGMA cache_size = -32000; PRAGMA integrity_check; \(Self.looks)")
    let descriptor = open(copy, O_RDONLY)
    fsync(descriptor)
    close(descriptor)
    rename(copy, store)
  }

  private static func script(_ path: String, _ sql: String) throws {
    guard let database = cfetch_open_for_writing(path) else { throw Failed(what: path) }
    defer { cfetch_close(database) }
    guard cfetch_script(database, sql) == 0 else { throw Failed(what: sql) }
  }

  private static func timed(_ body: () throws -> Void) throws -> Run {
    func processor() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
    let (start, clock) = (ContinuousClock.now, processor())
    try body()
    let parts = (ContinuousClock.now - start).components
    return Run(
      seconds: Double(parts.seconds) + Double(parts.attoseconds) * 1e-18,
      processorSeconds: processor() - clock)
  }

  // MARK: - Predictions

  /// Whether this SQLite overwrites what it frees.
  package func zeroesFreedPages() throws -> Bool {
    guard let database = cfetch_open(path) else { throw Failed(what: path) }
    defer { cfetch_close(database) }
    var rows = cfetch_rows()
    defer { cfetch_free(&rows) }
    guard cfetch_read(database, "PRAGMA secure_delete", 0, &rows) == 0, rows.count > 0,
      let cells = rows.cells
    else { return false }
    return cells[0].integer != 0
  }

  /// What a plan says of itself.
  package func prediction(
    _ change: Change, isInPlace: Bool, style: MigrationPlan.Style
  ) throws -> MigrationPreview {
    let store = try fresh("plan.sqlite")
    defer { unlink(store) }
    return try StoreMigrator(options: MigrationOptions(style: style, isInPlace: isInPlace)).plan(
      store: store, among: [old], to: try Self.model(change))
  }
}

/// Looks again and again how many bytes a folder's files take up on the disk.
final class DiskWatch: @unchecked Sendable {
  // Written by its thread until `stop` has waited for it; read afterwards only.
  private var peak: Int64 = 0
  private var isDone = false
  private let lock = NSLock()
  private let besides: Int64
  private let finished = DispatchSemaphore(value: 0)

  init(folder: URL, besides: Int64) {
    self.besides = besides
    Thread.detachNewThread { [self] in
      while !lock.withLock({ isDone }) {
        peak = max(peak, Self.bytes(folder))
        usleep(3000)
      }
      finished.signal()
    }
  }

  /// The most that was there beyond what was there from the start.
  func stop() -> Int64 {
    lock.withLock { isDone = true }
    finished.wait()
    return peak - besides
  }

  private static func bytes(_ folder: URL) -> Int64 {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    var inodes: Set<UInt64> = []
    return names.reduce(0) { sum, name in
      var status = stat()
      // A file of two names is there once.
      guard lstat(folder.path + "/" + name, &status) == 0,
        inodes.insert(UInt64(status.st_ino)).inserted
      else { return sum }
      return sum + Int64(status.st_size)
    }
  }
}
