import CoreData
import CoreDataPrograms
import MomentumTestSupport
import Testing

/// Model layers of two apps, in Apple's style and in language mode 5.
@Suite struct ProgramTests {
  private static let models = RepositoryFiles.url("Models")

  private func withVenues(_ body: (VenueStack) throws -> Void) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let stack = try VenueStack(
        model: Self.models.appendingPathComponent("BubbleTea.xcdatamodeld"),
        store: folder.appendingPathComponent("BubbleTea.sqlite"))
      try stack.importSeed(Self.models.appendingPathComponent("BubbleTea.seed.json"))
      try body(stack)
    }
  }

  @Test func theFiltersOfTheTeaAppFindWhatTheyShould() throws {
    try withVenues { stack in
      #expect(try stack.storedRequest() == 30)
      let counts = try ["$", "$$", "$$$"].map { try stack.count(ofCategory: $0) }
      #expect(counts == [27, 2, 1])
      #expect(try stack.dealCount() > 0)
      let deals = NSPredicate(format: "%K > 0", "specialCount")
      let byName = NSSortDescriptor(
        key: "name", ascending: true, selector: Selector("localizedStandardCompare:"))
      let names = try stack.names(nil, byName)
      #expect(names.count == 30)
      let reversed = try #require(byName.reversedSortDescriptor as? NSSortDescriptor)
      #expect(try stack.names(nil, reversed) == Array(names.reversed()))
      #expect(try stack.names(deals, byName).count == 6)
      let near = NSPredicate(format: "location.distance < 500")
      let byDistance = NSSortDescriptor(key: "location.distance", ascending: true)
      let byPrice = NSSortDescriptor(key: "priceInfo.priceCategory", ascending: true)
      let nearest = try stack.names(nil, byDistance)
      let found = try stack.names(near, byDistance)
      #expect(nearest.starts(with: found))
      #expect(try Set(stack.names(nil, byPrice).suffix(3)).count == 3)
      let users = NSPredicate(format: "stats.tipCount > 0 OR specialCount > 0")
      #expect(try stack.names(users, byName).count >= 6)
    }
  }

  @Test func theTeaAppSortsInFiveWays() throws {
    try withVenues { stack in
      let byName = NSSortDescriptor(
        key: "name", ascending: true, selector: Selector("localizedStandardCompare:"))
      let backwards = try #require(byName.reversedSortDescriptor as? NSSortDescriptor)
      let sorts = [
        byName, backwards, NSSortDescriptor(key: "location.distance", ascending: true),
        NSSortDescriptor(key: "priceInfo.priceCategory", ascending: false),
        NSSortDescriptor(key: "stats.checkinsCount", ascending: false),
      ]
      let request: NSFetchRequest<Venue> = Venue.fetchRequest()
      let all = try stack.context.fetch(request)
      #expect(all.count == 30)
      for sort in sorts {
        request.sortDescriptors = [sort, byName]
        let found = try stack.context.fetch(request)
        for (one, next) in zip(found, found.dropFirst()) {
          #expect(sort.compare(one, to: next) != .orderedDescending, "\(sort)")
        }
        #expect(Set(found) == Set(all))
      }
    }
  }

  @Test func theTeaAppFetchesBesideItsQueue() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("tea-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let stack = try VenueStack(
      model: Self.models.appendingPathComponent("BubbleTea.xcdatamodeld"),
      store: folder.appendingPathComponent("BubbleTea.sqlite"))
    try stack.importSeed(Self.models.appendingPathComponent("BubbleTea.seed.json"))
    let names = try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<[String], any Error>) in
      do {
        try stack.fetchAsynchronously { venues in
          continuation.resume(returning: venues.compactMap(\.name))
        }
      } catch { continuation.resume(throwing: error) }
    }
    #expect(names.count == 30)
  }

  @Test func allVenuesOfTheTeaAppAreUpdatedAtOnce() throws {
    try withVenues { stack in
      let count = try stack.markFavourites()
      #expect(count == 30)
      let favourites = NSPredicate(format: "favorite == %@", NSNumber(value: true))
      let byName = NSSortDescriptor(key: "name", ascending: true)
      let names = try stack.names(favourites, byName)
      #expect(names.count == 30)
    }
  }

  @Test func theSurfAppSeedsExportsAndEdits() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("surf-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let model = Self.models.appendingPathComponent("SurfJournal.xcdatamodeld")
    let seed = folder.appendingPathComponent("Seed.sqlite")
    let first = try JournalStack(model: model, store: seed)
    for number in 0..<40 {
      let entry = JournalEntry(context: first.mainContext)
      entry.date = Date(timeIntervalSinceReferenceDate: Double(number) * 86_400)
      entry.location = number.isMultiple(of: 2) ? "Sylt" : "Rügen"
      entry.rating = Int16(number % 6)
    }
    try first.saveContext()
    for store in first.container.persistentStoreCoordinator.persistentStores {
      try first.container.persistentStoreCoordinator.remove(store)
    }

    let stack = try JournalStack(
      model: model, store: folder.appendingPathComponent("App.sqlite"), seed: seed)
    let entries = try stack.entries()
    #expect(entries.fetchedObjects?.count == 40)
    let file = folder.appendingPathComponent("export.csv")
    let count = try await withCheckedThrowingContinuation { continuation in
      stack.export(to: file) { continuation.resume(with: $0) }
    }
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    #expect(count == 40 && lines.count == 40 && lines.first == "0,Sylt,,0")

    let newest = entries.object(at: IndexPath(row: 0, section: 0))
    let (child, edited) = stack.editing(newest)
    edited?.location = "Fehmarn"
    #expect(newest.location == "Rügen", "an edit that is not saved")
    try child.save()
    #expect(newest.location == "Fehmarn" && stack.mainContext.hasChanges)
    try stack.saveContext()
    let (discarded, again) = stack.editing(newest)
    again?.location = "Nowhere"
    discarded.rollback()
    #expect(again?.location == "Fehmarn" && newest.location == "Fehmarn")
  }
}
