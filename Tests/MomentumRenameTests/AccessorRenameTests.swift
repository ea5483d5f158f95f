import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumRename
import MomentumScan
import Testing

/// Accessors that are named after a property: messages of Objective-C, and the functions that Xcode generates.
@Suite struct AccessorRenameTests {
  /// Each row: code of a function with `Venue *venue`, and the code after `Venue.name` was renamed to `title`.
  @Test(arguments: [
    ("NSLog(@\"%@\", [venue name]);", "NSLog(@\"%@\", [venue title]);"),
    ("NSLog(@\"%@\", venue.name);", "NSLog(@\"%@\", venue.title);"),
    ("venue.name = [owner name];", "venue.title = [owner name];"),
    ("[venue setName:@\"a\"];", "[venue setTitle:@\"a\"];"),
    ("[venue setName:[venue name]];", "[venue setTitle:[venue title]];"),
    ("[owner setName:@\"a\"];", "[owner setName:@\"a\"];"),
    (
      "[venue setPrimitiveName:[venue primitiveName]];",
      "[venue setPrimitiveTitle:[venue primitiveTitle]];"
    ),
    ("[venue validateName:&value error:nil];", "[venue validateTitle:&value error:nil];"),
    (
      "for (Venue *place in owner.places) { [place.name length]; }",
      "for (Venue *place in owner.places) { [place.title length]; }"
    ),
    ("[[(Venue *)thing name] length];", "[[(Venue *)thing title] length];"),
    ("NSString *name = venue.name; use(name);", "NSString *name = venue.title; use(name);"),
    ("[self show:venue name:name];", "[self show:venue name:name];"),
    ("x = a - b(name); y = c - name;", "x = a - b(name); y = c - name;"),
  ])
  func aMessageIsRenamedIfItsReceiverIsOfTheEntity(_ code: String, _ expected: String) throws {
    let function = "void f(Venue *venue, Person *owner) {\n"
    let fixed = try Self.renamed("A.m", Self.header + function + code + "\n}\n")
    #expect(fixed == Self.renamedHeader + function + expected + "\n}\n")
  }

  @Test func aReceiverOfUnknownTypeIsListed() throws {
    let rename = try SourceRenameTests.rename()
    let file = SourceFile(
      path: "A.m", text: "void f(void) { [thing() name]; [thing() setName:nil]; }")
    let scan = SourceScan([ScannedFile(file)], model: ScanModel([rename.model]))
    let sites = scan.resolved(scan.files.indices.map { scan.sites(of: $0) })
    #expect(rename.sourceEdits(scan, sites).isEmpty)
    let places = rename.openPlaces(scan, sites, edits: [])
    #expect(places.map { file.text(in: $0.range) } == ["name", "setName"])
  }

  @Test func implementationsAreRenamedInTheClassOfTheEntity() throws {
    let code = """
      @implementation Venue
      @dynamic owner, name;
      - (void)setName:(NSString *)name { [self setPrimitiveName:name]; }
      - (BOOL)validateName:(id *)value error:(NSError **)error { return self.name != nil; }
      @end
      @implementation Person
      @dynamic name;
      - (void)setName:(NSString *)name { [self setPrimitiveName:name]; }
      @end

      """
    let fixed = try Self.renamed("Venue.m", Self.header + code)
    #expect(
      fixed == Self.renamedHeader + """
        @implementation Venue
        @dynamic owner, title;
        - (void)setTitle:(NSString *)name { [self setPrimitiveTitle:name]; }
        - (BOOL)validateTitle:(id *)value error:(NSError **)error { return self.title != nil; }
        @end
        @implementation Person
        @dynamic name;
        - (void)setName:(NSString *)name { [self setPrimitiveName:name]; }
        @end

        """)
  }

  @Test func accessorsOfAToManyRelationshipAreRenamed() throws {
    let objectiveC = """
      @interface Venue : NSManagedObject
      @end
      @interface Person : NSManagedObject
      @property (nonatomic) NSSet<Venue *> *places;
      @end
      @interface Person (CoreDataGeneratedAccessors)
      - (void)addPlacesObject:(Venue *)value;
      - (void)removePlaces:(NSSet<Venue *> *)values;
      - (void)insertObject:(Venue *)value inPlacesAtIndex:(NSUInteger)index;
      @end
      void f(Person *person, Venue *venue) {
        [person addPlacesObject:venue];
        [person removePlaces:person.places];
      }

      """
    let fixed = try Self.renamed("A.m", objectiveC, "Person", "places", "venues")
    #expect(
      fixed
        == objectiveC.replacing("Places", with: "Venues").replacing("places", with: "venues"))
    let swift = """
      import CoreData
      class Venue: NSManagedObject {}
      class Person: NSManagedObject { @NSManaged var places: Set<Venue> }
      extension Person {
        @objc(addPlacesObject:)
        @NSManaged func addToPlaces(_ value: Venue)
        @objc(removePlaces:)
        @NSManaged func removeFromPlaces(_ values: Set<Venue>)
        func addToPlacesLater() {}
      }
      func f(person: Person, venue: Venue) {
        person.addToPlaces(venue)
        person.removeFromPlaces(person.places)
        venue.addToPlaces()
        person.addToPlacesLater()
      }

      """
    let fixedSwift = try Self.renamed("A.swift", swift, "Person", "places", "venues")
    #expect(
      fixedSwift == """
        import CoreData
        class Venue: NSManagedObject {}
        class Person: NSManagedObject { @NSManaged var venues: Set<Venue> }
        extension Person {
          @objc(addVenuesObject:)
          @NSManaged func addToVenues(_ value: Venue)
          @objc(removeVenues:)
          @NSManaged func removeFromVenues(_ values: Set<Venue>)
          func addToPlacesLater() {}
        }
        func f(person: Person, venue: Venue) {
          person.addToVenues(venue)
          person.removeFromVenues(person.venues)
          venue.addToPlaces()
          person.addToPlacesLater()
        }

        """)
  }

  private static let header = """
    @interface Person : NSManagedObject
    @property (nonatomic) NSString *name;
    @property (nonatomic) NSSet<Venue *> *places;
    @end
    @interface Venue : NSManagedObject
    @property (nonatomic) NSString *name;
    @property (nonatomic) Person *owner;
    @end

    """
  private static let renamedHeader = """
    @interface Person : NSManagedObject
    @property (nonatomic) NSString *name;
    @property (nonatomic) NSSet<Venue *> *places;
    @end
    @interface Venue : NSManagedObject
    @property (nonatomic) NSString *title;
    @property (nonatomic) Person *owner;
    @end

    """

  private static func renamed(
    _ path: String, _ code: String, _ entity: String = "Venue", _ property: String = "name",
    _ newName: String = "title"
  ) throws -> String {
    let model = try SourceRenameTests.rename().model
    let rename = try PropertyRename((entity, property), to: newName, in: model)
    let scan = SourceScan(
      [ScannedFile(SourceFile(path: path, text: code))], model: ScanModel([model]))
    let sites = scan.resolved(scan.files.indices.map { scan.sites(of: $0) })
    let edits = rename.sourceEdits(scan, sites)
    return FixedFile.files(with: edits).first.map { String(decoding: $0.fixed, as: UTF8.self) }
      ?? code
  }
}
