import MomentumSQL
import MomentumStore
import Testing

@Suite struct PlainModelRecordTests {
  private let record = PlainModelRecord(model: "Shop", hashes: ["Venue": "01", "Tip": "02"])

  @Test func aRecordIsWrittenInPlaceOfTheOldOne() {
    let texts = record.writing.map { $0.text(in: .postgreSQL) }
    #expect(
      texts == [
        "DELETE FROM momentum_model WHERE model = $1",
        "INSERT INTO momentum_model (model, entity, hash, layout) VALUES "
          + "($1, $2, $3, 1), ($4, $5, $6, 1)",
      ])
    #expect(record.writing[1].bindings[1] == .text("Tip"))
  }

  @Test func aLargeModelHasSeveralInsertions() {
    let hashes = Dictionary(uniqueKeysWithValues: (0..<2500).map { ("E\($0)", "00") })
    let writing = PlainModelRecord(model: "Large", hashes: hashes).writing
    #expect(writing.count == 4)
    #expect(writing.allSatisfy { $0.bindings.count <= 65_535 })
  }

  @Test func rowsOfSeveralModelsAreRecords() {
    let rows = [
      (model: "Shop", entity: "Venue", hash: "01", layout: Int64(1)),
      (model: "Staff", entity: "Person", hash: "03", layout: 1),
      (model: "Shop", entity: "Tip", hash: "02", layout: 1),
    ]
    #expect(
      PlainModelRecord.records(rows) == [
        record, PlainModelRecord(model: "Staff", hashes: ["Person": "03"]),
      ])
  }

  @Test func entitiesThatDifferAreNamed() {
    let other = PlainModelRecord(model: "Shop", hashes: ["Venue": "01", "Tip": "09", "User": "04"])
    #expect(record.entitiesDiffering(from: other) == ["Tip", "User"])
    #expect(record.entitiesDiffering(from: record).isEmpty)
  }
}
