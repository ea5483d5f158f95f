import Foundation
import MomentumDifferential

/// Objects as the closures of Swift see them.
final class TripObject {
  var title = ""
  var notes: String?
  var rating = 0
  var bonus: Int?
  var price = 0.0
  var isDone = false
  var isShared: Bool?
  var start = Date(timeIntervalSinceReferenceDate: 0)
  var end: Date?
  var owner: PersonObject?
  var stops: [StopObject] = []
}

final class PersonObject {
  var name = ""
  var nick: String?
  var age = 0
  var boss: PersonObject?
  var trips: [TripObject] = []
}

final class StopObject {
  var city = ""
  var nights = 0
  var note: String?
}

/// What a closure can name: its object, and the stop of a closure inside it.
struct ClosureScope {
  var trip: TripObject
  var stop: StopObject?
}

/// The text of a Swift expression and the closure that computes it.
struct Generated<Value> {
  var text: String
  var value: (ClosureScope) -> Value

  /// The largest number of `?`, `??` and `if` that are together in the closure or in one pair of its
  /// braces.
  var choices: Int {
    var open = [0]
    var largest = 0
    for word in text.split(whereSeparator: { $0 == " " || $0 == "(" }) {
      if ["?", "??", "if"].contains(word) { open[open.count - 1] += 1 }
      largest = max(largest, open.last ?? 0)
      for character in word {
        if character == "{" { open.append(0) }
        if character == "}", open.count > 1 { open.removeLast() }
      }
    }
    return largest
  }
}

/// Makes expressions of Swift, each as text for the compiler of Momentum and as a closure that Swift
/// itself runs. The two are written beside each other, so that whoever reads a line sees that they mean
/// the same.
struct ClosureGenerator {
  var dice: Dice
  /// Whether `stop` is a name.
  private(set) var isInStop = false

  static let texts = ["a", "b", "ab", "ba", "abc", "B"]
  /// The captured values.
  static let needle = "b"
  static let limit = 2

  init(dice: Dice) { self.dice = dice }

  // MARK: - Conditions

  mutating func condition(_ depth: Int) -> Generated<Bool> {
    if depth <= 0 { return atom() }
    switch dice.weighted([3, 3, 2, 2, 2, 2, 2, 6]) {
    case 0:
      let (one, two) = (condition(depth - 1), condition(depth - 1))
      return Generated(text: "(\(one.text) && \(two.text))") { one.value($0) && two.value($0) }
    case 1:
      let (one, two) = (condition(depth - 1), condition(depth - 1))
      return Generated(text: "(\(one.text) || \(two.text))") { one.value($0) || two.value($0) }
    case 2:
      let one = condition(depth - 1)
      return Generated(text: "!(\(one.text))") { !one.value($0) }
    case 3:
      let (test, one, two) = (condition(depth - 1), condition(depth - 1), condition(depth - 1))
      return Generated(text: "(\(test.text) ? \(one.text) : \(two.text))") {
        test.value($0) ? one.value($0) : two.value($0)
      }
    case 4: return comparedWithLiteral(depth)
    case 5 where !isInStop: return overStops(depth)
    case 6: return bound(depth)
    default: return atom()
    }
  }

  private mutating func comparedWithLiteral(_ depth: Int) -> Generated<Bool> {
    let one = condition(depth - 1)
    let wanted = dice.chance(50)
    return dice.chance(50)
      ? Generated(text: "((\(one.text)) == \(wanted))") { one.value($0) == wanted }
      : Generated(text: "((\(one.text)) != \(wanted))") { one.value($0) != wanted }
  }

  private mutating func overStops(_ depth: Int) -> Generated<Bool> {
    isInStop = true
    let inner = condition(depth - 1)
    isInStop = false
    func holds(_ scope: ClosureScope, _ stop: StopObject) -> Bool {
      inner.value(ClosureScope(trip: scope.trip, stop: stop))
    }
    switch dice.int(0...3) {
    case 0:
      return Generated(text: "trip.stops.contains { stop in \(inner.text) }") { scope in
        scope.trip.stops.contains { holds(scope, $0) }
      }
    case 1:
      return Generated(text: "trip.stops.allSatisfy { stop in \(inner.text) }") { scope in
        scope.trip.stops.allSatisfy { holds(scope, $0) }
      }
    case 2:
      return Generated(text: "trip.stops.filter { stop in \(inner.text) }.isEmpty") { scope in
        scope.trip.stops.filter { holds(scope, $0) }.isEmpty
      }
    default:
      let least = dice.int(0...2)
      return Generated(text: "(trip.stops.filter { stop in \(inner.text) }.count > \(least))") {
        scope in
        scope.trip.stops.filter { holds(scope, $0) }.count > least
      }
    }
  }

