import CSwiftRuntime

/// The classes of managed objects that the images of the process declare, by their full names.
///
/// On a Mac the Objective-C runtime knows each class by its name. Here the names are read from the
/// descriptors of types that the compiler writes into each image; `NSClassFromString` then makes the
/// class. Without these names, the class of an object that is fetched before the program has used
/// that class could not be found (CL-7).
enum ClassesOfImages {
  /// The full names of the classes at the top level of modules: `ShopModel.Book`. Generic classes are
  /// left out. Empty where the runtime does not list its images.
  static func names() -> [String] {
    var found: [String] = []
    withUnsafeMutablePointer(to: &found) { found in
      _ = momentum_enumerateMetadataSections(
        { sections, context in
          guard let context else { return false }
          let names = TypeRecords(sections).classNames
          context.assumingMemoryBound(to: [String].self).pointee += names
          return true
        }, found)
    }
    return found
  }
}

/// The records of types of one image. A record is the distance to a descriptor, in 4 bytes whose two
/// lowest bits say how it is reached.
///
/// Source: documented (docs/ABI/TypeMetadata.rst of Swift, "Nominal Type Descriptor"). The compiler
/// writes the same layout since Swift 5, because programs of older compilers must keep working with
/// newer runtimes.
private struct TypeRecords {
  private let start: UnsafeRawPointer?
  private let size: Int

  init(_ sections: UnsafeRawPointer) {
    let words = sections.assumingMemoryBound(to: UInt.self)
    let isKnown = (1...5).contains(words[0])
    start = isKnown ? UnsafeRawPointer(bitPattern: words[8]) : nil
    size = isKnown ? Int(clamping: words[9]) : 0
  }

  var classNames: [String] {
    guard let start else { return [] }
    return stride(from: 0, to: size - 3, by: 4).compactMap { offset in
      let record = start + offset
      let distance = Int(record.load(as: Int32.self))
      // Other values are pointers to descriptors of other images, which list them themselves.
      return distance & 3 == 0 ? TypeDescriptor(place: record + distance).className : nil
    }
  }
}

/// The descriptor of a type or a module: flags, the distance to the parent, the distance to the name.
private struct TypeDescriptor {
  let place: UnsafeRawPointer

  private var flags: UInt32 { place.load(as: UInt32.self) }
  private var kind: UInt32 { flags & 0x1F }
  private var isGeneric: Bool { flags & 0x80 != 0 }
  private static let moduleKind: UInt32 = 0
  private static let classKind: UInt32 = 16

  private var name: String {
    let field = place + 8
    let text = field + Int(field.load(as: Int32.self))
    return String(cString: text.assumingMemoryBound(to: CChar.self))
  }

  /// The parent; the lowest bit of the distance says that a pointer to it is there.
  private var parent: TypeDescriptor {
    let field = place + 4
    let distance = Int(field.load(as: Int32.self))
    let target = field + (distance & ~1)
    guard distance & 1 != 0 else { return TypeDescriptor(place: target) }
    return TypeDescriptor(place: target.load(as: UnsafeRawPointer.self))
  }

  /// `Module.Name` of a class at the top level of a module that is not generic; `nil` for all else.
  var className: String? {
    guard kind == Self.classKind, !isGeneric else { return nil }
    let module = parent
    guard module.kind == Self.moduleKind else { return nil }
    return module.name + "." + name
  }
}
