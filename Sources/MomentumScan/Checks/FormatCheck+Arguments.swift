import MomentumDiagnostics
import MomentumModel
import MomentumPredicate

// Checks the arguments of a format.

extension FormatCheck {
  /// The arguments that the call passes after the format; `nil` if they are made elsewhere.
  var arguments: [FormatArgument]? {
    switch site.arguments {
    case .list(let list), .array(let list): list
    case .unknown: nil
    }
  }

  /// The conversions that the author wrote, such as `%@`, in written order, without those that
  /// stand for an interpolation. The index is the one among all conversions of the format.
  var conversions: [(index: Int, FormatSyntax.Conversion)] {
    asked.conversions.sorted { $0.key < $1.key }.filter { gap(at: $0.value.range) == nil }
      .map { ($0.key, $0.value) }
  }

  /// The index in `gaps.unknown` of the interpolation that a conversion stands for. Before the format
  /// is parsed, each interpolation whose value is unknown is replaced by a conversion such as `%@`;
  /// `nil` means that the author wrote the conversion.
  func gap(at range: SourceRange) -> Int? {
    guard !gaps.unknown.isEmpty else { return nil }
    let place = literal.location(of: range)
    return gaps.unknown.firstIndex { !$0.isQuoted && $0.location.range == place.range }
  }

  /// The argument that a conversion takes; `nil` if the arguments are not known or too few.
  func argument(ofConversion index: Int) -> FormatArgument? {
    guard let arguments, let position = conversions.firstIndex(where: { $0.index == index }),
      position < arguments.count
    else { return nil }
    return arguments[position]
  }

  /// The keys that constant arguments give for `%K`, by the index of the conversion.
  func knownKeys() -> [Int: String] {
    var result: [Int: String] = [:]
    for (index, conversion) in conversions where conversion.kind == .key {
      guard case .string(let key)? = argument(ofConversion: index)?.value, key.gaps.isEmpty,
        !key.text.isEmpty, key.text.split(separator: ".").allSatisfy({ $0 != "@" })
      else { continue }
      result[index] = key.text
    }
    return result
  }

  // MARK: - Number and type

  mutating func checkArguments() {
    let quoted = reportQuotedPlaceholders()
    guard let arguments else { return }
    let conversions = conversions
    if arguments.count < conversions.count {
      let first = conversions[arguments.count].1.range
      diagnostics.report(
        ScanMessage.missingArgument(
          source.text(in: first), takes: conversions.count, given: arguments.count),
        at: literal.location(of: first))
    } else if arguments.count > conversions.count, !quoted {
      diagnostics.report(
        ScanMessage.extraArgument(takes: conversions.count, given: arguments.count),
        at: arguments[conversions.count].location)
    }
    if quoted { return }
    for ((index, conversion), argument) in zip(conversions, arguments) {
      if case .list = site.arguments, checkPassing(conversion, argument) { continue }
      for pair in asked.pairs where pair.argument == index { check(pair, argument) }
    }
  }

  /// Checks whether the kind of an argument fits a conversion: `%@` needs an object, `%d` a whole
  /// number. Returns whether there is a finding.
  private mutating func checkPassing(
    _ conversion: FormatSyntax.Conversion, _ argument: FormatArgument
  ) -> Bool {
    let sign = source.text(in: conversion.range)
    let isSwift = site.language == .swift
    let takes: String
    var write: String?
    switch (conversion.kind, argument.value) {
    case (.value(.object), .integer):
      (takes, write) = (
        "an object", isSwift ? "write '%ld', or give an NSNumber" : "write '%ld' or '@(…)'"
      )
    case (.value(.object), .real):
      (takes, write) = (
        "an object", isSwift ? "write '%f', or give an NSNumber" : "write '%f' or '@(…)'"
      )
    case (.value(.object), .boolean):
      (takes, write) = ("an object", isSwift ? "give 'NSNumber(value:)'" : "write '@(…)'")
    case (.key, .integer), (.key, .real), (.key, .boolean), (.key, .date), (.key, .data),
      (.key, .uuid), (.key, .url), (.key, .number), (.key, .list), (.key, .object):
      takes = "the name of a key"
    case (.value(.integer), .real): (takes, write) = ("a whole number", "write '%f'")
    case (.value(.double), .integer): (takes, write) = ("a Double", "write '%ld'")
    case (.value(.integer), .string), (.value(.integer), .text), (.value(.integer), .date),
      (.value(.integer), .data), (.value(.integer), .uuid), (.value(.integer), .url),
      (.value(.integer), .number), (.value(.integer), .list), (.value(.integer), .object),
      (.value(.double), .string), (.value(.double), .text), (.value(.double), .date),
      (.value(.double), .data), (.value(.double), .uuid), (.value(.double), .url),
      (.value(.double), .number), (.value(.double), .list), (.value(.double), .object):
      (takes, write) = ("a number", "write '%@'")
    default: return false
    }
    diagnostics.report(
      ScanMessage.argumentType(
        sign, takes: takes, found: argument.value.noun ?? "another value", write: write),
      at: argument.location, fixIts: passingFixIts(conversion, argument, write))
    return true
  }

