package import MomentumDiagnostics

/// Finds the element at a place in a `contents` file, by the names that a person knows.
package struct NamedElements: Sendable {
  private let root: XMLElement?

  /// Reads the elements of a file. A file that is not XML has none; the reader of the model reports
  /// the error.
  package init(_ file: SourceFile) {
    var ignored = Diagnostics()
    root = XMLReader.read(file, &ignored)
  }

  /// The element at an offset by its names: `Venue.rating` in the attribute 'rating' of the entity
  /// 'Venue'. `nil` outside of named elements. The model's own name is left out.
  package func path(at offset: Int) -> String? {
    var names: [String] = []
    var element = root
    while let inner = element?.children.first(where: {
      $0.range.start <= offset && offset < $0.range.end
    }) {
      if let name = inner.attributes.first(where: { $0.name == "name" })?.value, !name.isEmpty {
        names.append(name)
      }
      element = inner
    }
    return names.isEmpty ? nil : names.joined(separator: ".")
  }
}
