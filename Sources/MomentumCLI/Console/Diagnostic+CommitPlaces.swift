import MomentumDiagnostics

extension Diagnostic {
  /// The finding with places in commits as words: a program that shows findings beside the lines of files
  /// takes `main:App/…` for an address.
  ///
  /// - Parameter labels: What stands before such paths: `main:`.
  func withoutPlaces(in labels: Set<String>) -> Diagnostic {
    guard !labels.isEmpty else { return self }
    var copy = self
    copy.notes = notes.map { note in
      guard let place = note.location, labels.contains(where: place.file.path.hasPrefix) else {
        return note
      }
      let line = place.file.lineColumn(at: place.range.start).line
      return Note("\(note.text) (\(place.file.path):\(line))")
    }
    return copy
  }
}
