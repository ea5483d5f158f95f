import MomentumDiagnostics
import MomentumModel
import MomentumSwiftSource

extension TypeMapping {
  // MARK: - Structs

  func structure(
    _ record: SwiftDataSources.TypeRecord, _ chain: [SwiftDataSources.TypeRecord]
  ) -> StoredType {
    let members = record.declaration.members
    if members.contains(where: StoredMembers.isPattern) {
      return .unobserved(
        .undefined, "'\(record.name)', which declares several properties in one pattern,")
    }
    var composite = StoredType.Composite(
      name: record.name, elements: [], userInfo: [], location: sources.location(record))
    // A constant with an initial value is not decoded, so it is not stored.
    let stored = members.filter {
      StoredMembers.isStored($0) && !($0.isConstant && $0.value != nil)
    }
    for variants in Variants.of(stored) {
      guard let type = element(variants.first, of: record, chain) else {
        return .unobserved(
          .undefined,
          "'\(record.name)', whose property '\(variants.first.name)' has no type in the source,")
      }
      composite.elements.append(StoredType.Element(name: variants.first.name, type: type))
      composite.doubts += doubts(variants, of: record) {
        element($0, of: record, chain)?.form == type.form
      }
      for member in variants.all {
        for attribute in member.attributes where !StoredMembers.isPlain(attribute) {
          composite.doubts.append(
            StoredType.Doubt(
              kind: .wrapped("\(record.name).\(member.name)", by: attribute.name),
              location: sources.location(record.file, member)))
        }
      }
    }
    return .composite(composite)
  }

  private func element(
    _ member: SwiftDeclaration, of record: SwiftDataSources.TypeRecord,
    _ chain: [SwiftDataSources.TypeRecord]
  ) -> StoredType? {
    let place = Place(scope: record.path, file: record.file)
    guard
      let found = PropertyType.find(
        member, in: sources.tokens(record.file), sources: sources, at: place)
    else { return nil }
    let inner = resolve(found.type, at: found.place)
    return stored(inner.type, named: member.name, at: inner.place, inside: chain)
  }

  /// The doubts about a part of a struct or enum that depends on `#if`; empty for a part outside of
  /// any `#if`.
  private func doubts(
    _ variants: Variants, of record: SwiftDataSources.TypeRecord,
    isSame: (SwiftDeclaration) -> Bool
  ) -> [StoredType.Doubt] {
    guard let condition = variants.first.conditions.first else { return [] }
    let name = "\(record.name).\(variants.first.name)"
    let text = BuildCondition.text(of: condition)
    let location = sources.location(record.file, variants.first)
    if variants.all.dropFirst().contains(where: { !isSame($0) }) {
      return [StoredType.Doubt(kind: .differing(name, condition: text), location: location)]
    }
    return variants.isInEachBuild
      ? [] : [StoredType.Doubt(kind: .conditional(name, condition: text), location: location)]
  }

  // MARK: - Enums

  func enumeration(
    _ record: SwiftDataSources.TypeRecord, named name: String, isInside: Bool
  ) -> StoredType {
    switch RawValues.of(record, in: sources) {
    case .none: return cases(of: record, isInside: isInside)
    case .unobserved:
      return .unobserved(.undefined, "'\(record.name)', an enum with raw values of its own type,")
    case .unknown(let type): return .unknown(type)
    case .library(let raw):
      guard !isInside else {
        return .unobserved(
          LibraryTypes.scalars[raw] ?? .undefined, "an enum with raw values inside a struct")
      }
      guard let type = LibraryTypes.scalars[raw] else {
        return .unobserved(
          LibraryTypes.unobserved[raw] ?? .undefined, "an enum with raw values of '\(raw)'")
      }
      // The hash does not depend on the cases, so they may be inside an `#if`.
      return .composite(
        StoredType.Composite(
          name: record.name,
          elements: [StoredType.Element(name: name, type: .scalar(type))],
          userInfo: [UserInfoEntry(key: "EnumType", value: "true")],
          location: sources.location(record)))
    }
  }

  private func cases(of record: SwiftDataSources.TypeRecord, isInside: Bool) -> StoredType {
    let cases = record.declaration.members.filter { $0.kind == .enumCase }
    guard cases.allSatisfy({ $0.parameters == nil }) else {
      return .unobserved(.undefined, "'\(record.name)', an enum whose cases have values,")
    }
    guard !isInside else {
      return .unobserved(.undefined, "'\(record.name)', an enum inside a struct,")
    }
    let variants = Variants.of(cases)
    return .composite(
      StoredType.Composite(
        name: record.name,
        elements: variants.map {
          StoredType.Element(name: $0.first.name, type: .scalar(.string))
        },
        userInfo: [
          UserInfoEntry(key: "EnumType", value: "true"),
          UserInfoEntry(key: "enum", value: variants.map(\.first.name).joined(separator: ",")),
        ],
        location: sources.location(record),
        doubts: variants.flatMap { doubts($0, of: record) { _ in true } }))
  }
}
