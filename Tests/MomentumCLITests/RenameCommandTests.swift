import Foundation
import MomentumTestSupport
import Testing

/// `rename` as a user meets it, for entities and for SwiftData sources.
@Suite struct RenameCommandTests {
  /// A folder of sources.
  private struct Folder {
    let url: URL

    static func with(_ body: (Folder) throws -> Void) throws {
      try RepositoryFiles.withTemporaryFolder { try body(Folder(url: $0)) }
    }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    /// The text of a file, or why it cannot be read.
    func text(_ name: String) -> String {
      do {
        return try String(contentsOfFile: path(name), encoding: .utf8)
      } catch {
        return "\(error)"
      }
    }

    func write(_ text: String, to name: String) throws {
      let file = url.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  private static let models = """
    import SwiftData

    enum SchemaV1: VersionedSchema {
      static var versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Trip.self, Stop.self] }
      @Model final class Trip {
        var title: String
        var stops: [Stop]
        init(title: String) { self.title = title; stops = [] }
      }
      @Model final class Stop {
        var title: String = ""
        @Relationship(inverse: \\Trip.stops) var trip: Trip?
        init() {}
      }
    }

    enum SchemaV2: VersionedSchema {
      static var versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [Trip.self, Stop.self] }
      @Model final class Trip {
        #Unique<Trip>([\\.title])
        var title: String
        @Attribute(.externalStorage) var cover: Data?
        var stops: [Stop]
        init(title: String) { self.title = title; stops = [] }
      }
      @Model final class Stop {
        var title: String = ""
        @Relationship(deleteRule: .cascade, inverse: \\Trip.stops) var trip: Trip?
        init() {}
      }
    }

    typealias Trip = SchemaV2.Trip
    typealias Stop = SchemaV2.Stop

    """

  private static let view = """
    import SwiftData

    struct TripList {
      @Query(sort: \\.title) private var trips: [Trip]
      @Query(filter: #Predicate<Trip> { $0.title != "" }, sort: \\Trip.title) var named: [Trip]
      func text(_ trip: Trip, _ stop: Stop) -> String { "\\(trip.title) \\(stop.title)" }
      func old(_ trip: SchemaV1.Trip) -> String { trip.title }
    }

    """

  private func with(_ body: (Folder) throws -> Void) throws {
    try Folder.with { folder in
      try folder.write(Self.models, to: "Models/Schemas.swift")
      try folder.write(Self.view, to: "App/TripList.swift")
      try body(folder)
    }
  }

  private func rename(
    _ folder: Folder, _ place: String, _ name: String, version: String = "",
    _ more: String...
  ) -> Run {
    Run(
      ["rename", place, name, "--model", folder.path("Models") + version]
        + [folder.path("App")] + more)
  }

  @Test func aPropertyOfSwiftDataKeepsItsColumn() throws {
    try with { folder in
      let before = Run("hash", folder.path("Models@SchemaV1")).output
      let run = rename(folder, "Trip.title", "name", "--write")
      #expect(run.status == 0, "\(run.error)")
      // SchemaV1 is above, and has the same text.
      let parts = Self.models.split(separator: "enum SchemaV2").map(String.init)
      let current = parts[1]
        .replacing("#Unique<Trip>([\\.title])", with: "#Unique<Trip>([\\.name])")
        .replacing(
          "    var title: String\n",
          with: "    @Attribute(originalName: \"title\")\n    var name: String\n"
        )
        .replacing("self.title = title", with: "self.name = title")
      #expect(
        folder.text("Models/Schemas.swift")
          == parts[0] + "enum SchemaV2" + current)
      let view = Self.view
        .replacing("sort: \\.title", with: "sort: \\.name")
        .replacing("$0.title", with: "$0.name").replacing("\\Trip.title", with: "\\Trip.name")
        .replacing("\\(trip.title)", with: "\\(trip.name)")
      #expect(
        folder.text("App/TripList.swift") == view)
      #expect(Run("hash", folder.path("Models@SchemaV1")).output == before)
      // The old version's object is of another class, and the sources say so only beside the use.
      #expect(run.error.contains("TripList.swift:7:52"), "\(run.error)")
      let diff = Run(
        "diff", folder.path("Models@SchemaV1"), folder.path("Models@SchemaV2"))
      #expect(diff.output.contains("title → name"), "\(diff.output)")
    }
  }

  /// The first row needs no `inverse:`, since the other side has it.
  @Test(arguments: [
    ("Trip.stops", "places", "@Relationship(originalName: \"stops\")\n    var places: [Stop]"),
    (
      "Stop.trip", "journey",
      "@Relationship(deleteRule: .cascade, originalName: \"trip\", inverse: \\Trip.stops) var journey: Trip?"
    ),
    (
      "Trip.cover", "image",
      "@Attribute(.externalStorage, originalName: \"cover\") var image: Data?"
    ),
  ])
  func theOldNameGoesIntoTheMacro(_ place: String, _ name: String, _ text: String) throws {
    try with { folder in
      let run = rename(folder, place, name, "--write")
      #expect(run.status == 0, "\(run.error)")
      let models = folder.text("Models/Schemas.swift")
      #expect(models.contains(text), "\(models)")
    }
  }

  @Test func aClassOfSwiftDataIsRenamedInItsVersion() throws {
    try with { folder in
      let run = rename(folder, "Trip", "Journey", "--write")
      #expect(run.status == 0, "\(run.error)")
      #expect(run.error.contains("a lightweight stage deletes the objects of 'Trip'"))
      let parts = Self.models.split(separator: "enum SchemaV2").map(String.init)
      #expect(
        folder.text("Models/Schemas.swift")
          == parts[0] + "enum SchemaV2" + parts[1].replacing("Trip", with: "Journey"))
      #expect(
        folder.text("App/TripList.swift")
          == Self.view.replacing("[Trip]", with: "[Journey]")
          .replacing("<Trip>", with: "<Journey>").replacing("\\Trip.", with: "\\Journey.")
          .replacing("trip: Trip,", with: "trip: Journey,"))
    }
  }

  /// A class that two versions list would change the released one.
  @Test func aClassOfTwoVersionsIsNotRenamed() throws {
    try Folder.with { folder in
      let versions = (1...2).map { number in
        """
        enum SchemaV\(number): VersionedSchema {
          static var versionIdentifier = Schema.Version(\(number), 0, 0)
          static var models: [any PersistentModel.Type] { [Trip.self] }
        }

        """
      }
      let text = "@Model final class Trip { var title: String = \"\"; init() {} }\n"
      try folder.write(versions.joined() + text, to: "Models/All.swift")
      for place in ["Trip.title", "Trip"] {
        let run = Run("rename", place, "Name", "--model", folder.path("Models"), "--write")
        #expect(run.status == 1)
        #expect(run.error.contains("version 'SchemaV1' has the class, too"), "\(run.error)")
      }
      #expect(
        folder.text("Models/All.swift")
          == versions.joined() + text)
    }
  }

  @Test(arguments: [
    ("Trip.titel", "name", 65, "entity 'Trip' has no property 'titel'; did you mean 'title'?"),
    ("Trip.title", "stops", 65, "'Trip' has a property 'stops'"),
    ("Trip", "Stop", 65, "the model has an entity 'Stop'"),
    ("Trip.stops.title", "name", 64, "write Entity or Entity.property"),
  ])
  func wrongInputIsRefused(
    _ place: String, _ name: String, _ status: Int, _ text: String
  ) throws {
    try with { folder in
      let run = rename(folder, place, name)
      #expect(Int(run.status) == status)
      #expect(run.error.contains(text), "\(run.error)")
    }
  }
}
