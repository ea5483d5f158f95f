// Updates a file of properties that some release of Xcode wrote, and keeps the form of that
// release.

/// An existing file `Venue+CoreDataProperties.swift` in the place of a generated one.
///
/// ```swift
/// switch XcodeFile.merge(generated, into: existing) {
/// case .replace(let text): …
/// ```
///
/// Xcode's own files differ with its release: a `;` after the fetch request (8), `NSDate` (8), no
/// `Identifiable` (up to 11), neither `public` nor a fetch request (7), `public import` (26); and
/// all have an author and a date at the top. An updated file keeps the form of its release, so that
/// version control shows a change of the model as only that change.
///
/// Source: observed in public repositories, 165 files of Xcode 7 to 26.
package enum XcodeFile {
  package enum Merge: Sendable, Hashable {
    /// The file already has the declarations.
    case keep
    /// Xcode wrote the file, and the model has changed since.
    case replace(String)
    /// The file has lines that Xcode never writes: a person added them.
    case edited
  }

  /// Decides about an existing file in the place of a generated one.
  package static func merge(_ generated: String, into existing: String) -> Merge {
    if existing.hasPrefix(SwiftFile.firstLine) || existing.isEmpty { return .replace(generated) }
    let end = existing.contains("\r\n") ? "\r\n" : "\n"
    let old = lines(existing.replacing("\r\n", with: "\n"))
    let head = old.prefix { !isBody($0) }
    let oldBody = old[head.endIndex...]
    let form = XcodeForm(oldBody)
    let new = form.rewritten(sections(lines(generated).drop { !isBody($0) }), after: oldBody)
    // If only empty lines differ, keep the file: releases of Xcode differ in these.
    if significantLines(new) == significantLines(oldBody.map(String.init)) { return .keep }
    guard head.allSatisfy(isHead), oldBody.allSatisfy(form.isXcodes) else { return .edited }
    return .replace((head.map(String.init) + new).joined(separator: end))
  }

  /// The lines without white space at both ends, except empty ones.
  private static func significantLines(_ lines: [String]) -> [Substring] {
    lines.map { XcodeForm.body($0[...]) }.filter { !$0.isEmpty }
  }

  /// The lines of each extension, together with the remark above it; empty lines between extensions
  /// are left out.
  private static func sections(_ lines: ArraySlice<Substring>) -> [[Substring]] {
    var result: [[Substring]] = []
    var isOpen = false
    for line in lines {
      if isOpen {
        result[result.count - 1].append(line)
      } else if !line.isEmpty {
        result.append([line])
        isOpen = true
      }
      if line == "}" { isOpen = false }
    }
    return result
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(separator: Character("\n"), omittingEmptySubsequences: false)
  }

  private static func isBody(_ line: Substring) -> Bool {
    line.hasPrefix("extension ") || line.hasPrefix("// MARK: Generated accessors")
  }

  /// Whether a line may be above the first extension: a comment, an import, or another line that
  /// Xcode writes there.
  private static func isHead(_ line: Substring) -> Bool {
    let words = line.split(separator: " ")
    return line.allSatisfy { $0 == " " } || line.hasPrefix("//") || words.first == "import"
      || words.count > 1 && words[1] == "import"
      || line.hasPrefix("public typealias ") && line.hasSuffix("CoreDataPropertiesSet = NSSet")
  }
}

/// The form of the release of Xcode that wrote a file: indentation, access level, and which
/// declarations it has.
struct XcodeForm {
  /// The indentation of one level: four spaces, or a tab.
  private var indentation = "    "
  /// The text before `var` and `func`: `public `, `nonisolated public ` or empty.
  private var access: Substring = "public "
  private var hasFetchRequest = true
  /// The text before the function that makes the fetch request: `@nonobjc public class `.
  private var fetchPrefix: Substring = "@nonobjc public class "
  /// Whether the fetch request's statement ends with `;`.
  private var hasSemicolon = false
  private var hasAccessors = true
  private var isIdentifiable = true
  /// The types that the file writes as Objective-C classes, such as `Date` as `NSDate`: some of
  /// `Date`, `Data` and `URL`.
  private var oldTypes: Set<String> = []

