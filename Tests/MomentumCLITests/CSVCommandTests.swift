import Foundation
import MomentumCLI
import MomentumTestSupport
import Testing

/// `export --format csv` and `import` of CSV files.
@Suite struct CSVCommandTests {
  private static let contents = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Boat" representedClassName="Boat" syncable="YES">
        <attribute name="name" optional="YES" attributeType="String"/>
        <attribute name="length" optional="YES" attributeType="Double" usesScalarValueType="NO"/>
        <attribute name="isSold" optional="YES" attributeType="Boolean" usesScalarValueType="NO"/>
        <attribute name="photo" optional="YES" attributeType="Binary"/>
        <attribute name="upper" optional="YES" attributeType="String" derived="YES" derivationExpression="uppercase:(name)"/>
        <relationship name="harbor" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Harbor" inverseName="boats" inverseEntity="Harbor"/>
      </entity>
      <entity name="Harbor" representedClassName="Harbor" syncable="YES">
        <attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="boats" optional="YES" toMany="YES" ordered="YES" deletionRule="Nullify" destinationEntity="Boat" inverseName="harbor" inverseEntity="Boat"/>
      </entity>
      <entity name="Crane" representedClassName="Crane" syncable="YES"/>
    </model>
    """

  private struct Place {
    var folder: URL
    var model: String
    var store: String

    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    func write(_ text: String, _ name: String) throws -> String {
      let file = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      return file.path
    }

    func read(_ name: String) throws -> String {
      String(decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
    }

    func load(_ file: String, _ options: String...) -> Run {
      Run(["import", store, "--model", model, file] + options)
    }

    func names() -> String {
      Run(
        "fetch", store, "--model", model, "--entity", "Boat", "--select", "name", "--sort", "name",
        "--format", "csv"
      ).output.replacingOccurrences(of: "\r\n", with: "\n")
    }
  }

  private func withPlace(_ body: (Place) throws -> Void) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let place = Place(
        folder: folder, model: folder.appendingPathComponent("Port.xcdatamodel").path,
        store: folder.appendingPathComponent("port.sqlite").path)
      _ = try place.write(Self.contents, "Port.xcdatamodel/contents")
      #expect(Run("create", place.model, place.store).status == 0)
      try body(place)
    }
  }

  @Test func aFolderIsReadAndWrittenAgain() throws {
    try withPlace { place in
      let boats =
        "\u{FEFF}$id,name,length,isSold,photo,harbor\n"
        + "b1,\"Mary, \"\"M\"\"\nAnn\",5.5,YES,AQID,\n\nb2,\"\",,no,\"\",\r\nb3,,7,,,"
      _ = try place.write(boats, "in/Boat.csv")
      _ = try place.write("$id,name,boats\rh1,Süd,b3 b1\r", "in/Harbor.csv")
      let run = place.load(place.path("in"))
      #expect(run.status == 0, "\(run.error)")
      let export = Run(
        "export", place.store, "--model", place.model, "--format", "csv", "--output",
        place.path("out"))
      #expect(export.status == 0, "\(export.error)")
      #expect(
        try place.read("out/Boat.csv")
          == "$id,$key,$version,name,length,isSold,photo,harbor\r\n"
          + "Boat/p1,1,1,\"Mary, \"\"M\"\"\nAnn\",5.5,true,AQID,Harbor/p1\r\n"
          + "Boat/p2,2,1,\"\",,false,\"\",\r\nBoat/p3,3,1,,7.0,,,Harbor/p1\r\n")
      #expect(
        try place.read("out/Harbor.csv")
          == "$id,$key,$version,name,boats\r\nHarbor/p1,1,1,Süd,Boat/p3 Boat/p1\r\n")
      let files = try FileManager.default.contentsOfDirectory(atPath: place.path("out")).sorted()
      #expect(files == ["$lastKeys.csv", "Boat.csv", "Harbor.csv"])
      let again = Run(
        "export", place.store, "--model", place.model, "--format", "csv", "--output",
        place.path("out"))
      #expect(again.status != 0)
      #expect(again.error.contains("exists"), "\(again.error)")
      let left = try FileManager.default.contentsOfDirectory(atPath: place.folder.path)
      #expect(!left.contains { $0.hasSuffix(".part") }, "\(left)")
    }
  }

  /// An empty line is a row without a value where a row has one field (RFC 4180, section 2).
  @Test(arguments: [
    ("name\r\na\r\n\r\n\"\"\r\nb\r\n", "a,|,\"\",b"),
    ("name\na\n\n\"\"\nb", "a,|,\"\",b"),
    ("name\ra\r\r\"\"\rb\r", "a,|,\"\",b"),
    ("name\n\n\n", "|,|"), ("name\n", ""), ("name", ""), ("\n\nname\n\"\"", "\"\""),
  ])
  func aLineOfOneField(_ text: String, _ rows: String) throws {
    try withPlace { place in
      let run = place.load(try place.write(text, "Boat.csv"))
      #expect(run.status == 0, "\(run.error)")
      let found = Run(
        "fetch", place.store, "--model", place.model, "--entity", "Boat", "--select", "name",
        "--sort", "objectID", "--format", "csv"
      ).output.replacingOccurrences(of: "\r\n", with: "\n")
      let wanted = rows.split(separator: ",").map { $0 == "|" ? "\n" : $0 + "\n" }.joined()
      #expect(found == "name\n" + wanted)
      // What 'fetch' and 'export' wrote makes the same objects again.
      for (index, again) in try [place.write(found, "one/Boat.csv"), exported(place)].enumerated() {
        let store = place.path("again\(index).sqlite")
        #expect(Run("create", place.model, store).status == 0)
        let second = Run("import", store, "--model", place.model, again)
        #expect(second.status == 0, "\(second.error)")
        let rows = Run(
          "fetch", store, "--model", place.model, "--entity", "Boat", "--select", "name",
          "--sort", "objectID", "--format", "csv")
        #expect(rows.output.replacingOccurrences(of: "\r\n", with: "\n") == found)
      }
    }
  }

  private func exported(_ place: Place) -> String {
    let run = Run(
      "export", place.store, "--model", place.model, "--format", "csv", "--output",
      place.path("all"))
    #expect(run.status == 0, "\(run.error)")
    return place.path("all")
  }

  @Test(arguments: [(";", ";"), ("tab", "\t"), ("|", "|")])
  func anotherDelimiter(_ option: String, _ character: String) throws {
    try withPlace { place in
      let file = try place.write(
        ["name", "length"].joined(separator: character) + "\n"
          + ["a,b", "2"].joined(separator: character), "Boat.csv")
      let run = place.load(file, "--delimiter", option)
      #expect(run.status == 0, "\(run.error)")
      #expect(place.names() == "name\n\"a,b\"\n")
    }
  }

  /// Each with its place; nothing is imported.
  @Test(arguments: [
    ("name\na\n\"b", "Boat.csv:3:1: error: the quote that opens here is never closed"),
    ("name\na\"b\"\n", "Boat.csv:2:2: error: a field that holds a quote stands in quotes"),
    (
      "name,length\n\"a\"b,1\n",
      "Boat.csv:2:4: error: expected the delimiter or the end of the line"
    ),
    (
      "name,length\na,1\nb\n",
      "Boat.csv:3:1: error: the number of fields has to be 2, as in the first line, not 1"
    ),
    (
      "name\na\nb,c\n",
      "Boat.csv:3:1: error: the number of fields has to be 1, as in the first line, not 2"
    ),
    ("nmae\na\n", "Boat.csv:1:1: error: no property 'nmae' in entity 'Boat'; did you mean 'name'?"),
    ("name,length,name\n", "Boat.csv:1:13: error: the column 'name' can stand in a file once"),
    ("name,upper\na,A\n", "Boat.csv:1:6: error: attribute 'upper' is derived"),
    ("", "Boat.csv:1:1: error: expected a line of names, not an empty file"),
    ("name,length\na,long\n", "Boat.csv:2:3: error: 'length' takes a number, not a string"),
    ("name,length\na,\"\"\n", "Boat.csv:2:3: error: 'length' takes a number, not a string"),
    ("$id,harbor\na,h9\n", "Boat.csv:2:3: error: no object has the id 'h9'"),
    ("$id,name\na,b\na,c\n", "Boat.csv:3:1: error: the id 'a' belongs to another object already"),
    ("$key,name\n0,b\n", "Boat.csv:2:1: error: expected a whole number from 1, not a number"),
  ])
  func mistakesAreToldAtTheirPlace(_ text: String, _ message: String) throws {
    try withPlace { place in
      let run = place.load(try place.write(text, "Boat.csv"))
      #expect(run.status == 65)
      #expect(run.error.contains(message), "\(run.error)")
      #expect(place.names() == "name\n")
    }
  }

  @Test func aMistakeIsToldInItsOwnFileOfAFolder() throws {
    try withPlace { place in
      _ = try place.write("$id,name\nb1,x\n", "in/Boat.csv")
      _ = try place.write("$id,boats\nh1,b1\nh2,b1 b7\n", "in/Harbor.csv")
      let run = place.load(place.path("in"))
      #expect(run.status == 65)
      #expect(
        run.error.contains("Harbor.csv:3:4: error: no object has the id 'b7'"), "\(run.error)")
    }
  }

  @Test func textOfAnotherEncodingIsRefused() throws {
    try withPlace { place in
      let file = place.path("Boat.csv")
      try Data(Array("name\nM".utf8) + [0xFC] + Array("we\n".utf8)).write(
        to: URL(fileURLWithPath: file))
      let run = place.load(file)
      #expect(run.error.contains("Boat.csv:2:1: error: the text of this field is not UTF-8"))
      #expect(run.status == 65)
    }
  }

  @Test func whatTheCommandLineCannotMean() throws {
    try withPlace { place in
      let boats = try place.write("name\na\n", "Boat.csv")
      let unknown = place.load(try place.write("name\na\n", "Boot.csv"))
      #expect(
        unknown.error.contains(
          "Boot.csv:1:1: error: no entity 'Boot' in the model; did you mean 'Boat'?"),
        "\(unknown.error)")
      let long = place.load(boats, "--delimiter", ";;")
      #expect(long.error.contains("--delimiter takes one ASCII character or 'tab'"))
      let empty = place.path("empty")
      try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: false)
      #expect(place.load(empty).error.contains("no CSV file is in"))
      let nowhere = Run("export", place.store, "--model", place.model, "--format", "csv")
      #expect(nowhere.error.contains("name it with --output"))
      #expect(place.names() == "name\n")
    }
  }

  private static let boats = "no;what;how.long;sold;from\n1;Mary;5,5;x;31.01.2024\n2;Ann;;;\n"
  private static let harbors = "name;berths\nSued;2| 1\nNord;\n"
  private static let map = """
    {"objects": [
      {"file": "ships.csv", "entity": "Boat", "id": "no",
       "attributes": {"name": "what", "length": "how.long", "isSold": {"value": true}}},
      {"file": "ports.csv", "entity": "Harbor", "attributes": {"name": "name"},
       "relationships": {"boats": {"key": "berths", "separator": "|"}}}
    ]}
    """

  @Test func somebodysFilesAreExplainedByAMap() throws {
    try withPlace { place in
      _ = try place.write(Self.boats.replacingOccurrences(of: "5,5", with: "5.5"), "in/ships.csv")
      _ = try place.write(Self.harbors, "in/ports.csv")
      let map = try place.write(Self.map, "map.json")
      let run = place.load(place.path("in"), "--delimiter", ";", "--map", map)
      #expect(run.status == 0, "\(run.error)")
      let export = Run(
        "export", place.store, "--model", place.model, "--format", "csv", "--output",
        place.path("out"))
      #expect(export.status == 0, "\(export.error)")
      #expect(
        try place.read("out/Boat.csv")
          == "$id,$key,$version,name,length,isSold,photo,harbor\r\n"
          + "Boat/p1,1,1,Mary,5.5,true,,Harbor/p1\r\nBoat/p2,2,1,Ann,,true,,Harbor/p1\r\n")
      #expect(
        try place.read("out/Harbor.csv")
          == "$id,$key,$version,name,boats\r\nHarbor/p1,1,1,Sued,Boat/p2 Boat/p1\r\n"
          + "Harbor/p2,2,1,Nord,\r\n")
    }
  }

  /// Each with a part of the mapping file that is replaced, and the place of the message.
  @Test(arguments: [
    ("how.long\"", "how.long\"", "ships.csv:2:8: error: 'length' takes a number, not a string"),
    ("\"|\"", "\",\"", "ports.csv:2:6: error: no object has the id 'Boat 2| 1'"),
    (
      "ships.csv", "shps.csv",
      "map.json:2:12: error: no file 'shps.csv' is among ports.csv, ships.csv; did you mean 'ships.csv'?"
    ),
    (
      "\"file\": \"ships.csv\", ", "",
      "map.json:2:3: error: a rule of a mapping file for several files needs the key 'file'"
    ),
    (
      "\"no\"", "\"nr\"",
      "map.json:2:49: error: no column 'nr' in 'ships.csv'; did you mean 'no'?"
    ),
    (
      "\"what\"", "\"waht\"",
      "map.json:3:27: error: no column 'waht' in 'ships.csv'; did you mean 'what'?"
    ),
  ])
  func mistakesOfMappedFiles(_ old: String, _ new: String, _ message: String) throws {
    try withPlace { place in
      _ = try place.write(Self.boats, "in/ships.csv")
      _ = try place.write(Self.harbors, "in/ports.csv")
      let map = try place.write(
        Self.map.replacingOccurrences(of: old, with: new), "map.json")
      let run = place.load(place.path("in"), "--delimiter", ";", "--map", map)
      #expect(run.status == 65)
      #expect(run.error.contains(message), "\(run.error)")
      #expect(place.names() == "name\n")
    }
  }

  /// A model may call an entity what leads out of the folder.
  @Test func anEntityWhoseNameIsAPathWritesNothing() throws {
    try withPlace { place in
      let text = Self.contents.replacingOccurrences(of: "\"Crane\"", with: "\"../Crane\"")
      _ = try place.write(text, "Odd.xcdatamodel/contents")
      let store = place.path("odd.sqlite")
      let model = place.path("Odd.xcdatamodel")
      #expect(Run("create", model, store).status == 0)
      let seed = try place.write(#"{"objects": [{"entity": "../Crane"}]}"#, "seed.json")
      #expect(Run("import", store, "--model", model, seed).status == 0)
      let run = Run(
        "export", store, "--model", model, "--format", "csv", "--output", place.path("o"))
      #expect(run.status != 0)
      #expect(run.error.contains("has a name that no file can have"), "\(run.error)")
      #expect(!FileManager.default.fileExists(atPath: place.path("o")))
    }
  }
}
