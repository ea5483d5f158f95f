import MomentumDiagnostics
import MomentumModel
import MomentumPredicate

// Checks keys outside formats: in sort descriptors, key-value coding and requests.

extension SiteChecker {
  /// One name of a key path, with its range in the text of the key path.
  private struct Part {
    var name: String
    var range: SourceRange
  }

  private func parts(of key: SourceLiteral) -> [Part] {
    var result: [Part] = []
    var start = 0
    for part in key.text.split(separator: ".", omittingEmptySubsequences: false) {
      let end = start + part.utf8.count
      result.append(Part(name: String(part), range: SourceRange(start, end)))
      start = end + 1
    }
    return result
  }

  // MARK: - Sorting

  func check(
    _ key: SourceLiteral, _ sort: SortSite, of site: ScanSite, _ diagnostics: inout Diagnostics
  ) {
    guard key.gaps.isEmpty, !key.text.isEmpty else { return }
    switch site.subject {
    case .foreign, .declaredInCode: return
    case .unknown: checkAgainstAll(key, site, &diagnostics)
    case .entity(let place):
      var found = Diagnostics()
      checkSort(key, sort, place, &found)
      append(found, key, site, to: &diagnostics)
    }
  }

  /// Adds findings about a key. If its entity is only assumed, they are dropped when the models,
  /// the sources or Core Data declare the key anywhere.
  private func append(
    _ found: Diagnostics, _ key: SourceLiteral, _ site: ScanSite, to diagnostics: inout Diagnostics
  ) {
    if site.certainty == .assumed, !found.isEmpty {
      guard let first = parts(of: key).first?.name, !isKnownAnywhere(first) else { return }
    }
    diagnostics.append(contentsOf: found)
  }

  private func checkSort(
    _ key: SourceLiteral, _ sort: SortSite, _ place: EntityPlace, _ diagnostics: inout Diagnostics
  ) {
    let parts = parts(of: key)
    let model = model.model(of: place)
    if parts.contains(where: { isOfEveryObject($0.name, place) }) { return }
    if parts.contains(where: { $0.name.hasPrefix("@") }) {
      diagnostics.report(ScanMessage.sortComputed(key.text), at: key.wholeLocation)
      return
    }
    var failures = Diagnostics()
    let resolved = KeyPathResolver(model: model).resolve(
      parts.map { KeyPathResolver.Key($0.name, at: key.location(of: $0.range)) },
      from: place.entity, &failures)
    for failure in failures.all { diagnostics.report(renamed(failure, place, key)) }
    guard let resolved else { return }
    if resolved.crossesToMany {
      diagnostics.report(ScanMessage.sortToMany(key.text), at: key.wholeLocation)
    } else if let selector = sort.selector {
      check(selector, sort, key.text, resolved.type, &diagnostics)
    }
  }

  private func check(
    _ selector: String, _ sort: SortSite, _ key: String, _ type: PredicateType,
    _ diagnostics: inout Diagnostics
  ) {
    guard SortComparison(rawValue: selector) != nil else {
      let known = SortComparison.allCases.map(\.rawValue)
      diagnostics.report(
        ScanMessage.sortSelector(selector, near: nearName(to: selector, among: known)),
        at: sort.selectorLocation)
      return
    }
    guard selector != "compare:", case .attribute(let attribute) = type, attribute != .string
    else { return }
    diagnostics.report(
      ScanMessage.stringSelector(selector, key: key, type: article(attribute.xmlName)),
      at: sort.selectorLocation)
  }

  /// The finding of the key path resolver. For an unknown key it gets the id and the text that
  /// `momentum scan` has for that.
  private func renamed(
    _ failure: Diagnostic, _ place: EntityPlace, _ key: SourceLiteral
  ) -> Diagnostic {
    guard failure.id == "predicate.unknown-key" else { return failure }
    var result = failure
    result.id = ScanMessage.unknownKeyRule.id
    if let className = model[place].className, parts(of: key).count == 1,
      isDeclared(key.text, inClass: className)
    {
      result.text =
        ScanMessage.unknownKey(key.text, entity: model[place].name, near: nil, isDeclared: true)
        .text
      result.fixIts = []
    }
    result.fixIts = result.fixIts.filter {
      key.isVerbatim(SourceRange(0, key.text.utf8.count)) && !$0.replacement.isEmpty
    }
    return result
  }