  /// `if let` and `flatMap`
  private mutating func bound(_ depth: Int) -> Generated<Bool> {
    let other = dice.chance(50) ? literal() : condition(depth - 1)
    let text = optionalText()
    let part = part()
    switch dice.int(0...3) {
    case 0:
      return Generated(
        text: "(\(text.text).flatMap { $0.contains(\"\(part)\") } ?? (\(other.text)))"
      ) { text.value($0).flatMap { $0.contains(part) } ?? other.value($0) }
    case 1:
      return Generated(
        text: "(if let text = \(text.text) { text.contains(\"\(part)\") } else { \(other.text) })"
      ) { scope in
        if let text = text.value(scope) { text.contains(part) } else { other.value(scope) }
      }
    case 2:
      let inner = condition(depth - 1)
      return Generated(
        text:
          "(if let owner = trip.owner, (\(inner.text)) { owner.age > 1 } else { \(other.text) })"
      ) { scope in
        if let owner = scope.trip.owner, inner.value(scope) {
          owner.age > 1
        } else {
          other.value(scope)
        }
      }
    default:
      return Generated(
        text:
          "(if let owner = trip.owner, let nick = owner.nick { nick == \"\(part)\" } else { \(other.text) })"
      ) { scope in
        if let owner = scope.trip.owner, let nick = owner.nick {
          nick == part
        } else {
          other.value(scope)
        }
      }
    }
  }

  private mutating func literal() -> Generated<Bool> {
    let value = dice.chance(50)
    return Generated(text: "\(value)") { _ in value }
  }

  // MARK: - Atoms

  private mutating func part() -> String { dice.pick(Self.texts) ?? "a" }

  private mutating func atom() -> Generated<Bool> {
    switch dice.int(0...8) {
    case 0: return compareNumbers()
    case 1: return compareOptionals()
    case 2: return texts()
    case 3: return optionalTexts()
    case 4: return owners()
    case 5: return ranges()
    case 6: return booleans()
    case 7: return dates()
    default: return counts()
    }
  }

  private mutating func compareNumbers() -> Generated<Bool> {
    let (one, two) = (number(2), number(1))
    switch dice.int(0...5) {
    case 0:
      return Generated(text: "(\(one.text) == \(two.text))") { one.value($0) == two.value($0) }
    case 1:
      return Generated(text: "(\(one.text) != \(two.text))") { one.value($0) != two.value($0) }
    case 2: return Generated(text: "(\(one.text) < \(two.text))") { one.value($0) < two.value($0) }
    case 3:
      return Generated(text: "(\(one.text) <= \(two.text))") { one.value($0) <= two.value($0) }
    case 4: return Generated(text: "(\(one.text) > \(two.text))") { one.value($0) > two.value($0) }
    default:
      return Generated(text: "(\(one.text) >= \(two.text))") { one.value($0) >= two.value($0) }
    }
  }

