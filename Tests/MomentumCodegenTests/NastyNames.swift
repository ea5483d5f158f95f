import MomentumCodegen
import MomentumModel
import MomentumTestSupport

/// Names that try to break out of identifiers, comments, literals and file names.
enum NastyNames {
  static let known = [
    "", " ", "_", "__", "a", "A", "a b", "a-b", "a_b", "a_b_2", "default", "class", "self", "Self",
    "init",
    "Type", "Protocol", "id", "ID", "hash", "hashValue", "description", "objectID", "entityName",
    "CodingKeys", "encode", "String", "Int64", "Data", "Date", "Optional", "Swift", "Foundation",
    "Array",
    "Row", "Store", "StoredEntity", "MomentumRuntime", "Paths", "Model", "path", "all", "where",
    "storedProperties", "RowError", "PreparedFetch", "PersonEntity", "column0", "ID_", "model",
    "value", "row", "inout", "try", "await",
    "Any", "nil", "true", "$0", "$", "`x`", "a`b", "\"", "\"\"\"", "\\", "\\(x)", "\\u{41}", "#\"",
    "*/", "/*",
    "// x", "x\n}\nstruct Evil {", "x\r\nvar y = 1", "\u{0}", "\u{7F}", "\u{2028}", "\u{202E}abc",
    "\u{FEFF}",
    "\u{301}e", "e\u{301}", "é", "ａ", "аpple", "🍵", "👩‍👩‍👧", "日本", "ß", "İ", "ﬁ", "²", "٣", "../..",
    "a/b", "C:\\x",
    "CON", "nul", ".", "..", "a.b", "x; import Glibc", "#if",
    "#sourceLocation(file: \"x\", line: 1)", "@objc",
    "<T>", "a<b>", "&", "0", "1a", "yield", "async", "actor", "some", "any", "extension",
    "operator",
    "associatedtype", "_x", "throw", "repeat", "switch", "super", "rethrows", "precedencegroup",
    "Void",
    "Never",
    "Result", "Value", "rawValue", "append", "placeholders", "allCases", "stringValue",
    "nonisolated",
    "package", "macro",
    "get", "set", "willSet", "lazy", "weak", "unowned", "final", "indirect", "convenience",
    "required",
    String(repeating: "long", count: 200), String(repeating: "長", count: 100),
  ]

  static func random(using generator: inout SeededGenerator) -> String {
    let alphabet = Array(
      "ab_ \"\\()/*\n\r\t`$#@{}.;:<>0é\u{301}\u{202E}🍵\u{0}日\u{200D}".unicodeScalars)
    var result = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...8, using: &generator) {
      if let scalar = alphabet.randomElement(using: &generator) { result.append(scalar) }
    }
    return String(result)
  }

  static func any(using generator: inout SeededGenerator) -> String {
    if Bool.random(using: &generator) { return random(using: &generator) }
    return known.randomElement(using: &generator) ?? ""
  }
}

extension Sample {
  /// A sound model with nasty names: relationships, parents and composites point at what exists.
  static func nasty(seed: UInt64) -> Sample {
    var generator = SeededGenerator(seed: seed)
    let entityCount = Int.random(in: 1...6, using: &generator)
    let types: [AttributeType] = [
      .integer16, .integer64, .decimal, .float, .string, .boolean, .date, .binary, .uuid, .uri,
      .transformable, .composite(CompositeID(0)), .undefined,
    ]
    func attribute() -> Attribute {
      let type = types.randomElement(using: &generator) ?? .string
      let text = NastyNames.any(using: &generator)
      return Attribute(
        name: NastyNames.any(using: &generator), type: type,
        isOptional: Bool.random(using: &generator),
        usesScalarType: Bool.random(using: &generator),
        defaultValue: type == .string ? .string(text) : nil,
        derivation: Int.random(in: 0..<5, using: &generator) == 0 ? text : nil,
        valueClassName: text, userInfo: userInfo(using: &generator))
    }
    func relationship() -> Relationship {
      Relationship(
        name: NastyNames.any(using: &generator),
        destination: EntityID(Int.random(in: 0..<entityCount, using: &generator)),
        isToMany: Bool.random(using: &generator), isOrdered: Bool.random(using: &generator),
        isOptional: Bool.random(using: &generator))
    }
    let entities = (0..<entityCount).map { index in
      let hasParent = index > 0 && Int.random(in: 0..<3, using: &generator) == 0
      return Entity(
        name: NastyNames.any(using: &generator), className: NastyNames.any(using: &generator),
        parent: hasParent ? EntityID(Int.random(in: 0..<index, using: &generator)) : nil,
        attributes: (0..<6).map { _ in attribute() },
        relationships: (0..<3).map { _ in relationship() })
    }
    let elements = ["city", NastyNames.any(using: &generator)].map {
      Attribute(name: $0, type: .string, isOptional: true)
    }
    let model = ObjectModel(
      entities: entities,
      composites: [CompositeType(name: NastyNames.any(using: &generator), elements: elements)])
    let requests = (0..<3).map { _ in request(model, using: &generator) }
    return Sample(
      name: NastyNames.any(using: &generator), model: model, requests: requests,
      contents: (0..<4).map { _ in NastyNames.any(using: &generator) }.joined(separator: "\n"))
  }

  private static func userInfo(using generator: inout SeededGenerator) -> [UserInfoEntry] {
    guard Bool.random(using: &generator) else { return [] }
    // Always with cases: a type without them is one that somebody writes by hand.
    let cases = NastyNames.any(using: &generator)
    return [
      UserInfoEntry(key: NastyNames.any(using: &generator), value: cases),
      UserInfoEntry(key: "valueType", value: NastyNames.any(using: &generator)),
      UserInfoEntry(
        key: "valueCases", value: Bool.random(using: &generator) ? "a=\(cases),b=1" : cases),
    ]
  }

  private static func request(
    _ model: ObjectModel, using generator: inout SeededGenerator
  ) -> CompiledFetchRequest {
    let entity = EntityID(Int.random(in: 0..<model.entities.count, using: &generator))
    let names = (0..<3).map { _ in NastyNames.any(using: &generator) }
    var columns: [CompiledFetchRequest.Column] = [.primaryKey]
    for id in model.attributes(of: entity) {
      if case .composite(let composite) = model[id].type {
        columns += model[composite].elements.map { .property([model[id].name, $0.name]) }
      } else {
        columns.append(.property([model[id].name]))
      }
    }
    columns += model.relationships(of: entity).map { .property([model[$0].name]) }
    return CompiledFetchRequest(
      request: StoredFetchRequest(
        name: NastyNames.any(using: &generator), entity: entity,
        predicateFormat: NastyNames.any(using: &generator)),
      parameters: [
        .init(name: names[0], type: .attribute(.string)),
        .init(name: names[1], type: .object(entity)),
        .init(name: names[2], type: .attribute(.date), isCollection: true),
      ],
      statement: .init(
        pieces: [.text(names[0]), .text(names[1])],
        bindings: names.prefix(2).map { .parameter($0) } + [.value(.text(names[2]))],
        rows: .objects(columns)))
  }
}