  // MARK: - Properties

  func check(
    _ key: SourceLiteral, _ use: KeyUse, of site: ScanSite, _ diagnostics: inout Diagnostics
  ) {
    guard key.gaps.isEmpty, !key.text.isEmpty else { return }
    switch site.subject {
    case .foreign, .declaredInCode: return
    case .unknown:
      if use != .keyPath { checkAgainstAll(key, site, &diagnostics) }
    case .entity(let place):
      var found = Diagnostics()
      walk(key, use, place, &found)
      append(found, key, site, to: &diagnostics)
    }
  }

  /// Follows a key path from an entity.
  private func walk(
    _ key: SourceLiteral, _ use: KeyUse, _ start: EntityPlace, _ diagnostics: inout Diagnostics
  ) {
    let model = model.model(of: start)
    var place = start
    let parts = parts(of: key)
    for (index, part) in parts.enumerated() {
      if part.name.hasPrefix("@") || isOfEveryObject(part.name, place) { continue }
      let isLast = index == parts.count - 1
      switch model.property(named: part.name, in: place.entity) {
      case .relationship(let id):
        if isLast { check(model[id], use, key, part.range, place, &diagnostics) }
        place.entity = model[id].destination
      case .attribute(let id):
        if isLast { check(model[id], use, key, part.range, place, &diagnostics) }
        return
      case .fetchedProperty: return
      case nil:
        unknown(part, use, place, key, &diagnostics)
        return
      }
    }
  }

  private func unknown(
    _ part: Part, _ use: KeyUse, _ place: EntityPlace, _ key: SourceLiteral,
    _ diagnostics: inout Diagnostics
  ) {
    let declares = isDeclaredProperty(part.name, of: place)
    switch use {
    case .value, .section, .keyPath: if declares { return }
    case .fetched, .prefetched, .primitive, .collection, .updated: break
    }
    let near = nearName(
      to: part.name, among: model.model(of: place).propertyNames(of: place.entity))
    let location = key.location(of: part.range)
    let fixIts: [Diagnostic.FixIt] =
      key.isVerbatim(part.range) && !declares
      ? near.map { [Diagnostic.FixIt("use '\($0)'", replace: location, with: $0)] } ?? [] : []
    diagnostics.report(
      ScanMessage.unknownKey(
        part.name, entity: model[place].name, near: near, isDeclared: declares),
      at: location, fixIts: fixIts)
  }

  private func check(
    _ relationship: Relationship, _ use: KeyUse, _ key: SourceLiteral, _ range: SourceRange,
    _ place: EntityPlace, _ diagnostics: inout Diagnostics
  ) {
    let (found, takes): (String, String)
    switch use {
    case .collection where !relationship.isToMany:
      (found, takes) = ("a to-one relationship", "a to-many relationship")
    case .fetched, .prefetched, .section, .value, .primitive, .collection, .updated, .keyPath:
      return
    }
    diagnostics.report(
      ScanMessage.keyKind(
        relationship.name, entity: model[place].name, found: found, takes: takes),
      at: key.location(of: range))
  }

  private func check(
    _ attribute: Attribute, _ use: KeyUse, _ key: SourceLiteral, _ range: SourceRange,
    _ place: EntityPlace, _ diagnostics: inout Diagnostics
  ) {
    let takes: String
    switch use {
    case .collection: takes = "a to-many relationship"
    case .prefetched: takes = "a relationship"
    case .fetched, .section, .value, .primitive, .updated, .keyPath: return
    }
    diagnostics.report(
      ScanMessage.keyKind(
        attribute.name, entity: model[place].name, found: "an attribute", takes: takes),
      at: key.location(of: range))
  }

  // MARK: - Values

