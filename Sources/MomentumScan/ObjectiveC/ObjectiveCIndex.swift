import MomentumDiagnostics

/// The declarations of all scanned Objective-C files.
struct ObjectiveCIndex: Sendable {
  /// A written type: `NSFetchRequest<Person *> *` has the name `NSFetchRequest` and the argument
  /// `Person`.
  struct TypeText: Sendable {
    var name: String
    var argument: String?
  }

  private(set) var names = DeclaredNames()
  /// The types of properties, by class and by the property's name.
  private(set) var properties: [String: [String: TypeText]] = [:]
  /// The texts of constants, by name: `static NSString *const Name = @"Person";` and
  /// `#define NAME @"Person"`.
  private(set) var constants: [String: SourceLiteral] = [:]
  private(set) var superclasses: [String: String] = [:]

  init(_ units: [ObjectiveCUnit]) {
    for unit in units { add(unit) }
  }

  private mutating func add(_ unit: ObjectiveCUnit) {
    var className = ""
    for index in unit.tokens.indices {
      switch unit.tokens[index].kind {
      case .at:
        switch unit.text(index + 1) {
        case "interface":
          className = unit.text(index + 2)
          if unit.isSign(index + 3, ":") { superclasses[className] = unit.text(index + 4) }
        case "implementation", "protocol": className = unit.text(index + 2)
        case "property": addProperty(unit, index + 2, className)
        default: break
        }
      case .text:
        addConstant(unit, index)
      case .name
      where unit.text(index) == "NSEntityDescription"
        || unit.text(index) == "NSAttributeDescription":
        if ["alloc", "new"].contains(unit.text(index + 1)) {
          for token in unit.tokens.indices where unit.tokens[token].kind == .text {
            if let literal = unit.literal(token..<token + 1) {
              names.modelNames.insert(literal.text)
            }
          }
        }
      default: break
      }
    }
  }

  private mutating func addProperty(_ unit: ObjectiveCUnit, _ start: Int, _ className: String) {
    var index = start
    if unit.isSign(index, "("), let close = unit.partner(of: index) { index = close + 1 }
    let first = index
    while index < unit.tokens.count, !unit.isSign(index, ";") { index += 1 }
    guard index > first, unit.isName(index - 1) else { return }
    let name = unit.text(index - 1)
    names.properties[className, default: []].insert(name)
    names.keys.insert(name)
    properties[className, default: [:]][name] = unit.typeText(first..<index - 1)
  }

  private mutating func addConstant(_ unit: ObjectiveCUnit, _ index: Int) {
    if unit.isSign(index - 1, "="), unit.isName(index - 2), unit.isSign(index + 1, ";"),
      unit.text(max(0, index - 8)..<index).contains("const")
    {
      constants[unit.text(index - 2)] = unit.literal(index..<index + 1)
    } else if unit.isName(index - 1),
      unit.isName(index - 2) == false || unit.text(index - 2) == "define",
      unit.isSign(index - 2, "#") || isDefinition(unit, index - 1)
    {
      constants[unit.text(index - 1)] = unit.literal(index..<index + 1)
    }
  }

  /// Whether `#define` is before a name.
  private func isDefinition(_ unit: ObjectiveCUnit, _ name: Int) -> Bool {
    let end = unit.tokens[name].start
    let before = unit.source.text(in: SourceRange(max(0, end - 12), end))
    return before.contains("#define")
  }

  /// Whether a class inherits from `NSManagedObject`.
  func isManagedObject(_ name: String) -> Bool {
    var next: String? = name
    for _ in 0..<10 {
      guard let current = next else { return false }
      if current == FrameworkNames.managedObject { return true }
      next = superclasses[current]
    }
    return false
  }
}

extension ObjectiveCUnit {
  /// Reads a type: `NSFetchRequest` and `Person` of `NSFetchRequest<Person *> *`.
  func typeText(_ range: Range<Int>) -> ObjectiveCIndex.TypeText? {
    var index = range.lowerBound
    let words: Set<String> = [
      "const", "__weak", "__strong", "__block", "static", "nullable", "nonnull", "__kindof",
      "IBOutlet",
      "_Nullable", "_Nonnull", "__nullable",
    ]
    while index < range.upperBound, words.contains(text(index)) { index += 1 }
    guard index < range.upperBound, isName(index) else { return nil }
    var type = ObjectiveCIndex.TypeText(name: text(index))
    if isSign(index + 1, "<") {
      index += 2
      while index < range.upperBound, words.contains(text(index)) { index += 1 }
      if isName(index) { type.argument = text(index) }
    }
    return type
  }
}
