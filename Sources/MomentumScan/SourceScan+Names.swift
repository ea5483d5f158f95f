package import MomentumDiagnostics
import MomentumSwiftSource

extension SourceScan {
  /// The places of a name in the Objective-C file at `index` in `files`; none in a Swift file.
  package func objectiveCNames(_ name: String, in index: Int) -> [SourceLocation] {
    guard let unit = files[index].objectiveC else { return [] }
    return unit.tokens.indices.filter { unit.isName($0) && unit.text($0) == name }
      .map { unit.location($0..<$0 + 1) }
  }

  /// The places of the literals whose whole text is `text`, without their quotes, in the file at
  /// `index` in `files`.
  package func texts(equalTo text: String, in index: Int) -> [SourceLocation] {
    let whole = SourceRange(0, text.utf8.count)
    if let unit = files[index].swift {
      return unit.tokens.all.indices.filter { unit.tokens[$0].kind == .string }
        .map { SwiftLiteralReader.read($0, in: unit.tokens) }
        .filter { $0.text == text && $0.gaps.isEmpty }.map { $0.location(of: whole) }
    }
    guard let unit = files[index].objectiveC else { return [] }
    return unit.tokens.indices.filter { unit.tokens[$0].kind == .text }
      .compactMap { unit.literal($0..<$0 + 1) }.filter { $0.text == text }
      .map { $0.location(of: whole) }
  }
}

extension SourceScan {
  /// The models that the sources are checked against.
  package var scanModel: ScanModel { model }
}