  private mutating func compareOptionals() -> Generated<Bool> {
    let number = dice.int(0...3)
    let rows: [Generated<Bool>] = [
      Generated(text: "trip.bonus == \(number)") { $0.trip.bonus == number },
      Generated(text: "trip.bonus != \(number)") { $0.trip.bonus != number },
      Generated(text: "trip.bonus == nil") { $0.trip.bonus == nil },
      Generated(text: "nil != trip.bonus") { nil != $0.trip.bonus },
      Generated(text: "trip.bonus == trip.rating") { $0.trip.bonus == $0.trip.rating },
      Generated(text: "trip.owner?.age == \(number)") { $0.trip.owner?.age == number },
      Generated(text: "trip.owner?.age != \(number)") { $0.trip.owner?.age != number },
      Generated(text: "trip.owner?.age == trip.bonus") { $0.trip.owner?.age == $0.trip.bonus },
      Generated(text: "trip.owner?.age == nil") { $0.trip.owner?.age == nil },
      Generated(text: "trip.bonus.flatMap { $0 * 2 } == 4") {
        $0.trip.bonus.flatMap { $0 * 2 } == 4
      },
      Generated(text: "trip.owner?.trips.count == 1") { $0.trip.owner?.trips.count == 1 },
      Generated(text: "(trip.owner?.trips.isEmpty ?? true)") {
        $0.trip.owner?.trips.isEmpty ?? true
      },
    ]
    return dice.pick(rows) ?? rows[0]
  }

  private mutating func texts() -> Generated<Bool> {
    let (one, part) = (text(), part())
    let rows: [Generated<Bool>] = [
      Generated(text: "\(one.text) == \"\(part)\"") { one.value($0) == part },
      Generated(text: "\(one.text) != \"\(part)\"") { one.value($0) != part },
      Generated(text: "\(one.text).contains(needle)") { one.value($0).contains(Self.needle) },
      Generated(text: "\(one.text).starts(with: \"\(part)\")") { one.value($0).starts(with: part) },
      Generated(text: "\(one.text) < \"\(part)\"") { one.value($0) < part },
      Generated(text: "\(one.text).localizedStandardContains(\"\(part)\")") {
        one.value($0).localizedStandardContains(part)
      },
      Generated(text: "\(one.text).caseInsensitiveCompare(\"\(part)\") == .orderedSame") {
        one.value($0).caseInsensitiveCompare(part) == .orderedSame
      },
      Generated(text: "\(one.text).caseInsensitiveCompare(needle) != .orderedAscending") {
        one.value($0).caseInsensitiveCompare(Self.needle) != .orderedAscending
      },
      Generated(text: "trip.title.isEmpty") { $0.trip.title.isEmpty },
      Generated(text: "[\"a\", \"ab\", needle].contains(\(one.text))") {
        ["a", "ab", Self.needle].contains(one.value($0))
      },
    ]
    return dice.pick(rows) ?? rows[0]
  }

  private mutating func optionalTexts() -> Generated<Bool> {
    let (one, part, wanted) = (optionalText(), part(), dice.chance(50))
    let rows: [Generated<Bool>] = [
      Generated(text: "\(one.text) == \"\(part)\"") { one.value($0) == part },
      Generated(text: "\(one.text) != needle") { one.value($0) != Self.needle },
      Generated(text: "\(one.text) == nil") { one.value($0) == nil },
      Generated(text: "\(one.text) != nil") { one.value($0) != nil },
      Generated(text: "(\(one.text)?.contains(\"\(part)\") ?? \(wanted))") {
        one.value($0)?.contains(part) ?? wanted
      },
      Generated(text: "\(one.text)?.contains(\"\(part)\") == \(wanted)") {
        one.value($0)?.contains(part) == wanted
      },
      Generated(text: "\(one.text)?.starts(with: \"\(part)\") != \(wanted)") {
        one.value($0)?.starts(with: part) != wanted
      },
      Generated(text: "(\(one.text)?.isEmpty ?? \(wanted))") { one.value($0)?.isEmpty ?? wanted },
      Generated(text: "\(one.text)?.isEmpty == nil") { one.value($0)?.isEmpty == nil },
      Generated(text: "(\(one.text)?.caseInsensitiveCompare(\"\(part)\") == .orderedSame)") {
        one.value($0)?.caseInsensitiveCompare(part) == .orderedSame
      },
    ]
    return dice.pick(rows) ?? rows[0]
  }

