/// How much of an XML file is read before it is refused; each limit crossed is a diagnostic.
///
/// The largest model met in the wild has 145 kB and nests six deep.
package struct XMLLimits: Sendable, Hashable {
  package var sizeMax = 256 << 20
  package var depthMax = 64
  package var elementsMax = 5_000_000
  /// In all elements together.
  package var attributesMax = 20_000_000
  package var attributesPerElementMax = 256
  package var valueLengthMax = 1 << 20

  package init() {}
}