  private func passingFixIts(
    _ conversion: FormatSyntax.Conversion, _ argument: FormatArgument, _ write: String?
  ) -> [Diagnostic.FixIt] {
    guard let write, literal.isVerbatim(conversion.range) else { return [] }
    if case .boolean = argument.value {
      let text =
        site.language == .swift ? "NSNumber(value: \(argument.text))" : "@(\(argument.text))"
      return [Diagnostic.FixIt("make an object", replace: argument.location, with: text)]
    }
    guard let start = write.firstIndex(of: "%") else { return [] }
    let sign = String(write[start...].prefix { $0 != "'" })
    return [
      Diagnostic.FixIt(
        "write '\(sign)'", replace: literal.location(of: conversion.range), with: sign)
    ]
  }

  /// Checks the type of an argument against the property that it is compared with.
  private mutating func check(_ pair: FormatSyntax.Pair, _ argument: FormatArgument) {
    guard let entity, place.certainty == .shown, let noun = argument.value.noun else { return }
    let names = pair.components.compactMap(\.keyName)
    guard names.count == pair.components.count else { return }
    var ignored = Diagnostics()
    guard
      let resolved = KeyPathResolver(model: checker.model.model(of: entity)).resolve(
        names.map { KeyPathResolver.Key($0) }, from: entity.entity, &ignored)
    else { return }
    let type: String
    switch pair.operation {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: break
    case .in, .contains, .beginsWith, .endsWith, .like, .matches, .between, .utiConformsTo,
      .utiEquals, .custom:
      return
    }
    switch resolved.type {
    case .attribute(let attribute):
      if argument.value.isComparable(with: attribute) { return }
      type = checker.article(attribute.xmlName)
    case .object:
      switch argument.value {
      case .string, .text, .integer, .real, .boolean, .date, .data, .uuid, .number:
        type = "a relationship"
      case .null, .url, .list, .object, .unknown: return
      }
    case .count: return
    }
    diagnostics.report(
      ScanMessage.comparedType(names.joined(separator: "."), type: type, found: noun),
      at: argument.location)
  }

  // MARK: - Quotes

  /// Reports conversions in quotes, such as `'%@'`: the parser reads them as text, so they take no
  /// argument. Returns whether there is one.
  private mutating func reportQuotedPlaceholders() -> Bool {
    guard gaps.unknown.isEmpty else { return false }
    var ignored = Diagnostics()
    var isFound = false
    for token in PredicateLexer.tokens(of: source, &ignored) {
      guard case .string = token.kind else { continue }
      let text = source.text(
        in: SourceRange(token.range.start + 1, max(token.range.start + 1, token.range.end - 1)))
      let whole = ["%@", "%K", "%d", "%ld", "%i", "%f", "%s", "%lu", "%lld"].first { $0 == text }
      guard let sign = whole ?? ["%@", "%K"].first(where: { text.contains($0) }) else { continue }
      isFound = true
      let fixIts =
        whole != nil && literal.isVerbatim(token.range)
        ? [
          Diagnostic.FixIt(
            "delete the quotes", replace: literal.location(of: token.range), with: text)
        ] : []
      diagnostics.report(
        ScanMessage.quotedPlaceholder(sign), at: literal.location(of: token.range), fixIts: fixIts)
    }
    return isFound
  }

  // MARK: - Variables

  /// Reports the variables of a predicate that goes to a request as it is: nothing gives them
  /// values.
  mutating func checkVariables() {
    guard site.isFinal, !asked.freeVariables.isEmpty else { return }
    var ignored = Diagnostics()
    for token in PredicateLexer.tokens(of: source, &ignored) {
      guard case .variable = token.kind else { continue }
      let name = String(source.text(in: token.range).dropFirst())
      guard asked.freeVariables.contains(name) else { continue }
      diagnostics.report(ScanMessage.freeVariable(name), at: literal.location(of: token.range))
      return
    }
  }
}

extension ArgumentValue {
  /// Whether a value may be equal to an attribute of a type. `true` where that is not known.
  func isComparable(with type: AttributeType) -> Bool {
    if case .list = self { return type == .transformable || type == .undefined }
    switch (self, type) {
    // A predicate converts a string that spells a UUID or a URL, so the comparison is no mistake.
    case (.string, .uuid), (.text, .uuid), (.string, .uri), (.text, .uri): return true
    default: return canBeValue(of: type)
    }
  }
}
