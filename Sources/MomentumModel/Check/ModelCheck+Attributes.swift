import MomentumDiagnostics

extension ModelCheck {
  mutating func checkAttribute(_ element: SyntaxElement) -> Attribute {
    let name = name(of: element)
    let outer = subject
    subject = ModelSubject("attribute", name, of: outer)
    defer { subject = outer }
    let isTransient = flag(element, .transient)
    let type = type(of: element, isTransient: isTransient)
    let (minimum, maximum) = bounds(of: element, type)
    var attribute = Attribute(
      name: name, type: type, isOptional: flag(element, .optional), isTransient: isTransient,
      isIndexed: flag(element, .indexed), usesScalarType: flag(element, .usesScalarValueType),
      defaultValue: value(
        element, .defaultValueString, .defaultDateTimeInterval, .defaultValue, type),
      minimum: minimum, maximum: maximum,
      regularExpression: text(element, .regularExpressionString),
      derivation: derivation(of: element), valueClassName: text(element, .customClassName),
      valueTransformerName: text(element, .valueTransformerName),
      allowsExternalStorage: flag(element, .allowsExternalBinaryDataStorage),
      preservesValueInHistoryOnDeletion: flag(element, .preserveAfterDeletion),
      allowsCloudEncryption: flag(element, .allowsCloudEncryption),
      isIndexedBySpotlight: flag(element, .spotlightIndexingEnabled),
      isStoredInExternalRecord: flag(element, .storedInTruthFile),
      renamingIdentifier: renamingIdentifier(of: element),
      versionHashModifier: text(element, .versionHashModifier),
      isSyncable: flag(element, .syncable, absent: true), userInfo: userInfo(of: element))
    // Set these fields only if they are present: hardly any attribute has them, and setting one
    // compares all rare fields with their defaults.
    if let form = text(element, .unknownForm) { attribute.unknownForm = form }
    if flag(element, .hasComputedDefault) { attribute.hasComputedDefault = true }
    return attribute
  }

  private mutating func type(of element: SyntaxElement, isTransient: Bool) -> AttributeType {
    let written = element[.attributeType]
    let isComposite = written.map { $0.value == "Composite" } ?? (element[.composite] != nil)
    if isComposite { return composite(of: element).map(AttributeType.composite) ?? .undefined }
    guard let written else {
      if !isTransient { report(.undefinedType, at: element.nameRange) }
      return .undefined
    }
    guard let type = AttributeType(xmlName: written.value) else {
      let near = suggest(written.value) { _ in AttributeType.xmlNames }
      report(
        .unknownType(written.value, near: near), at: written.valueRange,
        replacing: (written.valueRange, with: near))
      return .undefined
    }
    if type == .undefined, !isTransient {
      report(.undefinedType, at: written.valueRange)
    }
    return type
  }

  private mutating func derivation(of element: SyntaxElement) -> String? {
    guard flag(element, .derived) else { return nil }
    let expression = text(element, .derivationExpression)
    if expression == nil { report(.missingDerivation, at: element.nameRange) }
    return expression
  }

  private mutating func bounds(
    of element: SyntaxElement, _ type: AttributeType
  ) -> (AttributeValue?, AttributeValue?) {
    let minimum = value(element, .minValueString, .minDateTimeInterval, .minimum, type)
    let maximum = value(element, .maxValueString, .maxDateTimeInterval, .maximum, type)
    let place = element[.minValueString] ?? element[.minDateTimeInterval]
    if let minimum, let maximum, let place, isAbove(minimum, maximum) {
      report(.minimumAboveMaximum, at: place.valueRange)
    }
    return (minimum, maximum)
  }

  private func isAbove(_ left: AttributeValue, _ right: AttributeValue) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left > right
    case (.double(let left), .double(let right)), (.date(let left), .date(let right)): left > right
    case (.decimal(let left), .decimal(let right)): left > right
    default: false
    }
  }

  /// Reads a default or a bound. For a date, the XML attribute `intervalName` has the value; the
  /// text of `textName` is only what Xcode shows.
  private mutating func value(
    _ element: SyntaxElement, _ textName: ModelAttributeName,
    _ intervalName: ModelAttributeName, _ role: ModelMessage.ValueRole, _ type: AttributeType
  ) -> AttributeValue? {
    var result: AttributeValue?
    if let interval = element[intervalName], !interval.value.isEmpty {
      let parsed = AttributeValueParser.parseInterval(interval.value, as: type)
      result = accept(parsed, interval, role, type)
      if type == .date { return result }
    }
    guard let text = element[textName] else { return result }
    // An empty text is a value only as the default of a string. Elsewhere it is left from a value
    // that somebody deleted in Xcode.
    if text.value.isEmpty { return type == .string && role == .defaultValue ? .string("") : result }
    let parsed =
      role == .defaultValue
      ? AttributeValueParser.parse(text.value, as: type)
      : AttributeValueParser.parseBound(text.value, as: type)
    return accept(parsed, text, role, type)
  }

  private mutating func accept(
    _ parsed: ParsedValue, _ attribute: SyntaxAttribute, _ role: ModelMessage.ValueRole,
    _ type: AttributeType
  ) -> AttributeValue? {
    let text = attribute.value
    let range = attribute.valueRange
    switch parsed {
    case .exact(let value): return value
    case .adjusted(let value):
      report(.adjustedValue(role, text: text, type: type.xmlName, used: value.shown), at: range)
      return value
    case .ignored: report(.ignoredValue(role, text: text, type: type.xmlName), at: range)
    case .unreadable: report(.badValue(role, text: text, type: type.xmlName), at: range)
    }
    return nil
  }
}
