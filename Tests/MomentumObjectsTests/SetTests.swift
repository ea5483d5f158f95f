import MomentumTestSupport
import Testing

@testable import MomentumObjects

/// The sets and tables that contexts keep their objects in, against those of the standard library.
@Suite(.tags(.random))
struct SetTests {
  @Test func smallSetsHoldWhatWasPutIn() {
    let numbers = [0, 1, 5, 63, 64, 65, 127, 128, 300]
    var set = SmallSet()
    for number in numbers.reversed() {
      #expect(!set.contains(number))
      set.insert(number)
      set.insert(number)
      #expect(set.contains(number))
    }
    #expect(Array(set) == numbers)
    #expect(set == SmallSet(numbers))
    #expect(set.hashValue == SmallSet(numbers).hashValue)
    #expect(SmallSet([64]) != SmallSet([0]))
    #expect(SmallSet().isEmpty && !SmallSet([200]).isEmpty)
    #expect(!set.contains(1000))
    var union = SmallSet([2, 64])
    union.formUnion(SmallSet([3, 400]))
    #expect(Array(union) == [2, 3, 64, 400])
    #expect(union == [2, 3, 64, 400])
    for number in [3, 400, 5, 1000] { union.remove(number) }
    #expect(union == [2, 64] && union.hashValue == SmallSet([64, 2]).hashValue)
    union.remove(64)
    #expect(union == [2], "a set without large numbers is that which never had any")
  }

  @Test func propertySetsKeepTheKindsApart() {
    let places: [PropertyPlace] = [
      .attribute(0), .toOne(0), .toMany(0), .attribute(30), .toOne(31), .toMany(99),
    ]
    let set = PropertySet(places)
    #expect(Set(set) == Set(places))
    #expect(!set.contains(.attribute(1)) && !set.contains(.toMany(31)))
    #expect(Set(PropertySet([.fetchedProperty(1), .toOne(2)])) == [.toOne(2)])
  }

  @Test func tablesOfNumbersAreDictionaries() {
    var random = SeededGenerator(seed: 17)
    var table = NumberTable<Int>()
    var plain: [Int64: Int] = [:]
    for step in 0..<20_000 {
      // Few numbers, so that most of them come and go again and again; some are far apart.
      let number = Int64.random(in: 0..<200, using: &random) &* (step % 3 == 0 ? 1 << 40 : 1)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        table.set(step, number)
        plain[number] = step
      case 5..<9:
        table.remove(number)
        plain[number] = nil
      case _ where step % 50 == 0:
        for odd in plain where odd.value % 2 != 0 { table.remove(odd.key) }
        plain = plain.filter { $0.value % 2 == 0 }
      case _: table.reserve(Int.random(in: 0..<500, using: &random))
      }
      #expect(table[number] == plain[number])
      #expect(table.count == plain.count)
    }
    #expect(Array(table.values).sorted() == plain.values.sorted())
    for (number, value) in plain { #expect(table[number] == value) }
  }

  /// Keys that follow each other are neighbours; a second run of them in the same places, and keys
  /// that differ in their upper bits only, are mixed.
  @Test func tablesHoldRunsOfNumbers() {
    var table = NumberTable<Int64>()
    table.reserve(1_000)
    for number in Int64(1)...3_000 { table.set(number, number) }
    for number in Int64(4_000)...5_000 { #expect(table[number + 4_096] == nil) }
    for number in Int64(1)...1_500 { table.remove(number * 2) }
    for number in Int64(1)...3_000 { #expect(table[number] == (number % 2 == 0 ? nil : number)) }
    for number in Int64(1)...3_000 { #expect(table.add(-number, number + (1 << 32)) == nil) }
    for number in Int64(1)...100 { table.set(number, number << 50) }
    #expect(table.add(0, 1) == 1 && table.count == 4_600)
    for number in Int64(1)...3_000 { table.remove(number + (1 << 32)) { $0 % 3 != 0 } }
    #expect(table.count == 2_600)
    for number in Int64(1)...100 { #expect(table[number << 50] == number) }
    for number in Int64(1)...3_000 { table.remove(number) { $0 > 0 } }
    for number in Int64(1)...100 { table.remove(number << 50) }
    #expect(table.count == 1_000 && table[3 + (1 << 32)] == -3)
  }

  @Test func setsOfObjectsKeepTheOrderOfInsertion() throws {
    var random = SeededGenerator(seed: 18)
    let context = try Office().context
    let objects = try (0..<300).map { _ in try context.insert("Company") }
    var set = ObjectSet()
    var plain: [ManagedObject] = []
    for step in 0..<5_000 {
      // At first few objects, which are searched without an index.
      let object = objects[Int.random(in: 0..<(step < 1_000 ? 9 : 300), using: &random)]
      if Bool.random(using: &random) {
        #expect(set.insert(object) == !plain.contains(object))
        if !plain.contains(object) { plain.append(object) }
      } else {
        #expect(set.remove(object) == plain.contains(object))
        plain.removeAll { $0 === object }
      }
      #expect(set.count == plain.count && set.contains(object) == plain.contains(object))
      if step % 100 == 0 { #expect(set.elements == plain) }
    }
    #expect(set.elements == plain && set.first == plain.first)
  }
}
