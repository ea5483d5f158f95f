import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumDifferential
import MomentumEvaluation
import MomentumModel
import MomentumPredicate
import MomentumQuery
import MomentumSQL
import MomentumSQLite
import MomentumSwiftPredicate
import MomentumTestSupport
import Testing

/// Random closures over random objects: Swift itself, the evaluator and SQLite find the same objects.
///
/// Swift knows no unknown, so it is compared with the semantics of Foundation. With those of a store the
/// evaluator and SQLite are compared with each other.
@Suite struct SwiftDifferentialTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func swiftTheEvaluatorAndSQLiteAgree(seed: UInt64) throws {
    let run = try SwiftDifferential(seed: seed)
    var selective = 0
    var refused = 0
    let count = TestLength.choose(short: 150, long: 2000)
    for index in 0..<count {
      var generator = ClosureGenerator(dice: Dice(seed: seed, part: 100 + index))
      let closure = generator.condition(3)
      guard let found = try run.check(closure) else {
        refused += 1
        continue
      }
      if found > 0, found < run.trips.count { selective += 1 }
    }
    // If every closure found all objects or none, agreement would say little.
    #expect(selective > 30)
    #expect(refused <= count / 100, "\(refused) closures nest too deeply")
  }
}

/// One model with random objects, in memory and in SQLite.
private struct SwiftDifferential {
  let model: TripModel
  let graph: ObjectGraph
  let store: DifferentialStore
  let objects: GraphObjects
  let tripEntity: EntityID
  /// By index in the graph.
  let trips: [Int: TripObject]

  init(seed: UInt64) throws {
    model = try TripModel(TripModel.plainSource)
    var builder = TripGraph(model: model.model, dice: Dice(seed: seed, part: 9))
    try builder.fill()
    graph = builder.graph
    store = try DifferentialStore(graph)
    objects = GraphObjects(graph)
    tripEntity = try #require(model.model.entity(named: "Trip"))
    trips = builder.trips
  }

  /// The number of objects that Swift finds; `nil` if the closure has more choices than the compiler
  /// allows and is refused for that.
  func check(_ closure: Generated<Bool>) throws -> Int? {
    let request = try model.predicate("trip in " + closure.text)
    guard let syntax = request.predicate, let typed = request.typedPredicate else {
      // `limit <= limit` compares two captured values, of which the text does not say the type.
      let texts = request.diagnostics.all.map(\.text)
      if closure.choices > 12, texts.contains(where: { $0.contains("nests so deeply") }) {
        return nil
      }
      if !texts.contains(where: { $0.contains("both sides are variables") }) {
        Issue.record("\(closure.text): \(texts)")
      }
      return 0
    }
    let expected = trips.filter { closure.value(ClosureScope(trip: $0.value)) }.keys
      .map { graph.objects[$0].primaryKey }.sorted()
    for semantics in NullSemantics.allCases {
      let inMemory = try evaluated(syntax, semantics)
      if semantics == .foundation {
        #expect(inMemory == expected, "\(closure.text)\n\(request.predicateText ?? "")")
      }
      let inStore = try fetched(typed, semantics)
      #expect(inStore == inMemory, "\(semantics): \(closure.text)\n\(request.predicateText ?? "")")
    }
    return expected.count
  }

  private func evaluated(
    _ syntax: PredicateSyntax, _ semantics: NullSemantics
  ) throws -> [Int64] {
    var evaluator = PredicateEvaluator(
      bindings: [
        "needle": .string(ClosureGenerator.needle),
        "limit": .integer(Int64(ClosureGenerator.limit)),
      ], options: EvaluationOptions(nullSemantics: semantics))
    return try trips.keys.filter { try evaluator.evaluate(syntax, on: objects.object($0)) }
      .map { graph.objects[$0].primaryKey }.sorted()
  }

  private func fetched(_ typed: TypedPredicate, _ semantics: NullSemantics) throws -> [Int64] {
    var diagnostics = Diagnostics()
    let names = typed.variables.map(\.name)
    let values: [(name: String, value: PredicateArgument)] = [
      ("needle", .value(.string(ClosureGenerator.needle))),
      ("limit", .value(.integer(Int64(ClosureGenerator.limit)))),
    ]
    let bound = try #require(
      typed.substituting(
        values.filter { names.contains($0.name) }, model: model.model, &diagnostics),
      "\(diagnostics.all.map(\.text))")
    let fetch = CompiledFetch(
      FetchRequest(entity: tripEntity, predicate: bound, resultType: .managedObjectIDs),
      layout: store.compiled.queryLayout(.coreData), options: QueryOptions(nullSemantics: semantics)
    )
    return try StatementRun.rows(fetch.sql, on: store.coreData).compactMap { row -> Int64? in
      if case .integer(let key) = row[1] { key } else { nil }
    }.sorted()
  }
}

