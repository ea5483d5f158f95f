package import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
package import MomentumScan
import MomentumSwiftSource

extension PropertyRename {
  /// The edits of source files: texts that name the property, its declaration in the class of the
  /// entity, and uses such as `venue.name` where the sources say that `venue` is of the entity.
  ///
  /// - Parameter sites: The sites of each file of the scan, whose only model is that of the
  ///   property.
  package func sourceEdits(_ scan: SourceScan, _ sites: [[ScanSite]]) -> [Diagnostic.FixIt] {
    var edits: [Diagnostic.FixIt] = []
    // The scan reports a constant once for each file that uses it. Keep one edit for a place: two edits of
    // the same bytes would write the new name twice.
    var seen: Set<SourceLocation> = []
    for edit in sites.joined().flatMap(edits(of:)) where seen.insert(edit.location).inserted {
      edits.append(edit)
    }
    for edit in memberUses(scan).compactMap(edit(of:)) where seen.insert(edit.location).inserted {
      edits.append(edit)
    }
    return edits + scan.files.map(\.source).flatMap(declarationEdits)
  }

  /// The places that may name the property, but the sources do not say whether they do: members of
  /// objects of unknown type, and formats with values interpolated into them.
  ///
  /// - Parameter edits: The edits of the sources; their places are left out.
  package func openPlaces(
    _ scan: SourceScan, _ sites: [[ScanSite]], edits: [Diagnostic.FixIt]
  ) -> [SourceLocation] {
    var places: [SourceLocation] = memberUses(scan).filter { $0.subject == .unknown }
      .map(\.location)
    for site in sites.joined() {
      guard let literal = site.literal, literal.text.contains(name) else { continue }
      switch site.subject {
      case .unknown: places.append(literal.location)
      case .entity(let place) where !literal.gaps.isEmpty && isRelated(place.entity):
        places.append(literal.location)
      case .entity, .declaredInCode, .foreign: break
      }
    }
    let edited = Set(edits.map(\.location))
    let isEdited = { (place: SourceLocation) in
      edited.contains {
        $0.file.path == place.file.path && $0.range.start >= place.range.start
          && $0.range.end <= place.range.end
      }
    }
    return Set(places).filter { !isEdited($0) }.sorted {
      ($0.file.path, $0.range.start) < ($1.file.path, $1.range.start)
    }
  }

  /// Whether an entity has the property, or leads to one that has it.
  private func isRelated(_ other: EntityID) -> Bool {
    isRenamed(lookedUpIn: other)
      || model.relationships(of: other).contains { isRenamed(lookedUpIn: model[$0].destination) }
  }

  private var accessors: AccessorNames {
    AccessorNames(from: name, to: newName, isToMany: isToMany)
  }

  private func memberUses(_ scan: SourceScan) -> [MemberUse] {
    let swift = Set(accessors.swift.keys)
    let objectiveC = Set(accessors.objectiveC.keys)
    return scan.files.indices.flatMap {
      scan.memberUses(of: swift, objectiveC: objectiveC, in: $0)
    }
  }

  private func edit(of use: MemberUse) -> Diagnostic.FixIt? {
    guard case .entity(let place) = use.subject, isRenamed(lookedUpIn: place.entity) else {
      return nil
    }
    let isSwift = use.location.file.path.hasSuffix(".swift")
    guard let new = (isSwift ? accessors.swift : accessors.objectiveC)[use.name] else { return nil }
    return edit(use.location, from: use.name, to: new)
  }

  private func edits(of site: ScanSite) -> [Diagnostic.FixIt] {
    guard case .entity(let place) = site.subject else { return [] }
    switch site.kind {
    case .predicate(let format):
      return edits(in: format.format, of: place.entity, isExpression: false)
    case .expression(let format):
      return edits(in: format.format, of: place.entity, isExpression: true)
    case .sortKey(let key, _), .key(let key, _), .valueForKey(let key, _):
      return edits(inKey: key, of: place.entity)
    case .entityName, .template, .sortBlock: return []
    }
  }

  // MARK: - Texts

  private func edits(
    in format: SourceLiteral, of owner: EntityID, isExpression: Bool
  ) -> [Diagnostic.FixIt] {
    // An interpolation may be any text, so the format cannot be parsed.
    guard format.gaps.isEmpty else { return [] }
    let source = SourceFile(path: format.location.file.path, text: format.text)
    return uses(in: source, of: owner, isExpression: isExpression).compactMap { use in
      edit(
        format.location(of: use.range), from: source.text(in: use.range),
        to: replacement(for: use, in: source))
    }
  }

