// Files of properties that Xcode wrote, of whichever release: what stays of them when one is written anew.

/// A file `Venue+CoreDataProperties.swift` that may stand at the place of a generated one.
///
/// ```swift
/// switch XcodeFile.merge(generated, into: existing) {
/// case .replace(let text): …
/// ```
///
/// Xcode's own files differ with its release: a `;` after the fetch request (8), `NSDate` (8), no
/// `Identifiable` (up to 11), neither `public` nor a fetch request (7), `public import` (26); and all have
/// an author and a date at the top. A file keeps what its release had, so that a change of the model shows
/// as just that change.
///
/// Source: observed in public repositories, 165 files of Xcode 7 to 26.
package enum XcodeFile {
  package enum Merge: Sendable, Hashable {
    /// The file says the same already.
    case keep
    /// Xcode wrote what is there, and it is no longer what the model says.
    case replace(String)
    /// Somebody wrote lines into the file that Xcode never writes.
    case edited
  }

  /// What becomes of a file at whose place another text is generated.
  package static func merge(_ generated: String, into existing: String) -> Merge {
    if existing.hasPrefix(SwiftFile.firstLine) || existing.isEmpty { return .replace(generated) }
    let end = existing.contains("\r\n") ? "\r\n" : "\n"
    let old = lines(existing.replacing("\r\n", with: "\n"))
    let head = old.prefix { !isBody($0) }
    let oldBody = old[head.endIndex...]
    let form = XcodeForm(oldBody)
    let new = form.rewritten(sections(lines(generated).drop { !isBody($0) }), after: oldBody)
    // Empty lines differ with the release, and are nobody's reason to write the file.
    if said(new) == said(oldBody.map(String.init)) { return .keep }
    guard head.allSatisfy(isHead), oldBody.allSatisfy(form.isXcodes) else { return .edited }
    return .replace((head.map(String.init) + new).joined(separator: end))
  }

  /// The lines without blanks at their ends, and without those that have nothing else.
  private static func said(_ lines: [String]) -> [Substring] {
    lines.map { XcodeForm.body($0[...]) }.filter { !$0.isEmpty }
  }

  /// Each extension with the remark above it, without the empty lines between them.
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

  /// Whether a line may stand above the first extension; a project may add imports.
  private static func isHead(_ line: Substring) -> Bool {
    let words = line.split(separator: " ")
    return line.allSatisfy { $0 == " " } || line.hasPrefix("//") || words.first == "import"
      || words.count > 1 && words[1] == "import"
      || line.hasPrefix("public typealias ") && line.hasSuffix("CoreDataPropertiesSet = NSSet")
  }
}

/// What a release of Xcode does its own way, as a file of it shows.
struct XcodeForm {
  /// Four spaces, or a tab.
  private var indentation = "    "
  /// `public `, `nonisolated public ` or nothing, before `var` and `func`.
  private var access: Substring = "public "
  private var hasFetchRequest = true
  /// `@nonobjc public class `
  private var fetchPrefix: Substring = "@nonobjc public class "
  /// Whether the fetch request's statement ends with `;`.
  private var hasSemicolon = false
  private var hasAccessors = true
  private var isIdentifiable = true
  /// Classes in place of `Date`, `Data` and `URL`.
  private var oldTypes: Set<String> = []

  /// The names of values that had classes up to Xcode 8.
  private static let classes = ["Date": "NSDate", "Data": "NSData", "URL": "NSURL"]
  private static let accessLevels: Set<Substring> = [
    "", "public ", "package ", "internal ", "open ", "nonisolated ", "nonisolated public ",
    "nonisolated package ",
  ]
  /// What Xcode writes without `?`.
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

  /// Generated extensions in this form and in the order that a file has already.
  ///
  /// Xcode orders properties by name in some releases and in no order in others; either way a new property
  /// stands behind the one that it stands behind in the generated text.
  func rewritten(_ sections: [[Substring]], after old: ArraySlice<Substring>) -> [String] {
    let bodies = old.map(Self.body)
    var result: [String] = []
    let names = bodies.compactMap(Self.accessorsName)
    let kept = sections.filter { !isLeftOut($0) }
    for section in Self.ordered(kept, by: names, { $0.first.flatMap(Self.accessorsName) }) {
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

  /// The first lines of an extension, without the function and its empty line where a release has none.
  private func withoutFetchRequest(_ lines: ArraySlice<Substring>) -> [Substring] {
    guard !hasFetchRequest,
      let start = lines.firstIndex(where: { $0.contains("func fetchRequest()") }),
      let end = lines[start...].firstIndex(of: "    }")
    else { return Array(lines) }
    return Array(lines[..<start] + lines[(end + 1)...].drop { $0.isEmpty })
  }

  /// Values in the order of names; one without a name there stays behind the one before it.
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

  /// Whether the release does not write such an extension.
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

  /// Whether Xcode could have written a line below the head.
  ///
  /// A property of an object that is not optional is an edit: Xcode writes `String?` whatever the model says.
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

  /// A line without the blanks at its ends.
  static func body(_ line: Substring) -> Substring {
    var body = line.drop { $0 == " " || $0 == "\t" }
    while let last = body.last, last == " " || last == "\t" { body.removeLast() }
    return body
  }

  /// `tips` of `// MARK: Generated accessors for tips`
  private static func accessorsName(_ line: Substring) -> Substring? {
    let words = "// MARK: Generated accessors for "
    return line.hasPrefix(words) ? line.dropFirst(words.count) : nil
  }

  /// `public `, `name` and `String?` of `@NSManaged public var name: String?`
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

  /// The text before a word, where the word stands.
  private static func part(of text: Substring, before word: String) -> Substring? {
    text.firstRange(of: word).map { text[..<$0.lowerBound] }
  }
}
