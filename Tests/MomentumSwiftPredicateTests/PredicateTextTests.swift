import MomentumDiagnostics
import MomentumPredicate
import MomentumSwiftPredicate
import Testing

/// What closures become: the canonical text and the SQL.
///
/// A row marked *observed* has the SQL that a log of a SwiftData app shows for this shape.
@Suite struct PredicateTextTests {
  private let trips: TripModel

  init() throws { trips = try TripModel() }

  private func expect(_ closure: String, _ text: String, _ sql: String) throws {
    let request = try trips.predicate(closure)
    #expect(request.predicateText == text, "\(closure)")
    #expect(try trips.condition(request) == "WHERE " + sql, "\(closure)")
  }

  @Test(arguments: [
    ("$0.title == \"a\"", "title == \"a\"", "t0.ZTITLE = ?"),
    ("trip in trip.title != \"a\"", "title != \"a\"", "t0.ZTITLE <> ?"),
    ("$0.rating < 3", "rating < 3", "t0.ZRATING < ?"),
    ("3 <= $0.rating", "3 <= rating", "? <= t0.ZRATING"),
    ("$0.price > -2.5", "price > -2.5", "t0.ZPRICE > ?"),
    ("return $0.rating >= 0x10", "rating >= 16", "t0.ZRATING >= ?"),
    ("$0.title == #\"a\\b\"#", "title == \"a\\\\b\"", "t0.ZTITLE = ?"),
    ("$0.isDone", "isDone == 1", "t0.ZISDONE = ?"),
    ("!$0.isDone", "NOT isDone == 1", "NOT ( t0.ZISDONE = ?)"),
    ("$0.isDone == false", "isDone == 0", "t0.ZISDONE = ?"),
    ("$0.start < limit", "start < $limit", "t0.ZSTART < ?"),
    ("$0.bonus == 3", "bonus == 3", "t0.ZBONUS = ?"),
    ("$0.bonus == nil", "bonus == nil", "t0.ZBONUS IS NULL"),
    ("nil != $0.notes", "notes != nil", "t0.ZNOTES IS NOT NULL"),
    ("$0.home.name == name", "home.name == $name", "t1.ZNAME = ?"),
  ])
  func comparisons(closure: String, text: String, sql: String) throws {
    let request = try trips.predicate(closure)
    #expect(request.predicateText == text, "\(closure)")
    let condition = try trips.condition(request)
    #expect(condition.hasSuffix("WHERE " + sql), "\(condition)")
    #expect(request.diagnostics.isEmpty, "\(request.diagnostics.all.map(\.text))")
  }

  /// Each `&&` and `||` is a compound of two of its own (observed: the logs of an app on macOS 27).
  @Test(arguments: [
    (
      "$0.isDone && $0.rating > 3 && $0.title == name",
      "(isDone == 1 AND rating > 3) AND title == $name",
      "(( t0.ZISDONE = ? AND t0.ZRATING > ?) AND t0.ZTITLE = ?)"
    ),
    (
      "$0.isDone && $0.rating > 3 || !($0.title == name)",
      "(isDone == 1 AND rating > 3) OR (NOT title == $name)",
      "(( t0.ZISDONE = ? AND t0.ZRATING > ?) OR NOT ( t0.ZTITLE = ?))"
    ),
    ("true", "TRUEPREDICATE", ""), ("_ in false", "FALSEPREDICATE", "0 = 1"),
    (
      "text.isEmpty || $0.title.contains(text)", "$text_isEmpty == 1 OR title CONTAINS $text",
      "(? = ? OR NSCoreDataStringSearch( t0.ZTITLE, ?, 0, 1))"
    ),
  ])
  func compounds(closure: String, text: String, sql: String) throws {
    let request = try trips.predicate(closure)
    #expect(request.predicateText == text)
    #expect(try trips.condition(request) == (sql.isEmpty ? "" : "WHERE " + sql))
  }

