package import MomentumCompiler
import MomentumModel
import MomentumQuery
package import MomentumSQL

/// One of the statements of a fetch, before any of them has run.
package struct FetchStatement: Sendable, Hashable {
  /// A phrase for what the statement reads: `the objects of 'employees'`.
  package var title: String
  package var sql: SQLText
  /// A phrase for the keys that the statement reads from a virtual table; `nil` if it reads none.
  package var keys: String?

  package init(title: String, sql: SQLText, keys: String? = nil) {
    self.title = title
    self.sql = sql
    self.keys = keys
  }
}

extension CompiledModel {
  /// The statements of a fetch on Core Data's tables, in the order in which ``FetchSession`` runs
  /// them: one, or several for batches and prefetched objects. The keys of the objects are not
  /// known yet, so their virtual tables are empty.
  package func statements(of fetch: CompiledFetch) -> [FetchStatement] {
    let request = fetch.request
    let lowering = FetchRequestLowering(layout: queryLayout(.coreData), options: fetch.options)
    var statements: [FetchStatement] = []
    if let size = request.batchSize {
      statements = [
        FetchStatement(
          title: "the keys of all objects, in their order",
          sql: SQLPrinter.print(lowering.lowerKeys(of: request).select)),
        FetchStatement(
          title: "the objects of a batch, in no order; once for each \(size) keys",
          sql: SQLPrinter.print(lowering.lowerBatch(of: request, keys: []).select),
          keys: "the keys of the batch"),
      ]
    } else {
      statements = [FetchStatement(title: "the rows of the request", sql: fetch.sql)]
    }
    prefetches(request.prefetchedRelationships, [], lowering, &statements)
    return statements
  }

  /// Appends a statement for each relationship, then for the paths that continue from it. The
  /// recursion ends because the length of paths is limited.
  private func prefetches(
    _ paths: [[RelationshipID]], _ walked: [RelationshipID], _ lowering: FetchRequestLowering,
    _ statements: inout [FetchStatement]
  ) {
    for step in PrefetchStep.first(of: paths) {
      let relationship = step.relationship
      guard let fetch = RelationshipFetch(relationship, keys: [], in: model, lowering) else {
        continue
      }
      let path = (walked + [relationship]).map { model[$0].name }.joined(separator: ".")
      let owners = walked.last.map { "the objects of '\(model[$0].name)'" } ?? "those objects"
      statements.append(
        FetchStatement(
          title: "the objects of '\(path)'", sql: SQLPrinter.print(fetch.statement.select),
          keys: model[relationship].isToMany
            ? "the keys of \(owners)"
            : "the keys that \(owners) have for '\(model[relationship].name)'"))
      prefetches(step.rest, walked + [relationship], lowering, &statements)
    }
  }
}
