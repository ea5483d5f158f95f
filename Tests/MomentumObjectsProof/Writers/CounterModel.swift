import Foundation
import MomentumObjects

/// The model of the writers: one counter for each merge policy, and entries that only come.
enum CounterModel {
  /// The most writers, in all processes.
  static let writersMax = 32

  static func plan() throws -> ModelPlan {
    let own = (0..<writersMax).map { index in
      """
      <attribute name="own\(index)" attributeType="Integer 64" defaultValueString="0"
        usesScalarValueType="YES"/>
      """
    }
    return ModelPlan(
      try ProofModel.compile(
        """
        <entity name="Counter">
          <attribute name="policy" attributeType="String"/>
          <attribute name="shared" attributeType="Integer 64" defaultValueString="0"
            usesScalarValueType="YES"/>
          \(own.joined(separator: "\n"))
        </entity>
        <entity name="Entry">
          <attribute name="writer" attributeType="Integer 64" usesScalarValueType="YES"/>
          <attribute name="number" attributeType="Integer 64" usesScalarValueType="YES"/>
        </entity>
        """))
  }

  static let policies: [(name: String, policy: MergePolicy)] = [
    ("error", .error), ("storeTrump", .storeTrump), ("objectTrump", .objectTrump),
    ("overwrite", .overwrite), ("rollback", .rollback),
  ]

  /// Opens the store. Coordinators of several processes open the same file.
  static func open(_ path: String, timeout: Double) throws -> StoreCoordinator {
    let plan = try plan()
    let coordinator = StoreCoordinator(plan)
    var options = SQLiteStoreOptions()
    options.timeout = timeout
    try coordinator.add(SQLiteObjectStore(path: path, model: plan, options: options))
    return coordinator
  }

  /// Opens the store while others may have locked it for longer than a short timeout.
  static func openBesideOthers(_ path: String, timeout: Double) throws -> StoreCoordinator {
    for _ in 0..<1000 {
      do { return try open(path, timeout: timeout) } catch { usleep(1000) }
    }
    return try open(path, timeout: timeout)
  }

  /// Makes the store with its counters.
  static func create(_ path: String) throws {
    let coordinator = try open(path, timeout: 20)
    let context = ObjectContext(coordinator)
    for (name, _) in policies {
      try context.insert("Counter").setValue(.string(name), forKey: "policy")
    }
    try context.save()
    for store in coordinator.stores { coordinator.remove(store) }
  }
}
