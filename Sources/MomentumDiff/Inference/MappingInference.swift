public import MomentumModel

/// The mapping model that Core Data infers for a pair of models, by its rules.
///
/// Documented: <https://developer.apple.com/documentation/coredata/using-lightweight-migration>; the names of
/// entity mappings (`IEM_Copy_…`) as public programs recognise them; expressions as a compiled
/// mapping model has them.
public enum MappingInference {
  /// Also for models that are equal by hash, whose mappings are all copies.
  public static func infer(
    old: ObjectModel, new: ObjectModel
  ) -> Result<MappingModel, InferenceFailure> {
    infer(ModelDiffer.diff(DiffedModel(old), DiffedModel(new)))
  }

  /// For a pair that a diff is there of.
  ///
  /// - Parameter diff: made by ``ModelDiffer``; one made by hand has a mapping model without mappings.
  static func infer(_ diff: ModelDiff) -> Result<MappingModel, InferenceFailure> {
    switch diff.inference {
    case .impossible(let error, let reasons):
      return .failure(InferenceFailure(error: error, reasons: reasons))
    case .notNeeded, .inferred:
      return .success(diff.origin.map { InferredMapping(pair: $0.pair).mapping } ?? MappingModel())
    }
  }

  /// Whether the pair of a list of changes is inferred.
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
  /// Whether Core Data makes no mapping because of it. For Decimal nobody has shown that it does, and apps wrote
  /// mapping models, so it counts as one.
  var blocksInference: Bool {
    switch migrationClass {
    case .notInferrable: true
    case .unproven: rule == .attributeTypeDecimal
    case .nothing, .lossless, .dropsData, .dependsOnData: false
    }
  }
}