  @Test(arguments: [
    // Observed: NSCoreDataStringSearch with 417.
    (
      "$0.title.localizedStandardContains(text)", "title CONTAINS[cdl] $text",
      "NSCoreDataStringSearch( t0.ZTITLE, ?, 417, 1)"
    ),
    (
      "$0.title.contains(\"a\")", "title CONTAINS \"a\"",
      "NSCoreDataStringSearch( t0.ZTITLE, ?, 0, 1)"
    ),
    (
      "$0.title.starts(with: text)", "title BEGINSWITH $text",
      "NSCoreDataStringSearch( t0.ZTITLE, ?, 8, 1)"
    ),
    (
      "$0.title.caseInsensitiveCompare(\"x\") == .orderedSame", "title ==[c] \"x\"",
      "NSCoreDataStringCompare( t0.ZTITLE, ?, 257) = 0"
    ),
    (
      "$0.title.localizedCompare(text) == .orderedDescending", "title >[l] $text",
      "NSCoreDataStringCompare( t0.ZTITLE, ?, 32) > 0"
    ),
    (
      "$0.title.caseInsensitiveCompare(text) != ComparisonResult.orderedAscending",
      "NOT title <[c] $text", "NOT ( NSCoreDataStringCompare( t0.ZTITLE, ?, 257) < 0)"
    ),
    ("$0.title.isEmpty", "title == \"\"", "t0.ZTITLE = ?"),
    ("$0.title.isEmpty == false", "NOT title == \"\"", "NOT ( t0.ZTITLE = ?)"),
    (
      "($0.notes ?? \"\").contains(text)", "TERNARY(notes != nil, notes, \"\") CONTAINS $text",
      "NSCoreDataStringSearch(CASE WHEN t0.ZNOTES IS NOT NULL THEN t0.ZNOTES ELSE ? END, ?, 0, 1)"
    ),
  ])
  func texts(closure: String, text: String, sql: String) throws {
    try expect(closure, text, sql)
    #expect(try trips.predicate(closure).diagnostics.isEmpty)
  }

  @Test(arguments: [
    // Observed: the SQL of an app on macOS 27.
    (
      "$0.owner?.persistentModelID == id", "owner != nil AND owner == $id",
      "( t0.ZOWNER IS NOT NULL AND t0.ZOWNER = ?)"
    ),
    (
      "$0.owner?.persistentModelID != id", "owner == nil OR owner != $id",
      "( t0.ZOWNER IS NULL OR t0.ZOWNER <> ?)"
    ),
    // Observed: the primary key for the object itself.
    ("$0.persistentModelID == id", "SELF == $id", "t0.Z_PK = ?"),
    ("$0.id == id", "SELF == $id", "t0.Z_PK = ?"),
    ("ids.contains($0.persistentModelID)", "SELF IN $ids", "t0.Z_PK IN (?)"),
    ("$0.home.persistentModelID == id", "home == $id", "t0.ZHOME = ?"),
    ("$0.stops.contains(stop)", "$stop IN stops", "t1.Z_PK = ?"),
  ])
  func identifiers(closure: String, text: String, sql: String) throws {
    let request = try trips.predicate(closure)
    #expect(request.predicateText == text)
    #expect(try trips.condition(request).hasSuffix("WHERE " + sql))
    #expect(request.diagnostics.isEmpty, "\(request.diagnostics.all.map(\.text))")
  }