/// Makes the same objects as a graph and as objects of Swift.
private struct TripGraph {
  var graph: ObjectGraph
  private(set) var trips: [Int: TripObject] = [:]
  private var people: [Int: PersonObject] = [:]
  private var stops: [Int: StopObject] = [:]
  private var dice: Dice
  private let model: ObjectModel
  private var keys: [EntityID: Int64] = [:]

  init(model: ObjectModel, dice: Dice) {
    self.model = model
    self.dice = dice
    graph = ObjectGraph(model: model)
  }

  mutating func fill() throws {
    for _ in 0..<dice.int(8...14) { try addPerson() }
    for _ in 0..<dice.int(20...30) { try addTrip() }
    for _ in 0..<dice.int(20...40) { try addStop() }
    for (index, trip) in trips.sorted(by: { $0.key < $1.key }) where dice.chance(70) {
      guard let person = dice.pick(people.keys.sorted()) else { continue }
      try link(index, "Trip", "owner", person)
      trip.owner = people[person]
      people[person]?.trips.append(trip)
    }
    for (index, person) in people.sorted(by: { $0.key < $1.key }) where dice.chance(60) {
      guard let boss = dice.pick(people.keys.sorted()) else { continue }
      try link(index, "Person", "boss", boss)
      person.boss = people[boss]
    }
    for (index, stop) in stops.sorted(by: { $0.key < $1.key }) where dice.chance(80) {
      guard let trip = dice.pick(trips.keys.sorted()) else { continue }
      try link(index, "Stop", "trip", trip)
      trips[trip]?.stops.append(stop)
    }
  }

  private mutating func addPerson() throws {
    let person = PersonObject()
    person.name = text()
    person.nick = optionalText()
    person.age = dice.int(0...3)
    people[
      try add(
        "Person",
        [
          "name": .string(person.name), "nick": person.nick.map { .string($0) },
          "age": .integer(Int64(person.age)),
        ])] = person
  }

  private mutating func addTrip() throws {
    let trip = TripObject()
    trip.title = dice.chance(10) ? "" : text()
    trip.notes = optionalText()
    trip.rating = dice.int(-1...3)
    trip.bonus = dice.chance(40) ? nil : dice.int(0...3)
    trip.isDone = dice.chance(50)
    trip.isShared = dice.chance(40) ? nil : dice.chance(50)
    trip.start = date()
    trip.end = dice.chance(40) ? nil : date()
    trips[
      try add(
        "Trip",
        [
          "title": .string(trip.title), "notes": trip.notes.map { .string($0) },
          "rating": .integer(Int64(trip.rating)), "bonus": trip.bonus.map { .integer(Int64($0)) },
          "price": .double(trip.price), "isDone": .boolean(trip.isDone),
          "isShared": trip.isShared.map { .boolean($0) },
          "start": .date(trip.start.timeIntervalSinceReferenceDate),
          "end": trip.end.map { .date($0.timeIntervalSinceReferenceDate) },
          "code": .string("c"), "tags": .binary([]), "icon": .binary([1]),
        ])] = trip
  }

  private mutating func addStop() throws {
    let stop = StopObject()
    stop.city = text()
    stop.nights = dice.int(0...3)
    stop.note = optionalText()
    stops[
      try add(
        "Stop",
        [
          "city": .string(stop.city), "nights": .integer(Int64(stop.nights)),
          "note": stop.note.map { .string($0) },
        ])] = stop
  }

  private mutating func text() -> String { dice.pick(ClosureGenerator.texts) ?? "" }
  private mutating func optionalText() -> String? { dice.chance(40) ? nil : text() }
  private mutating func date() -> Date {
    Date(timeIntervalSinceReferenceDate: Double(dice.int(0...2)))
  }

  /// The index of the new object.
  private mutating func add(
    _ name: String, _ values: [String: AttributeValue?]
  ) throws -> Int {
    let entity = try #require(model.entity(named: name))
    keys[entity, default: 0] += 1
    var object = ObjectGraph.Object(entity: entity, primaryKey: keys[entity] ?? 1)
    for id in model.attributes(of: entity) {
      guard let value = values[model[id].name] else { continue }
      object.values[ObjectGraph.Leaf(id)] = value
    }
    graph.objects.append(object)
    return graph.objects.count - 1
  }

  private mutating func link(
    _ source: Int, _ entityName: String, _ name: String, _ destination: Int
  ) throws {
    let entity = try #require(model.entity(named: entityName))
    guard case .relationship(let id)? = model.property(named: name, in: entity) else {
      Issue.record("'\(entityName)' has no relationship '\(name)'")
      return
    }
    graph.link(source, id, destination)
  }
}