  private mutating func owners() -> Generated<Bool> {
    let (part, wanted) = (part(), dice.chance(50))
    let rows: [Generated<Bool>] = [
      Generated(text: "trip.owner == nil") { $0.trip.owner == nil },
      Generated(text: "trip.owner?.boss != nil") { $0.trip.owner?.boss != nil },
      Generated(text: "trip.owner?.boss?.name == \"\(part)\"") {
        $0.trip.owner?.boss?.name == part
      },
      Generated(text: "trip.owner?.boss?.name != \"\(part)\"") {
        $0.trip.owner?.boss?.name != part
      },
      Generated(text: "(trip.owner?.boss?.nick ?? \"ab\") == \"\(part)\"") {
        ($0.trip.owner?.boss?.nick ?? "ab") == part
      },
      Generated(text: "(trip.owner?.boss?.name.contains(\"\(part)\") ?? \(wanted))") {
        $0.trip.owner?.boss?.name.contains(part) ?? wanted
      },
      Generated(text: "(trip.owner?.trips.contains { $0.rating > 1 } ?? \(wanted))") {
        $0.trip.owner?.trips.contains { $0.rating > 1 } ?? wanted
      },
      Generated(text: "trip.owner?.trips.allSatisfy { $0.isDone } == \(wanted)") {
        $0.trip.owner?.trips.allSatisfy { $0.isDone } == wanted
      },
    ]
    return dice.pick(rows) ?? rows[0]
  }

  private mutating func ranges() -> Generated<Bool> {
    let (one, low) = (number(1), dice.int(-1...2))
    let high = low + dice.int(0...3)
    let rows: [Generated<Bool>] = [
      Generated(text: "((\(low))...(\(high))).contains(\(one.text))") {
        (low...high).contains(one.value($0))
      },
      Generated(text: "((\(low))..<(\(high))).contains(\(one.text))") {
        (low..<high).contains(one.value($0))
      },
      Generated(text: "(\(low)...).contains(\(one.text))") { (low...).contains(one.value($0)) },
      Generated(text: "(..<limit).contains(\(one.text))") {
        (..<Self.limit).contains(one.value($0))
      },
      Generated(text: "[\(low), limit].contains(\(one.text))") {
        [low, Self.limit].contains(one.value($0))
      },
    ]
    return dice.pick(rows) ?? rows[0]
  }

  private mutating func booleans() -> Generated<Bool> {
    let wanted = dice.chance(50)
    let rows: [Generated<Bool>] = [
      Generated(text: "trip.isDone") { $0.trip.isDone },
      Generated(text: "trip.isDone == \(wanted)") { $0.trip.isDone == wanted },
      Generated(text: "trip.isShared == \(wanted)") { $0.trip.isShared == wanted },
      Generated(text: "trip.isShared != \(wanted)") { $0.trip.isShared != wanted },
      Generated(text: "(trip.isShared ?? \(wanted))") { $0.trip.isShared ?? wanted },
      Generated(text: "trip.isShared == trip.isDone") { $0.trip.isShared == $0.trip.isDone },
      Generated(text: "trip.isDone == (trip.rating > 1)") {
        $0.trip.isDone == ($0.trip.rating > 1)
      },
    ]
    return dice.pick(rows) ?? rows[0]
  }

  private mutating func dates() -> Generated<Bool> {
    let rows: [Generated<Bool>] = [
      Generated(text: "(trip.end ?? trip.start) > trip.start") {
        ($0.trip.end ?? $0.trip.start) > $0.trip.start
      },
      Generated(text: "trip.end == trip.start") { $0.trip.end == $0.trip.start },
      Generated(text: "trip.end != trip.start") { $0.trip.end != $0.trip.start },
      Generated(text: "(trip.end.flatMap { $0 <= trip.start } ?? false)") { scope in
        scope.trip.end.flatMap { $0 <= scope.trip.start } ?? false
      },
    ]
    return dice.pick(rows) ?? rows[0]
  }

  private mutating func counts() -> Generated<Bool> {
    let count = dice.int(0...2)
    let rows: [Generated<Bool>] = [
      Generated(text: "trip.stops.isEmpty") { $0.trip.stops.isEmpty },
      Generated(text: "trip.stops.count == \(count)") { $0.trip.stops.count == count },
      Generated(text: "(trip.stops.isEmpty ? trip.isDone : trip.stops.count > \(count))") {
        $0.trip.stops.isEmpty ? $0.trip.isDone : $0.trip.stops.count > count
      },
      Generated(text: "trip.title.count > \(count)") { $0.trip.title.count > count },
    ]
    return dice.pick(rows) ?? rows[0]
  }
}
