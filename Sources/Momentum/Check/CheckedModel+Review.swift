package import MomentumCompiler
import MomentumDiagnostics
import MomentumExplain
import MomentumModel

extension CheckedModel {
  /// Reports facts about the model that a person should know before it ships; see `ModelReview`.
  package func review(cloudKit: Bool = false, _ diagnostics: inout Diagnostics) {
    ModelReview.review(model, syntax, cloudKit: cloudKit, &diagnostics)
    StoredRequestPlanReview.review(self, &diagnostics)
  }
}
