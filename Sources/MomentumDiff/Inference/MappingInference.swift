package import MomentumModel

/// Infers the mapping model for a pair of models by Core Data's rules.
///
/// Documented: <https://developer.apple.com/documentation/coredata/using-lightweight-migration>.
/// Observed: the names of entity mappings (`IEM_Copy_…`), which public programs test for, and the
/// expressions, in a compiled mapping model.
package enum MappingInference {
  /// Infers the mapping model. If the models have equal hashes, it only copies.
  package static func infer(
    old: ObjectModel, new: ObjectModel
  ) -> Result<MappingModel, InferenceFailure> {
    infer(ModelDiffer.diff(DiffedModel(old), DiffedModel(new)))
  }

  /// Infers the mapping model for an existing diff.
  ///
  /// - Parameter diff: A diff made by ``ModelDiffer``. For a diff made without models, the mapping
  ///   model is empty.
  static func infer(_ diff: ModelDiff) -> Result<MappingModel, InferenceFailure> {
    switch diff.inference {
    case .impossible(let error, let reasons):
      return .failure(InferenceFailure(error: error, reasons: reasons))
    case .notNeeded, .inferred:
      return .success(diff.origin.map { InferredMapping(pair: $0.pair).mapping } ?? MappingModel())
    }
  }

  /// Whether Core Data infers a mapping model for a list of changes.
  static func inference(
    for pair: ModelPair, changes: [ModelChange]
  ) -> ModelDiff.Inference {
    if pair.isHashEqual { return .notNeeded }
    let blocking = changes.flatMap(\.assessments).filter(\.blocksInference)
    guard let first = blocking.first else { return .inferred }
    let gravest = blocking.first { $0.coreDataError != nil } ?? first
    return .impossible(
      error: gravest.coreDataError ?? .noMapping,
      reasons: blocking.map(\.effect))
  }
}

extension Assessment {
  /// Whether Core Data infers no mapping model because of this effect. A change to or from Decimal
  /// is included: there is no evidence that Core Data infers it, and apps wrote mapping models for
  /// it.
  var blocksInference: Bool {
    switch migrationClass {
    case .notInferrable: true
    case .unproven: rule == .attributeTypeDecimal
    case .nothing, .lossless, .dropsData, .dependsOnData: false
    }
  }
}
