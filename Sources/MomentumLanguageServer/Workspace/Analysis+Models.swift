import MomentumCompiler
import MomentumDiagnostics
import MomentumModelFiles
import MomentumScan

extension Analysis {
  /// The checked model that a file is a version of, read from the file's present text if it is not
  /// the current version; `nil` if the model has errors.
  func checkedModel(of file: SourceFile) -> CheckedModel? {
    if let model = model(containing: file.path), model.file?.contents.utf8 == file.utf8,
      model.file?.contents.path == file.path
    {
      return model.checked
    }
    return ReadModel(file).checked
  }

  /// The checked model of an entity of the scan.
  func checkedModel(of place: EntityPlace) -> CheckedModel? {
    guard scannedModels.indices.contains(place.model) else { return nil }
    return models[scannedModels[place.model]].checked
  }
}
