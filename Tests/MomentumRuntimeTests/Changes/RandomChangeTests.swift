import Foundation
import MomentumCompiler
import MomentumModel
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

@Suite(.tags(.random)) struct RandomChangeTests {
  private struct Stop: Error {}

  /// Whatever is done, the store holds what plain lists hold that the same was done to.
  @Test(arguments: 0..<TestLength.choose(short: 8, long: 24))
  func storeEqualsReference(seed: Int) throws {
    try withLibrary { library in
      var reference = ReferenceGraph(library.store.compiled.model)
      var generator = ChangeGenerator(seed: UInt64(seed))
      for step in 0..<120 {
        let count = generator.number(0..<3) == 0 ? generator.number(2..<6) : 1
        let stops = count > 1 && generator.number(0..<5) == 0
        var next = reference
        next.begin()
        var changes: [LibraryChange] = []
        var refusal: ReferenceGraph.Refusal?
        do {
          for _ in 0..<count {
            if count > 1, generator.number(0..<5) == 0 {
              changes.append(.takenBack((0..<2).map { _ in generator.change(of: next) }))
            }
            let change = generator.change(of: next)
            changes.append(change)
            try change.apply(to: &next)
            try next.checkUnique()
          }
          if !stops { try next.commit() }
        } catch let error as ReferenceGraph.Refusal { refusal = error }
        let failure = apply(changes, stops: stops, to: library)
        let story = "seed \(seed), step \(step): \(changes)"
        // The first difference is the one to look at.
        try #require(failure == reason(refusal), "\(story)")
        if refusal == nil, !stops { reference = next }
        try #require(differences(library, reference) == [], "\(story)")
      }
    }
  }

  private func reason(_ refusal: ReferenceGraph.Refusal?) -> StoreFailure.Reason? {
    switch refusal {
    case nil: nil
    case .validation: .validation
    case .noObject: .noObject
    case .request: .request
    }
  }

  private func apply(
    _ changes: [LibraryChange], stops: Bool, to library: LibraryStore
  ) -> StoreFailure.Reason? {
    do {
      if changes.count == 1, let change = changes.first, !stops {
        try change.apply(to: library)
      } else {
        try library.store.transaction {
          for change in changes { try change.apply(to: library) }
          if stops { throw Stop() }
        }
      }
      return nil
    } catch let failure as StoreFailure {
      return failure.reason
    } catch { return nil }
  }
}

/// A new, empty store of the library.
func withLibrary(
  options: StoreOptions = StoreOptions(), _ body: (LibraryStore) throws -> Void
) throws {
  try RepositoryFiles.withTemporaryFolder { folder in
    let path = folder.appendingPathComponent("library.sqlite").path
    try body(LibraryStore(store: Library.create(path, options: options)))
  }
}

/// Compares a store with lists, and the store with itself: both sides of each relationship, places, entity
/// numbers, join rows, keys, derived values, and SQLite's own check.
func differences(_ library: LibraryStore, _ reference: ReferenceGraph) throws -> [String] {
  let store = library.store
  let stored = try StoredGraph.read(store.compiled, store.connection)
  var result = stored.faults
  if stored.highestKeys != reference.highestKeys { result.append("Z_MAX: \(stored.highestKeys)") }
  var objects = stored.objects
  for (key, object) in objects where object.entity == "Book" {
    let count = SQLValue.integer(Int64(object.links["chapters"]?.count ?? 0))
    if object.values["chapterCount"] != count { result.append("\(key).chapterCount") }
    if object.values["changed"] == nil { result.append("\(key).changed") }
    objects[key]?.values["chapterCount"] = nil
    objects[key]?.values["changed"] = nil
  }
  var expected = reference.objects
  for (key, object) in expected {
    for relationship in reference.relationships(object.entity) where !relationship.isOrdered {
      expected[key]?.links[relationship.name]?.sort()
    }
  }
  for key in Set(objects.keys).union(expected.keys).sorted() where objects[key] != expected[key] {
    let found = FirstDifference.text(objects[key] as Any, expected[key] as Any)
    result.append("\(key.root) \(key.key) \(found ?? "")")
  }
  if try store.connection.firstValue("PRAGMA integrity_check") != .text("ok") {
    result.append("the file is damaged")
  }
  return result
}