  /// The class that Xcode up to release 8 writes for each of these types.
  private static let classes = ["Date": "NSDate", "Data": "NSData", "URL": "NSURL"]
  private static let accessLevels: Set<Substring> = [
    "", "public ", "package ", "internal ", "open ", "nonisolated ", "nonisolated public ",
    "nonisolated package ",
  ]
  /// The types that Xcode writes without `?`.
  private static let scalars: Set<Substring> = [
    "Int16", "Int32", "Int64", "Double", "Float", "Bool", "TimeInterval",
  ]

  init(_ lines: ArraySlice<Substring>) {
    let bodies = lines.map(Self.body)
    if lines.contains(where: { $0.hasPrefix("\t@") }) { indentation = "\t" }
    let properties = bodies.compactMap(Self.property)
    if let first = properties.first { access = first.access }
    let fetch = bodies.first { $0.contains("func fetchRequest()") }
    hasFetchRequest = fetch != nil || properties.isEmpty
    if let prefix = fetch.flatMap({ Self.part(of: $0, before: "func fetchRequest()") }) {
      fetchPrefix = prefix
    }
    hasSemicolon = bodies.contains { $0.hasPrefix("return ") && $0.hasSuffix(";") }
    let isToMany = properties.contains { $0.type == "NSSet?" || $0.type == "NSOrderedSet?" }
    hasAccessors = !isToMany || bodies.contains { $0.hasPrefix("// MARK: Generated accessors") }
    isIdentifiable = bodies.contains { $0.hasPrefix("extension ") && $0.contains("Identifiable") }
    oldTypes = Set(
      Self.classes.filter { entry in properties.contains { $0.type == entry.value + "?" } }.keys)
  }

  // MARK: - Writing

  /// The generated extensions, in this form and in the order of the existing file.
  ///
  /// Some releases of Xcode sort properties by name, others do not sort them. In both cases a new
  /// property is placed after its predecessor in the generated text.
  func rewritten(_ sections: [[Substring]], after old: ArraySlice<Substring>) -> [String] {
    let bodies = old.map(Self.body)
    var result: [String] = []
    let names = bodies.compactMap(Self.accessorsName)
    let included = sections.filter { !isLeftOut($0) }
    for section in Self.ordered(included, by: names, { $0.first.flatMap(Self.accessorsName) }) {
      if !result.isEmpty { result.append("") }
      result += rewritten(section, properties: bodies.compactMap { Self.property($0)?.name })
    }
    return result + [""]
  }

  private func rewritten(_ section: [Substring], properties names: [Substring]) -> [String] {
    let isProperty = { (line: Substring) in Self.property(Self.body(line)) != nil }
    guard let start = section.firstIndex(where: isProperty),
      let end = section.lastIndex(where: isProperty)
    else { return withoutFetchRequest(section[...]).map(rewritten) }
    let properties = Self.ordered(Array(section[start...end]), by: names) {
      Self.property(Self.body($0))?.name
    }
    return (withoutFetchRequest(section[..<start]) + properties + section[(end + 1)...])
      .map(rewritten)
  }

  /// The lines of an extension. If the release does not write the fetch request, its function and
  /// the empty line after it are left out.
  private func withoutFetchRequest(_ lines: ArraySlice<Substring>) -> [Substring] {
    guard !hasFetchRequest,
      let start = lines.firstIndex(where: { $0.contains("func fetchRequest()") }),
      let end = lines[start...].firstIndex(of: "    }")
    else { return Array(lines) }
    return Array(lines[..<start] + lines[(end + 1)...].drop { $0.isEmpty })
  }

  /// Sorts values by a list of names; a value whose name is not in the list stays after its
  /// predecessor.
  private static func ordered<Value>(
    _ values: [Value], by names: [Substring], _ name: (Value) -> Substring?
  ) -> [Value] {
    var groups: [(place: Int, values: [Value])] = []
    for value in values {
      if let place = name(value).flatMap({ names.firstIndex(of: $0) }) {
        groups.append((place, [value]))
      } else if groups.isEmpty {
        groups.append((-1, [value]))
      } else {
        groups[groups.count - 1].values.append(value)
      }
    }
    return groups.enumerated().sorted {
      ($0.element.place, $0.offset) < ($1.element.place, $1.offset)
    }
    .flatMap(\.element.values)
  }

