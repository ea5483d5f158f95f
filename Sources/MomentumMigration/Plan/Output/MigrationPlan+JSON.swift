#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension MigrationPlan {
  /// The whole plan with sorted keys, and the predicted seconds and bytes under `prediction`.
  package func json(rates: MigrationRates = .measured) throws -> String {
    struct Document: Encodable {
      var plan: MigrationPlan
      var prediction: MigrationCost
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(Document(plan: self, prediction: cost(rates)))
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}
