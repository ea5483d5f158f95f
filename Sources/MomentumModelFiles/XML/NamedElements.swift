package import MomentumDiagnostics

/// The elements of a `contents` file by place, with the names that a person knows them by.
package struct NamedElements: Sendable {
  private let root: XMLElement?

  /// A file that is no XML has no elements: what is wrong with it is said by who reads it.
  package init(_ file: SourceFile) {
    var ignored = Diagnostics()
    root = XMLReader.read(file, &ignored)
  }

  /// `Venue.rating` for a place in the attribute 'rating' of the entity 'Venue'; `nil` for a place in no element
  /// with a name. The name of the model itself takes no part.
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
