import Foundation
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumPropertyList
import MomentumTestSupport
import Testing

@Suite struct ArchivedFormatTests {
  /// Reads a predicate as that of a fetch request, the one way in.
  private func format(_ make: (ArchiveBuilder) -> PropertyList) -> String? {
    let builder = ArchiveBuilder()
    let entity = builder.object(
      "NSEntityDescription",
      ["NSEntityName": builder.string("E"), "NSProperties": builder.dictionary([])])
    let request = builder.object(
      "NSFetchRequest", ["NSEntity": entity, "NSPredicate": make(builder)])
    let bytes = builder.archive(
      root: builder.object(
        "NSManagedObjectModel",
        [
          "NSEntities": builder.dictionary([("E", entity)]),
          "NSFetchRequestTemplates": builder.dictionary([("r", request)]),
        ]))
    var diagnostics = Diagnostics()
    return CompiledModelReader.read(bytes, path: "M.mom", &diagnostics)?
      .fetchRequest(named: "r")?.predicateFormat
  }

  @Test func predicatesBecomeFormatsAgain() {
    func compare(_ number: Int64, _ value: PropertyList, _ options: Int64 = 0) -> String? {
      format { $0.comparison($0.keyPath("a.b"), number, $0.constant(value), options: options) }
    }
    #expect(compare(0, .integer(3)) == "a.b < 3")
    #expect(compare(3, .real(0.5)) == "a.b >= 0.5")
    #expect(compare(4, .boolean(true)) == "a.b == YES")
    #expect(compare(5, .null) == "a.b != nil")
    #expect(compare(99, .string("q\"\\\n"), 8) == #"a.b CONTAINS[l] "q\"\\\n""#)
    #expect(compare(4, .date(60)) == "a.b == CAST(60.0, 'NSDate')")
    #expect(compare(11, .integer(1)) == nil)
    #expect(
      format {
        let list = $0.array([$0.value(.integer(1)), $0.value(.string("x"))])
        return $0.comparison(
          $0.keyPath("a"), 10, $0.object("NSConstantValueExpression", ["NSConstantValue": list]),
          modifier: 2)
      } == #"ANY a IN {1, "x"}"#)
    #expect(
      format {
        $0.comparison(
          $0.function("add:to:", [$0.keyPath("a"), $0.constant(.integer(1))]), 2,
          $0.function("max:", [$0.keyPath("b.c")]))
      } == "(a + 1) > b.c.@max")
    #expect(
      format {
        $0.comparison(
          $0.function("lowercase:", [$0.keyPath("a")]), 4,
          $0.function("castObject:toType:", [$0.keyPath("b"), $0.constant(.string("NSNumber"))]))
      } == #"lowercase:(a) == CAST(b, "NSNumber")"#)
  }

  @Test func compoundsKeepTheirGrouping() {
    func compound(_ builder: ArchiveBuilder, _ kind: Int64, _ parts: [PropertyList]) -> PropertyList
    {
      builder.object(
        "NSCompoundPredicate",
        ["NSCompoundPredicateType": .integer(kind), "NSSubpredicates": builder.array(parts)])
    }
    #expect(
      format { builder in
        let one = builder.comparison(builder.keyPath("a"), 4, builder.constant(.integer(1)))
        let not = compound(builder, 0, [one])
        let either = compound(builder, 2, [one, builder.object("NSFalsePredicate", [:])])
        return compound(builder, 1, [not, either])
      } == "(NOT (a == 1)) AND ((a == 1) OR (FALSEPREDICATE))")
    #expect(format { compound($0, 1, []) } == "TRUEPREDICATE")
    #expect(format { $0.object("NSBlockPredicate", [:]) } == nil)
  }
}
