/// Limits of an XML file. A file that exceeds one of them is refused with a diagnostic.
///
/// The largest model seen has 145 kB and nests six deep.
package struct XMLLimits: Sendable, Hashable {
  package var sizeMax = 256 << 20
  package var depthMax = 64
  package var elementsMax = 5_000_000
  /// The greatest number of attributes of all elements together.
  package var attributesMax = 20_000_000
  package var attributesPerElementMax = 256
  package var valueLengthMax = 1 << 20

  package init() {}
}
