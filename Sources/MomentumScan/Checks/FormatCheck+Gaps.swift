import MomentumDiagnostics
import MomentumModel
import MomentumPredicate

// Checks the interpolations of a format.

extension FormatCheck {
  /// Reports each interpolation whose text is not known. All findings have the same repair, since
  /// each repaired interpolation adds an argument to the same call.
  mutating func reportGaps() {
    let repair = gapRepair()
    for (index, gap) in gaps.unknown.enumerated() where !gap.argument.isConstant {
      let message: ScanMessage =
        gap.isQuoted
        ? .quotedInterpolation
        : gap.isCondition
          ? .interpolatedCondition : .interpolation(conversion(for: gap).sign)
      diagnostics.report(
        message, at: gap.location,
        fixIts: index == gaps.unknown.firstIndex { !$0.argument.isConstant }
          ? repair.map { [$0] } ?? [] : [])
    }
  }

  /// The conversion that replaces an interpolation, and the argument to pass for it: `%ld` and
  /// `count` for `\(count)`.
  private func conversion(for gap: FormatGaps.Gap) -> (sign: String, argument: String) {
    let text = gap.argument.text
    if gap.isKey { return ("%K", text) }
    switch gap.argument.value {
    case .integer: return gap.isQuoted ? ("%@", "String(\(text))") : ("%ld", text)
    case .real: return gap.isQuoted ? ("%@", "String(\(text))") : ("%f", text)
    case .boolean: return ("%@", "NSNumber(value: \(text))")
    case .string, .text, .null, .date, .data, .uuid, .url, .number, .list, .object, .unknown:
      return ("%@", text)
    }
  }

  /// The repair of all interpolations: an edit from the first of them to the end of the call, which
  /// writes conversions and arguments. `nil` if one of them cannot be repaired.
  private func gapRepair() -> Diagnostic.FixIt? {
    guard let first = gaps.unknown.first, case .list(let arguments) = site.arguments,
      site.language == .swift, gaps.unknown.count == site.format.gaps.count,
      let end = literalEnd
    else { return nil }
    let file = first.location.file
    // `places`: the offset of each conversion and interpolation in the file, with its argument.
    // Sorted by offset, the texts are the new arguments of the call.
    var places: [(offset: Int, text: String)] = []
    var edits: [(range: SourceRange, sign: String)] = []
    for gap in gaps.unknown {
      if gap.isQuoted && !gap.isWholeText || gap.isCondition || isDoubtful(gap) { return nil }
      let (sign, argument) = conversion(for: gap)
      var range = gap.location.range
      if gap.isQuoted { range = SourceRange(range.start - 1, range.end + 1) }
      edits.append((range, sign))
      places.append((range.start, argument))
    }
    guard conversions.count == arguments.count else { return nil }
    for ((_, conversion), argument) in zip(conversions, arguments) {
      places.append((literal.location(of: conversion.range).range.start, argument.text))
    }
    places.sort { $0.offset < $1.offset }
    var text = ""
    var copied = edits[0].range.start
    for edit in edits {
      text += file.text(in: SourceRange(copied, edit.range.start)) + edit.sign
      copied = edit.range.end
    }
    text += file.text(in: SourceRange(copied, end))
    text += places.map { ", \($0.text)" }.joined()
    return Diagnostic.FixIt(
      "give the \(gaps.unknown.count == 1 ? "value as an argument" : "values as arguments")",
      replace: SourceLocation(file, SourceRange(edits[0].range.start, site.end.range.start)),
      with: text)
  }

  /// Whether a value of unknown type is compared with a number: it may need `%@` or `%ld`, and a
  /// wrong conversion, such as `%@` for an `Int`, crashes the program.
  private func isDoubtful(_ gap: FormatGaps.Gap) -> Bool {
    guard case .unknown = gap.argument.value, !gap.isQuoted, !gap.isKey, let entity else {
      return false
    }
    for pair in asked.pairs {
      guard let range = asked.conversions[pair.argument]?.range, let index = self.gap(at: range),
        gaps.unknown[index].location == gap.location
      else { continue }
      var ignored = Diagnostics()
      let resolved = KeyPathResolver(model: checker.model.model(of: entity)).resolve(
        pair.components.compactMap(\.keyName).map { KeyPathResolver.Key($0) }, from: entity.entity,
        &ignored)
      guard case .attribute(let type)? = resolved?.type else { continue }
      switch type {
      case .integer16, .integer32, .integer64, .decimal, .double, .float, .boolean: return true
      case .undefined, .string, .date, .binary, .uuid, .uri, .transformable, .objectID, .composite:
        continue
      }
    }
    return false
  }

  /// The end of the format's literal, if the format is one literal in the file of the call;
  /// otherwise `nil`.
  private var literalEnd: Int? {
    let place = site.format.location
    let range = place.range
    guard place.file.path == site.end.file.path,
      gaps.unknown.allSatisfy({
        $0.location.file.path == place.file.path && range.start <= $0.location.range.start
          && $0.location.range.end <= range.end
      }), range.end <= site.end.range.start
    else { return nil }
    return range.end
  }
}
