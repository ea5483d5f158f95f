public import MomentumDiagnostics
public import MomentumModel

/// Reads the `contents` file of a data model.
public enum ModelReader {
  /// The file as written, or `nil` where it is not well-formed XML or not a model at all.
  ///
  /// Elements and attributes that Xcode does not write are warnings; the attributes are kept.
  public static func read(
    contents file: SourceFile, _ diagnostics: inout Diagnostics
  ) -> ModelSyntax? {
    guard let root = XMLReader.read(file, &diagnostics) else { return nil }
    guard root.name == ModelElementKind.model.rawValue else {
      diagnostics.report(
        ModelFileMessage.notAModel(root.name), at: SourceLocation(file, root.nameRange))
      return nil
    }
    var conversion = SyntaxConversion(file: file)
    let element = conversion.convert(root, .model)
    diagnostics.append(contentsOf: conversion.finish())
    return ModelSyntax(file: file, root: element)
  }
}

/// XML elements to model elements, by `ModelGrammar`.
private struct SyntaxConversion {
  /// A file with more surprises than this is not a model; the rest is counted.
  private static let warningsMax = 200

  let file: SourceFile
  private var diagnostics = Diagnostics()
  private var warnings = 0

  init(file: SourceFile) { self.file = file }

  mutating func convert(_ element: XMLElement, _ kind: ModelElementKind) -> SyntaxElement {
    let row = ModelGrammar.row(of: kind)
    if !element.text.isEmpty {
      warn(.unexpectedText(kind.rawValue), at: element.nameRange)
    }
    let attributes = element.attributes.map { convert($0, in: row) }
    var children: [SyntaxElement] = []
    for child in element.children {
      if let kind = ModelElementKind(rawValue: child.name), row.children.contains(kind) {
        children.append(convert(child, kind))
      } else {
        warnUnknown(
          child.name, .unknownElement(child.name, in: kind.rawValue), at: child.nameRange,
          known: row.children.map(\.rawValue))
      }
    }
    return SyntaxElement(
      kind: kind, nameRange: element.nameRange, tagRange: element.tagRange, range: element.range,
      attributes: attributes, children: children)
  }

  private mutating func convert(
    _ attribute: XMLAttribute, in row: ModelGrammar.Row
  ) -> SyntaxAttribute {
    var name = ModelAttributeName(rawValue: attribute.name)
    if let known = name, !row.required.contains(known), !row.optional.contains(known) {
      name = nil
    }
    if name == nil {
      warnUnknown(
        attribute.name, .unknownAttribute(attribute.name, in: row.element.rawValue),
        at: attribute.nameRange, known: row.attributeNames)
    }
    return SyntaxAttribute(
      text: attribute.name, name: name, nameRange: attribute.nameRange, value: attribute.value,
      valueRange: attribute.valueRange, segments: attribute.segments)
  }

  private mutating func warnUnknown(
    _ name: String, _ message: ModelFileMessage, at range: SourceRange, known: [String]
  ) {
    guard warnings < SyntaxConversion.warningsMax else {
      warnings += 1
      return
    }
    let near = nearName(to: name, among: known)
    let fixIts = near.map {
      [
        Diagnostic.FixIt(
          "write '\($0)'", replace: SourceLocation(file, range), with: $0)
      ]
    }
    warn(message.suggesting(near), at: range, fixIts: fixIts ?? [])
  }

  private mutating func warn(
    _ message: ModelFileMessage, at range: SourceRange, fixIts: [Diagnostic.FixIt] = []
  ) {
    warnings += 1
    guard warnings <= SyntaxConversion.warningsMax else { return }
    diagnostics.report(message, at: SourceLocation(file, range), fixIts: fixIts)
  }

  func finish() -> Diagnostics {
    var result = diagnostics
    if warnings > SyntaxConversion.warningsMax {
      result.report(
        ModelFileMessage.moreUnknown(warnings - SyntaxConversion.warningsMax),
        at: SourceLocation(file, SourceRange(0, 0)))
    }
    return result
  }
}