  /// Whether the release of Xcode does not write an extension of this kind.
  private func isLeftOut(_ section: [Substring]) -> Bool {
    guard let first = section.first else { return true }
    return !hasAccessors && Self.accessorsName(first) != nil
      || !isIdentifiable && first.hasSuffix(" : Identifiable {")
  }

  private func rewritten(_ line: Substring) -> String { rewritten(line, Self.body(line)) }

  private func rewritten(_ line: Substring, _ body: Substring) -> String {
    let depth = (line.utf8.count - body.utf8.count) / 4
    let margin = String(repeating: indentation, count: depth)
    if let property = Self.property(body) {
      let type = property.type.hasSuffix("?") ? property.type.dropLast() : property.type
      let old = oldTypes.contains(String(type)) ? Self.classes[String(type)] : nil
      return "\(margin)@NSManaged \(access)var \(property.name): "
        + (old.map { $0 + "?" } ?? String(property.type))
    }
    if let method = Self.managed(body, "func ") {
      return "\(margin)@NSManaged \(access)func \(method.rest)"
    }
    if let prefix = Self.part(of: body, before: "func fetchRequest()") {
      return margin + fetchPrefix + body.dropFirst(prefix.count)
    }
    return margin + body + (hasSemicolon && body.hasPrefix("return ") ? ";" : "")
  }

  // MARK: - Reading

  /// Whether Xcode could have written a line of an extension.
  ///
  /// A property with a non-optional object was edited by a person: Xcode writes `String?` whatever
  /// the model says.
  func isXcodes(_ line: Substring) -> Bool {
    let body = Self.body(line)
    if let property = Self.property(body) {
      return Self.accessLevels.contains(property.access)
        && (property.type.hasSuffix("?") || Self.scalars.contains(property.type))
        && !property.type.hasPrefix("NSMutable")
    }
    if let method = Self.managed(body, "func ") { return !method.rest.contains("{") }
    if let prefix = Self.part(of: body, before: "func fetchRequest()") {
      return prefix.hasSuffix("class ") && body.hasSuffix("> {")
    }
    if body.hasPrefix("extension ") {
      return body.hasSuffix(" {") && body.split(separator: " ").count <= 5
    }
    return body.isEmpty || body == "}" || body.hasPrefix("// MARK: Generated accessors for ")
      || body.hasPrefix("@objc(") && body.hasSuffix(":)")
      || body.hasPrefix("return NSFetchRequest<") && body.contains(">(entityName: \"")
  }

  /// A line without blanks at both ends.
  static func body(_ line: Substring) -> Substring {
    var body = line.drop { $0 == " " || $0 == "\t" }
    while let last = body.last, last == " " || last == "\t" { body.removeLast() }
    return body
  }

  /// The relationship that a remark names: `tips` for `// MARK: Generated accessors for tips`.
  private static func accessorsName(_ line: Substring) -> Substring? {
    let words = "// MARK: Generated accessors for "
    return line.hasPrefix(words) ? line.dropFirst(words.count) : nil
  }

  /// The parts of a property's line: `public `, `name` and `String?` for
  /// `@NSManaged public var name: String?`.
  private static func property(
    _ body: Substring
  ) -> (access: Substring, name: Substring, type: Substring)? {
    guard let (access, rest) = managed(body, "var "), let colon = rest.firstIndex(of: ":") else {
      return nil
    }
    let type = rest[rest.index(after: colon)...].drop { $0 == " " }
    return (access, rest[..<colon], type)
  }

  private static func managed(
    _ body: Substring, _ word: String
  ) -> (access: Substring, rest: Substring)? {
    guard body.hasPrefix("@NSManaged ") else { return nil }
    let tail = body.dropFirst("@NSManaged ".count)
    guard let access = part(of: tail, before: word) else { return nil }
    return (access, tail.dropFirst(access.count + word.count))
  }

  /// The text before a word; `nil` if the word does not occur.
  private static func part(of text: Substring, before word: String) -> Substring? {
    text.firstRange(of: word).map { text[..<$0.lowerBound] }
  }
}
