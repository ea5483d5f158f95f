import CFetch
import Foundation
import MomentumRuntime

/// A model of one entity, as generated code carries it.
enum Quakes: StoredModel {
  static let model = RuntimeModel(
    name: "Quakes",
    contents: """
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" lastSavedToolsVersion="23507" systemVersion="24B83" minimumToolsVersion="Automatic" sourceLanguage="Swift" userDefinedModelVersionIdentifier="">
        <entity name="Quake" syncable="YES">
          <attribute name="code" attributeType="String"/>
          <attribute name="depth" attributeType="Integer 32" minValueString="0" usesScalarValueType="YES"/>
          <attribute name="felt" attributeType="Boolean" usesScalarValueType="YES"/>
          <attribute name="magnitude" attributeType="Double" usesScalarValueType="YES"/>
          <attribute name="place" optional="YES" attributeType="String"/>
          <attribute name="time" attributeType="Date" usesScalarValueType="NO"/>
        </entity>
      </model>
      """)
}

struct Quake: StoredEntity {
  typealias Model = Quakes

  struct ID: ObjectKey {
    var rawValue: Int64
  }

  struct Paths: EntityPaths {
    init(_ path: PropertyPath) {}
  }

  static let entityName = "Quake"
  static let storedProperties = ["code", "depth", "felt", "magnitude", "place", "time"]

  var objectID = ID.unsaved
  var code: String
  var depth: Int32
  var felt: Bool
  var magnitude: Double
  var place: String?
  var time: Date

  init(code: String, depth: Int32, felt: Bool, magnitude: Double, place: String?, time: Date) {
    self.code = code
    self.depth = depth
    self.felt = felt
    self.magnitude = magnitude
    self.place = place
    self.time = time
  }

  init(row: Row) throws(RowError) {
    objectID = try row.key(1)
    depth = try row.int32(3)
    felt = try row.bool(4)
    magnitude = try row.double(5)
    time = try row.date(6)
    code = try row.string(7)
    place = try row.stringIfPresent(8)
  }

  func encode(into row: inout RowEncoder) {
    row.append(code)
    row.append(depth)
    row.append(felt)
    row.append(magnitude)
    row.append(place)
    row.append(time)
  }
}

/// Objects that are inserted in one transaction, which is taken back, so that each round finds the same.
package final class InsertSample {
  private struct TakeBack: Error {}

  private let store: Store<Quakes>
  private let path: String
  private let quakes: [Quake]
  /// The same with their texts as C wants them.
  private let rows: [cfetch_quake]

  package init(count: Int, in folder: URL) throws {
    path = folder.appendingPathComponent("quakes-\(count).sqlite").path
    store = try Quakes.create(path)
    quakes = (0..<count).map { Self.quake($0) }
    rows = quakes.map(cfetch_quake.init)
  }

  static func quake(_ index: Int) -> Quake {
    let seconds = Double(index) * 60.25
    return Quake(
      code: "us7000\(index)", depth: Int32(index % 700), felt: index % 3 == 0,
      magnitude: Double(index % 90) * 0.1, place: "\(index % 300) km W of Petrolia",
      time: Date(timeIntervalSinceReferenceDate: seconds))
  }

  deinit { for row in rows { row.free() } }

  /// All by one call, or each by its own.
  package func insertWithMomentum(oneByOne: Bool) throws -> Int {
    do {
      try store.transaction {
        if oneByOne {
          for quake in quakes { try store.insert(quake) }
        } else {
          try store.insert(contentsOf: quakes)
        }
        throw TakeBack()
      }
    } catch is TakeBack {}
    return quakes.count
  }

  /// The hand-written loop in C: one prepared INSERT on the same table.
  package func insertWithC() throws -> Int {
    guard let database = cfetch_open_for_writing(path) else { throw Failure.refused }
    defer { cfetch_close(database) }
    guard cfetch_insert(database, rows, rows.count, 0) == 0 else { throw Failure.refused }
    return rows.count
  }
}

extension cfetch_quake {
  /// The texts are copies; ``free()`` releases them.
  init(_ quake: Quake) {
    self.init(
      code: strdup(quake.code), place: strdup(quake.place ?? ""), depth: Int64(quake.depth),
      felt: quake.felt ? 1 : 0, magnitude: quake.magnitude,
      time: quake.time.timeIntervalSinceReferenceDate)
  }

  func free() {
    Foundation.free(code)
    Foundation.free(place)
  }
}
