import MomentumDifferential

extension ClosureGenerator {
  // MARK: - Values

  mutating func text() -> Generated<String> {
    let rows: [Generated<String>] = [
      Generated(text: "trip.title") { $0.trip.title },
      Generated(text: "(trip.notes ?? \"ab\")") { $0.trip.notes ?? "ab" },
      Generated(text: "(trip.owner?.name ?? trip.title)") { $0.trip.owner?.name ?? $0.trip.title },
      Generated(text: "(trip.isDone ? trip.title : \"b\")") {
        $0.trip.isDone ? $0.trip.title : "b"
      },
    ]
    let stop = Generated<String>(text: "stop.city") { $0.stop?.city ?? "" }
    return dice.pick(isInStop ? rows + [stop, stop] : rows) ?? rows[0]
  }

  mutating func optionalText() -> Generated<String?> {
    let rows: [Generated<String?>] = [
      Generated(text: "trip.notes") { $0.trip.notes },
      Generated(text: "trip.owner?.name") { $0.trip.owner?.name },
      Generated(text: "trip.owner?.nick") { $0.trip.owner?.nick },
    ]
    let stop = Generated<String?>(text: "stop.note") { $0.stop?.note }
    return dice.pick(isInStop ? rows + [stop, stop] : rows) ?? rows[0]
  }

  mutating func number(_ depth: Int) -> Generated<Int> {
    if depth > 0, dice.chance(40) {
      let (one, two) = (number(depth - 1), number(depth - 1))
      switch dice.int(0...4) {
      case 0:
        return Generated(text: "(\(one.text) + \(two.text))") { one.value($0) + two.value($0) }
      case 1:
        return Generated(text: "(\(one.text) - \(two.text))") { one.value($0) - two.value($0) }
      case 2:
        return Generated(text: "(\(one.text) * \(two.text))") { one.value($0) * two.value($0) }
      case 3: return Generated(text: "(-\(one.text))") { -one.value($0) }
      default:
        return Generated(text: "(\(one.text) > 1 ? \(two.text) : 0)") {
          one.value($0) > 1 ? two.value($0) : 0
        }
      }
    }
    let constant = dice.int(0...3)
    let rows: [Generated<Int>] = [
      Generated(text: "\(constant)") { _ in constant },
      Generated(text: "limit") { _ in Self.limit },
      Generated(text: "trip.rating") { $0.trip.rating },
      Generated(text: "trip.rating") { $0.trip.rating },
      Generated(text: "(trip.bonus ?? \(constant))") { $0.trip.bonus ?? constant },
      Generated(text: "(trip.owner?.age ?? 1)") { $0.trip.owner?.age ?? 1 },
      Generated(text: "trip.stops.count") { $0.trip.stops.count },
    ]
    let stop = Generated<Int>(text: "stop.nights") { $0.stop?.nights ?? 0 }
    return dice.pick(isInStop ? rows + [stop, stop, stop] : rows) ?? rows[0]
  }
}
