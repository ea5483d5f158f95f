import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumPredicate
import MomentumQuery
import MomentumSQL
import MomentumSwiftData
import MomentumSwiftPredicate
import Testing

/// Model classes with one property of each kind, and what their predicates compile to.
struct TripModel: Sendable {
  static let source = """
    @Model final class Trip {
      var title: String
      var notes: String?
      var rating: Int
      var price: Double
      var bonus: Int?
      var isDone: Bool
      var isShared: Bool?
      var start: Date
      var end: Date?
      let code: String
      var kind: Kind
      var mood: Kind?
      var stage: Stage
      var address: Address
      var tags: [String]
      var icon: Data
      var owner: Person?
      var home: City
      @Relationship(inverse: \\Stop.trip) var stops: [Stop]
      @Relationship(inverse: \\Photo.trip) var photos: [Photo]?
      @Transient var isSelected = false
      @Attribute(.ephemeral) var badge: Int
      var summary: String { title }
      static let longest = 12
    }
    enum Kind: String, Codable { case draft, sent }
    enum Stage: Codable { case planned, booked }
    struct Address: Codable { var street: String; var zip: Int? }
    @Model final class Person {
      var name: String
      var nick: String?
      var age: Int
      var boss: Person?
      @Relationship(inverse: \\Trip.owner) var trips: [Trip]
    }
    @Model final class City { var name: String }
    @Model final class Stop { var city: String; var nights: Int; var note: String?; var trip: Trip?; var photos: [Photo] }
    @Model final class Photo { var size: Int; var trip: Trip? }

    """

  let file: SourceFile
  let compiled: CompiledModel
  var model: ObjectModel { compiled.model }

  /// The same classes without properties that an import would need values for.
  static let plainSource = source.split(separator: "\n", omittingEmptySubsequences: false).filter {
    line in
    !["kind:", "mood:", "stage:", "address:", "home:", "badge:"].contains {
      line.contains("var \($0)")
    }
  }.joined(separator: "\n")

  init(_ source: String = TripModel.source) throws {
    file = SourceFile(path: "Trips.swift", text: source)
    compiled = try TripModel.compiled(file)
  }

  /// The model as a command reads it: through the text of a `contents` file.
  static func compiled(_ file: SourceFile) throws -> CompiledModel {
    let reader = SwiftDataReader([file], name: "Trips")
    let read = reader.model(of: try #require(reader.current))
    var diagnostics = Diagnostics()
    let contents = SourceFile(path: "contents", text: ModelWriter.contents(of: read.model))
    return try #require(
      CompiledModel.compile(contents, &diagnostics), "\(diagnostics.all.map(\.text))")
  }

  /// The requests of a text that stands beside the classes.
  func requests(_ text: String, path: String = "Code.swift") -> [SwiftRequest] {
    SwiftPredicates(
      [SourceFile(path: path, text: text)], sources: [file], model: model
    ).requests
  }

  /// The only predicate of a closure over trips.
  func predicate(_ closure: String) throws -> SwiftRequest {
    let found = requests("let p = #Predicate<Trip> { \(closure) }")
    try #require(found.count == 1, "\(closure)")
    return found[0]
  }

  /// The statement from WHERE on, with single blanks.
  func condition(_ request: SwiftRequest, _ semantics: NullSemantics = .store) throws -> String {
    let entity = try #require(request.entity)
    let typed = try #require(request.typedPredicate, "\(request.diagnostics.all.map(\.text))")
    let fetch = CompiledFetch(
      FetchRequest(entity: entity, predicate: typed), layout: compiled.queryLayout(.coreData),
      options: QueryOptions(nullSemantics: semantics))
    let text = fetch.sql.text
    let start = text.firstRange(of: " FROM ZTRIP t0")?.upperBound ?? text.startIndex
    return String(text[start...].trimmingPrefix(" ")).replacing("  ", with: " ")
  }
}

extension [Diagnostic] {
  /// Ids without the area, in the order of the findings; those of the checker keep theirs.
  var ids: [String] {
    map { $0.id.hasPrefix("swift-predicate.") ? String($0.id.dropFirst(16)) : $0.id }
  }
}
