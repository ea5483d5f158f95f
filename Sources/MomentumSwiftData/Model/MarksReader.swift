import MomentumModel
import MomentumSwiftSource

/// Reads the arguments of `@Attribute` and `@Relationship`.
struct MarksReader {
  let tokens: SwiftTokens
  private(set) var marks = PropertyMarks()

  init(_ declaration: SwiftDeclaration, in tokens: SwiftTokens) {
    self.tokens = tokens
    for attribute in declaration.attributes {
      let arguments =
        attribute.arguments.map { ExpressionReader.arguments($0, in: tokens) } ?? []
      switch attribute.name {
      case "Attribute": for argument in arguments { read(argument, isRelationship: false) }
      case "Relationship":
        marks.isAnnotatedRelationship = true
        for argument in arguments { read(argument, isRelationship: true) }
      default: break
      }
    }
  }

  private mutating func read(_ argument: SwiftExpression.Argument, isRelationship: Bool) {
    let value = argument.value
    switch argument.label {
    case nil: readOption(value)
    case "originalName": marks.originalName = text(value)
    case "hashModifier": marks.hashModifier = text(value)
    case "deleteRule" where isRelationship:
      if let rule = value.path?.last.flatMap(MarksReader.deleteRule) {
        marks.deleteRule = rule
      } else {
        marks.unread.append(value.tokens)
      }
    case "minimumModelCount" where isRelationship: marks.minimumCount = number(value)
    case "maximumModelCount" where isRelationship: marks.maximumCount = number(value)
    case "inverse" where isRelationship:
      if case .keyPath(let path) = value.unparenthesized.kind {
        marks.inverse = PropertyMarks.Inverse(
          names: path.names.compactMap { $0 }, hasRoot: path.hasRoot, tokens: value.tokens)
      } else if case .nilLiteral = value.kind {
        break
      } else {
        marks.unread.append(value.tokens)
      }
    default: marks.unread.append(value.tokens)
    }
  }

  private mutating func readOption(_ value: SwiftExpression) {
    if case .call(let callee, let arguments) = value.unparenthesized.kind,
      callee.path?.last == "transformable", let argument = arguments.first?.value
    {
      switch argument.unparenthesized.kind {
      case .member(let base?, "self"): marks.transformer = base.path?.joined(separator: ".")
      case .string:
        marks.transformer = text(argument)
        marks.isTransformerNamedByText = true
      default: marks.unread.append(argument.tokens)
      }
      return
    }
    // Some sources pass the options as an array: `@Attribute([.unique])`.
    if case .array(let items) = value.unparenthesized.kind {
      for item in items { readOption(item) }
      return
    }
    switch value.path?.last {
    case "unique": marks.isUnique = true
    case "externalStorage": marks.isExternal = true
    case "ephemeral": marks.isEphemeral = true
    case "preserveValueOnDeletion": marks.preservesValue = true
    case "spotlight": marks.isIndexedBySpotlight = true
    case "allowsCloudEncryption": marks.allowsCloudEncryption = true
    default: marks.unread.append(value.tokens)
    }
  }

  private mutating func text(_ value: SwiftExpression) -> String? {
    switch value.unparenthesized.kind {
    case .string(let index):
      if let text = tokens.stringLiteral(at: index)?.value { return text }
    case .nilLiteral: return nil
    default: break
    }
    marks.unread.append(value.tokens)
    return nil
  }

  private mutating func number(_ value: SwiftExpression) -> Int? {
    if case .integer(let digits) = value.unparenthesized.kind,
      let number = Int(digits.filter { $0 != "_" })
    {
      return number
    }
    marks.unread.append(value.tokens)
    return nil
  }

  private static func deleteRule(_ name: String) -> Relationship.DeleteRule? {
    switch name {
    case "cascade": .cascade
    case "nullify": .nullify
    case "deny": .deny
    case "noAction": .noAction
    default: nil
    }
  }
}