  /// Observed in words only: the end of a chain is a TERNARY, in SQL a CASE.
  @Test(arguments: [
    (
      "$0.owner?.name == name", "TERNARY(owner != nil, owner.name, nil) == $name",
      "CASE WHEN t0.ZOWNER IS NOT NULL THEN t1.ZNAME ELSE ? END = ?"
    ),
    (
      "$0.owner?.boss?.name == name", "TERNARY(owner.boss != nil, owner.boss.name, nil) == $name",
      "CASE WHEN t1.ZBOSS IS NOT NULL THEN t2.ZNAME ELSE ? END = ?"
    ),
    (
      "$0.owner?.age ?? 0 > 18", "TERNARY(owner != nil, owner.age, 0) > 18",
      "CASE WHEN t0.ZOWNER IS NOT NULL THEN t1.ZAGE ELSE ? END > ?"
    ),
    (
      "$0.owner?.nick ?? \"\" == name", "TERNARY(owner.nick != nil, owner.nick, \"\") == $name",
      "CASE WHEN t1.ZNICK IS NOT NULL THEN t1.ZNICK ELSE ? END = ?"
    ),
    ("$0.owner?.nick == nil", "owner.nick == nil", "t1.ZNICK IS NULL"),
    // A log shows both tests of `owner` for the forced chain after a comparison with nil.
    ("$0.owner!.name == name", "owner.name == $name", "t1.ZNAME = ?"),
    (
      "$0.isShared ?? false", "TERNARY(isShared != nil, isShared, 0) == 1",
      "CASE WHEN t0.ZISSHARED IS NOT NULL THEN t0.ZISSHARED ELSE ? END = ?"
    ),
    (
      "($0.bonus ?? 1) + $0.rating == 4", "TERNARY(bonus != nil, bonus, 1) + rating == 4",
      "(CASE WHEN t0.ZBONUS IS NOT NULL THEN t0.ZBONUS ELSE ? END + t0.ZRATING) = ?"
    ),
  ])
  func chains(closure: String, text: String, sql: String) throws {
    let request = try trips.predicate(closure)
    #expect(request.predicateText == text)
    #expect(try trips.condition(request).hasSuffix("WHERE " + sql))
    #expect(!request.diagnostics.all.contains { $0.severity > .info })
  }

  @Test(arguments: [
    (
      "if let notes = $0.notes { notes.contains(text) } else { false }",
      "notes != nil AND notes CONTAINS $text"
    ),
    (
      "if let notes = $0.notes { return notes == text } else { return true }",
      "notes == nil OR notes == $text"
    ),
    (
      "if let notes = $0.notes { notes == text } else { $0.isDone == true }",
      "(notes != nil AND notes == $text) OR (notes == nil AND isDone == 1)"
    ),
    (
      "if let owner = $0.owner, let nick = owner.nick { nick == text } else { false }",
      "(owner != nil AND owner.nick != nil) AND owner.nick == $text"
    ),
    (
      "if let text { $0.title == text } else { true }", "$text == nil OR title == $text"
    ),
    (
      "$0.isDone ? $0.rating > 3 : $0.price < 2.5",
      "TERNARY(isDone == 1, TERNARY(rating > 3, 1, 0), TERNARY(price < 2.5, 1, 0)) == 1"
    ),
    ("$0.isDone ? $0.rating > 3 : false", "isDone == 1 AND rating > 3"),
    ("($0.isDone ? $0.rating : 0) == 2", "TERNARY(isDone == 1, rating, 0) == 2"),
    (
      "if $0.isDone { $0.rating == 1 } else if $0.price > 2 { true } else { false }",
      "TERNARY(isDone == 1, TERNARY(rating == 1, 1, 0), TERNARY(price > 2, 1, 0)) == 1"
    ),
    ("$0.bonus.flatMap { $0 > 3 } ?? false", "bonus != nil AND bonus > 3"),
    ("$0.notes.flatMap { $0.contains(text) } == true", "notes != nil AND notes CONTAINS $text"),
    ("$0.bonus.flatMap { bonus in bonus * 2 } == 4", "TERNARY(bonus != nil, bonus * 2, nil) == 4"),
    (
      "[$0.rating, $0.bonus ?? 0].max() == 3",
      "TERNARY(rating >= TERNARY(bonus != nil, bonus, 0), rating, TERNARY(bonus != nil, bonus, 0)) == 3"
    ),
    ("[$0.rating, 3].min() == 3", "TERNARY(rating <= 3, rating, 3) == 3"),
  ])
  func conditions(closure: String, text: String) throws {
    let request = try trips.predicate(closure)
    #expect(request.predicateText == text, "\(request.diagnostics.all.map(\.text))")
    #expect(request.typedPredicate != nil, "\(request.diagnostics.all.map(\.text))")
  }

