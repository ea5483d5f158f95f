public import MomentumDiagnostics

extension CheckConfiguration {
  /// Reads a configuration; `nil` with diagnostics where it is not one, or names an id that no finding has.
  public static func read(
    _ file: SourceFile, _ diagnostics: inout Diagnostics
  ) -> CheckConfiguration? {
    read(
      file,
      knowledge: { id in
        !DiagnosticCatalogue.has(id)
          ? .unknown(near: DiagnosticCatalogue.near(id)) : .known
      }, &diagnostics)
  }
}

extension DiagnosticCatalogue {
  /// Whether a finding has the id, or matches the pattern.
  public static func has(_ pattern: String) -> Bool {
    self[pattern] != nil || all.contains { CheckConfiguration.matches($0.id, pattern: pattern) }
  }

  /// The id that was probably meant.
  public static func near(_ id: String) -> String? {
    // The name without its area is what people remember.
    (self["model.\(id)"] ?? all.first { $0.id.hasSuffix(".\(id)") }
      ?? beginning(of: id).flatMap { start in all.first { $0.id.hasPrefix(start) } })?.id
      ?? nearName(to: id, among: all.map(\.id))
  }

  /// An id that somebody stopped typing: area and some letters of the name.
  private static func beginning(of id: String) -> String? {
    guard let dot = id.firstIndex(of: "."), id[dot...].count > 3 else { return nil }
    return id
  }
}