  /// The edits of a key path outside a format: `address.city`; `@count` is left out.
  private func edits(inKey key: SourceLiteral, of owner: EntityID) -> [Diagnostic.FixIt] {
    guard key.gaps.isEmpty else { return [] }
    var entity: EntityID? = owner
    var start = 0
    var edits: [Diagnostic.FixIt] = []
    for (index, part) in key.text.split(separator: ".", omittingEmptySubsequences: false)
      .enumerated()
    {
      let name = String(part)
      let range = SourceRange(start, start + name.utf8.count)
      start = range.end + 1
      if name.hasPrefix("@") { continue }
      guard let place = entity, let property = model.property(named: name, in: place) else { break }
      if name == self.name, isRenamed(lookedUpIn: place) {
        let location = key.location(of: range)
        if let edit = edit(location, from: name, to: newName)
          ?? edit(partOf: key, index: index, location)
        {
          edits.append(edit)
        }
      }
      entity = if case .relationship(let id) = property { model[id].destination } else { nil }
    }
    return edits
  }

  /// The edit of a name; `nil` if the file does not have the old text at the place, because the
  /// literal has escapes.
  private func edit(
    _ location: SourceLocation, from old: String, to new: String
  ) -> Diagnostic.FixIt? {
    guard location.file.text(in: location.range) == old else { return nil }
    return Diagnostic.FixIt("rename", replace: location, with: new)
  }

  /// The edit of one name in `#keyPath(Person.address.city)` or `\Person.address.city`. Its
  /// location covers the whole key path, whose last names are the parts of the key.
  private func edit(
    partOf key: SourceLiteral, index: Int, _ whole: SourceLocation
  ) -> Diagnostic.FixIt? {
    let tokens = SwiftTokens(whole.file, in: whole.range.start..<whole.range.end)
    let names = tokens.all.indices.filter {
      [.identifier, .quotedIdentifier].contains(tokens.all[$0].kind)
    }
    let count = key.text.split(separator: ".").count
    guard names.count >= count, index < count else { return nil }
    let token = names[names.count - count + index]
    guard tokens.name(token) == name else { return nil }
    return Diagnostic.FixIt("rename", replace: tokens.location(token..<token + 1), with: newName)
  }

  // MARK: - Declarations

  /// The edits of the declarations of the property and of its accessors, in the entity's class or
  /// an extension of it.
  private func declarationEdits(_ source: SourceFile) -> [Diagnostic.FixIt] {
    guard source.path.hasSuffix(".swift") else { return [] }
    let file = SwiftFile(source)
    let className = model[entity].className ?? model[entity].name
    // `Shop.Venue` and `.Venue` are the class Venue.
    let bare = className.split(separator: ".").last.map(String.init) ?? className
    return file.declarations.filter { declaration in
      [.class, .extension].contains(declaration.kind) && declaration.name == bare
    }.flatMap(\.members).flatMap { declarationEdits(of: $0, in: file.tokens) }
  }

  /// The edits of one declaration: its name, and the parts of the selector in an
  /// `@objc(addPlacesObject:)` before it.
  private func declarationEdits(
    of member: SwiftDeclaration, in tokens: SwiftTokens
  ) -> [Diagnostic.FixIt] {
    let isRuntimeName =
      member.attribute("NSManaged") != nil
      || member.kind == .function && member.attribute("objc") != nil
    guard [.variable, .function].contains(member.kind), isRuntimeName,
      let new = accessors.swift[member.name]
    else { return [] }
    let selector = (member.tokens.lowerBound..<member.nameToken).compactMap { index in
      accessors.objectiveC[tokens.name(index)].map { (index, $0) }
    }
    return (selector + [(member.nameToken, new)]).map { index, text in
      Diagnostic.FixIt("rename", replace: tokens.location(index..<index + 1), with: text)
    }
  }
}

extension ScanSite {
  /// The text of the site that may name properties; `nil` for a site without such a text.
  fileprivate var literal: SourceLiteral? {
    switch kind {
    case .predicate(let format), .expression(let format): format.format
    case .sortKey(let key, _), .key(let key, _), .valueForKey(let key, _): key
    case .entityName, .template, .sortBlock: nil
    }
  }
}