  @Test(arguments: [
    (
      "$0.stops.contains { $0.nights > 2 }",
      "SUBQUERY(stops, $_local_1, $_local_1.nights > 2).@count != 0"
    ),
    (
      "trip in trip.stops.contains(where: { stop in stop.nights > trip.rating })",
      "SUBQUERY(stops, $stop, $stop.nights > rating).@count != 0"
    ),
    (
      "$0.stops.allSatisfy { stop in stop.nights > 2 && !stop.photos.isEmpty }",
      "SUBQUERY(stops, $stop, NOT ($stop.nights > 2 AND (NOT $stop.photos.@count == 0))).@count == 0"
    ),
    (
      "$0.stops.filter { $0.nights > 2 }.count >= 2",
      "SUBQUERY(stops, $_local_1, $_local_1.nights > 2).@count >= 2"
    ),
    (
      "$0.stops.filter { $0.nights > 2 }.isEmpty",
      "SUBQUERY(stops, $_local_1, $_local_1.nights > 2).@count == 0"
    ),
    (
      "$0.stops.contains { stop in stop.photos.contains { photo in photo.size > stop.nights } }",
      "SUBQUERY(stops, $stop, SUBQUERY($stop.photos, $photo, $photo.#size > $stop.nights).@count != 0).@count != 0"
    ),
    ("$0.stops.isEmpty", "stops.@count == 0"), ("$0.stops.count > 2", "stops.@count > 2"),
    ("$0.owner!.trips.count > 2", "owner.trips.@count > 2"),
  ])
  func collections(closure: String, text: String) throws {
    let request = try trips.predicate(closure)
    #expect(request.predicateText == text)
    #expect(request.typedPredicate != nil, "\(request.diagnostics.all.map(\.text))")
    #expect(request.diagnostics.isEmpty)
  }

  @Test(arguments: [
    ("(1...5).contains($0.rating)", "rating BETWEEN {1, 5}", "t0.ZRATING BETWEEN ? AND ?"),
    (
      "(low..<high).contains($0.price)", "price >= $low AND price < $high",
      "( t0.ZPRICE >= ? AND t0.ZPRICE < ?)"
    ),
    ("(3...).contains($0.rating)", "rating >= 3", "t0.ZRATING >= ?"),
    ("(-3...).contains($0.rating)", "rating >= -3", "t0.ZRATING >= ?"),
    ("(...3).contains($0.rating)", "rating <= 3", "t0.ZRATING <= ?"),
    ("(..<3).contains($0.rating)", "rating < 3", "t0.ZRATING < ?"),
    (
      "($0.rating...9).contains(limit)", "$limit >= rating AND $limit <= 9",
      "(? >= t0.ZRATING AND ? <= ?)"
    ),
    ("[1, 2].contains($0.rating)", "rating IN {1, 2}", "t0.ZRATING IN (?,?)"),
    ("names.contains($0.title)", "title IN $names", "t0.ZTITLE IN (?)"),
    (
      "$0.rating * 2 - 1 > -$0.rating", "(rating * 2) - 1 > rating * -1",
      "(( t0.ZRATING * ?) - ?) > ( t0.ZRATING * ?)"
    ),
    ("$0.price / 2 == 1.5", "price / 2 == 1.5", "( t0.ZPRICE / ?) = ?"),
  ])
  func rangesListsAndArithmetic(closure: String, text: String, sql: String) throws {
    try expect(closure, text, sql)
    #expect(try trips.predicate(closure).diagnostics.isEmpty)
  }

  @Test(arguments: [
    (
      "$0.stops.filter { $0.nights > 1 }.count",
      "SUBQUERY(stops, $_local_1, $_local_1.nights > 1).@count"
    ),
    ("$0.price * 1.5", "price * 1.5"), ("$0.rating > 3", "TERNARY(rating > 3, 1, 0)"),
    ("$0.owner?.age ?? 0", "TERNARY(owner != nil, owner.age, 0)"),
  ])
  func expressions(closure: String, text: String) throws {
    let request = try #require(
      trips.requests("static let e = #Expression<Trip, Int> { \(closure) }").first)
    #expect(request.kind == .expression && request.expressionText == text)
    #expect(request.isCompiled && request.diagnostics.isEmpty)
  }
}
