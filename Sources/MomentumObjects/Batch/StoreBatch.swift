package import MomentumModel
import MomentumQuery
package import MomentumRuntime

/// A batch request in the form that stores run: names are resolved and values are checked.
package struct StoreBatch {
  package enum Kind {
    /// - Parameters:
    ///   - takesInserted: Whether a row that breaks a uniqueness constraint updates the existing
    ///     row; otherwise the existing row stays.
    ///   - nextRow: Returns the values of the next row, by index in `EntityPlan.leaves`; `nil` at
    ///     the end.
    case insert(EntityPlan, takesInserted: Bool, nextRow: () throws -> [AttributeValue?]?)
    case update(StoreFetch, [BatchAssignment])
    case delete(StoreFetch)
    /// Objects of one entity, or of its sub-entities.
    case deleteObjects(EntityPlan, [ObjectID])
  }

  package var kind: Kind
  /// The name of Core Data's class of such requests, for example `NSBatchUpdateRequest`; messages
  /// name it.
  package var className: String
  package var resultType: BatchResultType
  /// Who makes the change and in which context, for the persistent history.
  package var author: String?
  package var contextName: String?

  /// The entity whose rows are changed.
  package func entity(in model: ModelPlan) -> EntityPlan {
    switch kind {
    case .insert(let plan, _, _), .deleteObjects(let plan, _): plan
    case .update(let fetch, _), .delete(let fetch): model[fetch.request.entity]
    }
  }
}

/// The work that a store has done for a batch request.
package struct StoreBatchResult: Sendable {
  /// The number of rows that the request matches or inserts, without those that cascades delete.
  package var count = 0
  /// The identities of the rows that the request matches or inserts; empty unless the request wants
  /// them.
  package var ids: [ObjectID] = []
  /// Identities of rows that an insertion has updated; they are also in `ids`.
  package var updatedIDs: [ObjectID] = []

  package init() {}
}

extension ObjectStore {
  /// Stores that keep all objects in memory, and those that a program writes, refuse batch requests,
  /// as in Core Data.
  package func execute(_ batch: StoreBatch) throws -> StoreBatchResult {
    throw ObjectError(
      .unsupportedRequest,
      "The store of type \(type) does not support \(batch.className). Only databases do.")
  }
}

extension ObjectError.Code {
  /// A store cannot run a request of this kind.
  static let unsupportedRequest = ObjectError.Code(rawValue: 134_091)
  /// The general error of Core Data, for failures that have no code of their own.
  static let coreData = ObjectError.Code(rawValue: 134_060)
}