  func check(
    _ key: SourceLiteral, value: ArgumentValue, of site: ScanSite,
    _ diagnostics: inout Diagnostics
  ) {
    let before = diagnostics.all.count
    check(key, .value, of: site, &diagnostics)
    guard diagnostics.all.count == before, case .entity(let place) = site.subject,
      site.certainty == .shown,
      case .attribute(let id)? = model.model(of: place).property(named: key.text, in: place.entity),
      case let attribute = model.model(of: place)[id], let noun = value.noun,
      !value.canBeValue(of: attribute.type)
    else { return }
    diagnostics.report(
      ScanMessage.valueType(
        key.text, entity: model[place].name, type: article(attribute.type.xmlName), found: noun),
      at: key.wholeLocation)
  }

  // MARK: - Names

  /// If the entity is not known, the key must be a property of at least one entity.
  private func checkAgainstAll(
    _ key: SourceLiteral, _ site: ScanSite, _ diagnostics: inout Diagnostics
  ) {
    guard !site.isAmongOthers, !key.isCheckedByCompiler else { return }
    for part in parts(of: key) where !isKnownAnywhere(part.name) {
      reportKeyInNoEntity(part.name, at: part.range, key, &diagnostics)
      return
    }
  }

  func reportKeyInNoEntity(
    _ name: String, at range: SourceRange, _ literal: SourceLiteral,
    _ diagnostics: inout Diagnostics
  ) {
    let near = nearName(to: name, among: model.allKeys)
    let location = literal.location(of: range)
    let fixIts: [Diagnostic.FixIt] =
      literal.isVerbatim(range)
      ? near.map { [Diagnostic.FixIt("use '\($0)'", replace: location, with: $0)] } ?? [] : []
    diagnostics.report(
      ScanMessage.keyInNoEntity(name, near: near), at: location, fixIts: fixIts)
  }

  /// Whether a model, the sources or Core Data itself declare a key.
  func isKnownAnywhere(_ name: String) -> Bool {
    name.hasPrefix("@") || model.allKeys.contains(name) || names.keys.contains(name)
      || names.modelNames.contains(name) || ScanModel.managedObjectKeys.contains(name)
      || ScanModel.historyKeys.contains(name) || name.isEmpty
  }

  /// Whether a key is one that every managed object has, and the entity has no property of its name.
  func isOfEveryObject(_ name: String, _ place: EntityPlace) -> Bool {
    ScanModel.managedObjectKeys.contains(name)
      && model.model(of: place).property(named: name, in: place.entity) == nil
  }

  /// Whether the class of an entity, or of one of its ancestors, declares a property.
  func isDeclaredProperty(_ name: String, of place: EntityPlace) -> Bool {
    let model = model.model(of: place)
    return model.lineage(of: place.entity).contains { id in
      model[id].className.map { isDeclared(name, inClass: $0) } ?? false
    }
  }

  private func isDeclared(_ name: String, inClass className: String) -> Bool {
    let simple = className.split(separator: ".").last.map(String.init) ?? className
    return names.lineage(of: simple).contains { names.properties[$0]?.contains(name) ?? false }
  }

  /// A type with its article: `an Integer 16`
  func article(_ type: String) -> String {
    "AEIO".contains(type.first ?? "x") ? "an \(type)" : "a \(type)"
  }
}

extension ArgumentValue {
  /// Whether key-value coding takes the value for an attribute of a type. `true` where that is not
  /// known.
  func canBeValue(of type: AttributeType) -> Bool {
    switch type {
    case .undefined, .transformable, .objectID, .composite: return true
    case .integer16, .integer32, .integer64, .decimal, .double, .float, .boolean:
      switch self {
      case .integer, .real, .boolean, .number, .null, .unknown: return true
      case .string, .text, .date, .data, .uuid, .url, .list, .object: return false
      }
    case .string:
      switch self {
      case .string, .text, .null, .unknown: return true
      case .integer, .real, .boolean, .number, .date, .data, .uuid, .url, .list, .object:
        return false
      }
    case .date: return isOne(of: "a Date")
    case .binary: return isOne(of: "Data")
    case .uuid: return isOne(of: "a UUID")
    case .uri: return isOne(of: "a URL")
    }
  }

  private func isOne(of noun: String) -> Bool {
    guard let own = self.noun, own != "nil" else { return true }
    return own == noun
  }
}
