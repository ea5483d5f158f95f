import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumSQL
import MomentumTestSupport
import Testing

@testable import MomentumObjects

/// Stores that Core Data wrote for other people, and our own beside them, through contexts.
@Suite(.tags(.corpus)) struct StoreGraphTests {
  /// The orchard's photos are stored in a way that only other programs write.
  static let cases = StoreCase.all.filter {
    !$0.isLaterEdit && !$0.isMigrated && $0.name != "orchard"
  }

  @Test(
    "OG-301, OG-401, OG-617: both sides of relationships agree, and a save raises one version by one",
    arguments: cases)
  func objects(of store: StoreCase) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("copy.sqlite").path
      try store.withStore { original in
        try FileManager.default.copyItem(atPath: original, toPath: path)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
      }
      var diagnostics = Diagnostics()
      let text = try String(contentsOf: store.model, encoding: .utf8)
      let compiled = try #require(
        CompiledModel.compile(SourceFile(path: "contents", text: text), &diagnostics))
      let model = ModelPlan(compiled)
      var options = SQLiteStoreOptions()
      options.tracksHistory =
        try !storedRows(path, "SELECT 1 FROM sqlite_master WHERE name = 'ACHANGE'").isEmpty
      let context = try sqliteContext(model, path: path, options: options)
      var all: [ManagedObject] = []
      do {
        for plan in model.entities where plan.lineage.count == 1 {
          all += try context.fetch(ObjectRequest(plan.name))
        }
      } catch let error as ObjectError where error.isMissingExternalFile {
        // The corpus has the stores without the files beside them.
        return
      }
      for object in all { try checkInverses(object) }
      #expect(!context.hasChanges, "reading changes nothing")
      try changeOne(of: all, context, path)
    }
  }

  /// Each object that a to-one relationship leads to leads back.
  private func checkInverses(_ object: ManagedObject) throws {
    for (index, relationship) in object.plan.toOnes.enumerated() {
      guard let other = try object.toOne(index) else { continue }
      try other.fireFault()
      guard !other.isDeleted else { continue }
      switch relationship.inverse {
      case .toOne(let inverse)?:
        #expect(try other.toOne(inverse) === object, "\(object.objectID) \(relationship.name)")
      case .toMany(let inverse)?:
        let members = try other.members(inverse)
        #expect(members.contains(object), "\(object.objectID) \(relationship.name)")
      case .attribute?, .fetchedProperty?, nil: break
      }
    }
  }

  /// Changes a text of the first object that the rules of the model let us save.
  private func changeOne(of objects: [ManagedObject], _ context: ObjectContext, _ path: String)
    throws
  {
    for object in objects.prefix(20) {
      let names = object.plan.attributes.filter {
        $0.attribute.type == .string && $0.isPersistent && !$0.isDerived
      }.map(\.name)
      guard let name = names.first, case .attribute(.string(let old)) = object[name] else {
        continue
      }
      let version = try #require(object.row?.version)
      object[name] = .string(String(old.reversed()) + "x")
      do { try context.save() } catch is ObjectError {
        context.rollback()
        continue
      }
      let reader = ObjectContext(StoreCoordinator(context.model))
      try reader.coordinator.add(try #require(context.coordinator.stores.first))
      let read = try reader.existingObject(with: object.objectID)
      #expect(read.row?.version == version + 1 && read.text(name) == object.text(name))
      #expect(try storedRows(path, "PRAGMA integrity_check") == [[.text("ok")]])
      return
    }
  }
}

extension ObjectError {
  /// Whether a store lacks the file of an external value.
  fileprivate var isMissingExternalFile: Bool {
    if case .externalFile? = underlying as? SQLiteStoreError { true } else { false }
  }
}
