import MomentumDiagnostics

extension ModelCheck {
  /// Limits for composite types. A composite attribute becomes a column for each of its elements,
  /// and composites may contain composites. Without limits, a small file could make millions of
  /// columns.
  private static let compositeDepthMax = 16
  private static let compositeLeavesMax = 1000

  mutating func checkComposites() -> [CompositeType] {
    let composites = syntax.composites.map { element in
      subject = ModelSubject("composite", name(of: element))
      return CompositeType(
        name: name(of: element), elements: element.children(.attribute).map { checkAttribute($0) })
    }
    subject = nil
    var walk = CompositeWalk(composites: composites)
    for index in composites.indices {
      let element = syntax.composites[index]
      let range = element[.name]?.valueRange ?? element.nameRange
      switch walk.size(of: CompositeID(index)) {
      case .cycle: report(.compositeCycle(composites[index].name), at: range)
      case .tooLarge:
        report(
          .compositeLimit(
            composites[index].name, depth: ModelCheck.compositeDepthMax,
            leaves: ModelCheck.compositeLeavesMax), at: range)
      case .leaves: break
      }
    }
    return composites
  }

  /// The composite that an attribute names; reports an unknown name.
  mutating func composite(of element: SyntaxElement) -> CompositeID? {
    guard let name = required(element, .composite) else { return nil }
    if let id = compositeIDs[name.value] { return id }
    let hint = hint(name.value) { Array($0.compositeIDs.keys) }
    report(
      .unknownComposite(name.value, hint), at: name.valueRange,
      replacing: (name.valueRange, with: hint.near))
    return nil
  }

  /// Counts the attributes of each composite, those of inner composites included.
  private struct CompositeWalk {
    enum Size: Equatable {
      case leaves(Int, depth: Int)
      case cycle
      case tooLarge
    }

    let composites: [CompositeType]
    private var sizes: [Int: Size] = [:]
    private var path: [Int] = []

    init(composites: [CompositeType]) { self.composites = composites }

    mutating func size(of id: CompositeID) -> Size {
      if let knownSize = sizes[id.index] { return knownSize }
      if path.contains(id.index) { return .cycle }
      // Limits the depth of this recursion: a long chain of composites, each inside the next, could
      // overflow the stack.
      guard path.count < ModelCheck.compositeDepthMax else { return .tooLarge }
      path.append(id.index)
      let size = sum(of: composites[id.index].elements)
      path.removeLast()
      // The results `cycle` and `tooLarge` may hold only for the path on which they were found, so
      // they are remembered only for the composite where the walk began.
      if path.isEmpty || size != .tooLarge && size != .cycle { sizes[id.index] = size }
      return size
    }

    private mutating func sum(of elements: [Attribute]) -> Size {
      var total = 0
      var depth = 1
      for element in elements {
        guard case .composite(let inner) = element.type else {
          total += 1
          continue
        }
        switch size(of: inner) {
        case .leaves(let count, let innerDepth):
          total += count
          depth = max(depth, innerDepth + 1)
        case .cycle: return .cycle
        case .tooLarge: return .tooLarge
        }
        // Each inner composite is within the limit, so the sum cannot overflow before it is
        // checked.
        if total > ModelCheck.compositeLeavesMax { return .tooLarge }
      }
      let isTooLarge =
        total > ModelCheck.compositeLeavesMax || depth > ModelCheck.compositeDepthMax
      return isTooLarge ? .tooLarge : .leaves(total, depth: depth)
    }
  }
}
