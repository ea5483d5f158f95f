/// The names that Core Data and Xcode make of a property's name, before and after a rename.
///
/// ```swift
/// AccessorNames(from: "name", to: "title", isToMany: false).objectiveC["setName"]  // "setTitle"
/// AccessorNames(from: "tags", to: "marks", isToMany: true).swift["addToTags"]      // "addToMarks"
/// ```
///
/// An accessor that keeps its old name is not found at run time, and the program stops at its first call.
/// Source: Core Data Programming Guide, "Core Data Accessor Methods"; the classes that Xcode generates.
struct AccessorNames {
  /// The new name of each old name in Swift code, the property's own among them.
  let swift: [String: String]
  /// The new name of each part of a selector in Objective-C, the property's own name among them.
  let objectiveC: [String: String]

  init(from old: String, to new: String, isToMany: Bool) {
    let one = [("primitive", ""), ("validate", "")]
    let setters = [("set", ""), ("setPrimitive", "")]
    let many = [
      ("add", ""), ("add", "Object"), ("remove", ""), ("remove", "Object"), ("insert", ""),
      ("in", "AtIndex"), ("removeObjectFrom", "AtIndex"), ("remove", "AtIndexes"),
      ("replaceObjectIn", "AtIndex"), ("replace", "AtIndexes"),
    ]
    let manyInSwift = [
      ("addTo", ""), ("removeFrom", ""), ("insertInto", ""), ("replace", ""),
    ]
    let names = { (forms: [(String, String)]) in
      let pairs = forms.map { prefix, suffix in
        (prefix + Self.capitalized(old) + suffix, prefix + Self.capitalized(new) + suffix)
      }
      return [old: new].merging(pairs) { first, _ in first }
    }
    swift = names(one + (isToMany ? manyInSwift : []))
    objectiveC = names(one + setters + (isToMany ? many : []))
  }

  private static func capitalized(_ name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst()
  }
}
