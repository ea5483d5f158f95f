import Foundation
import MomentumSQLite
import MomentumStore
import MomentumTestSupport
import Testing

@Suite struct StoreExporterTests {
  private func withExporter(_ body: (StoreExporter) throws -> Void) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = try VenueStore.create(in: folder)
      try VenueStore.load(StoreImporterTests.objects, into: path)
      let reader = try StoreReader(path: path)
      try body(
        StoreExporter(
          model: VenueStore.model, schema: VenueStore.schema, connection: reader.connection))
    }
  }

  /// The order of the join table is not that of the keys.
  @Test func anOrderedManyToManyIsToldInItsOrder() throws {
    try withExporter { exporter in
      var tags: [String] = []
      try exporter.forEachRecord(of: VenueStore.venue) { record in
        for (name, objects) in record.toManys {
          tags.append("\(record.id) \(name): \(objects.joined(separator: " "))")
        }
      }
      #expect(tags == ["Venue/p1 tags: Tag/p2 Tag/p1", "Venue/p3 tags: Tag/p1"])
    }
  }

  @Test func theNumberOfWrittenObjectsIsTold() throws {
    try withExporter { exporter in
      var files: [String: String] = [:]
      let count = try exporter.writeCSV { file, text in files[file, default: ""] += text }
      #expect(count == 7, "three venues, two locations and two tags")
      #expect(
        files.keys.sorted() == [
          "$lastKeys.csv", "Bar.csv", "Location.csv", "Tag.csv", "Venue.csv",
        ])
      var ignored = ""
      #expect(try exporter.writeJSON { ignored += $0 } == 7)
      #expect(!ignored.isEmpty)
    }
  }
}
