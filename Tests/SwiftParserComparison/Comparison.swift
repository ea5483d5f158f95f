import MomentumDiagnostics
import MomentumSwiftSource

/// Prints what differs and how much was compared; whether nothing differs.
func compare(_ files: [Options.File], _ options: Options) -> Bool {
  var counts: [String: Int] = [:]
  var differences: [String: [(path: String, text: String)]] = [:]
  var differing: [String: Int] = [:]
  var skipped: [String] = []
  var lines = 0
  var bytes = 0
  for file in files {
    guard let theirs = ToolchainFacts(file.bytes) else {
      skipped.append(file.path)
      continue
    }
    lines += file.bytes.count { $0 == UInt8(ascii: "\n") }
    bytes += file.bytes.count
    let ours = OurFacts(file.bytes)
    for fact in theirs.facts { counts[fact.kind, default: 0] += 1 }
    var balance: [Fact: Int] = [:]
    for fact in theirs.facts { balance[fact, default: 0] += 1 }
    for fact in ours.facts { balance[fact, default: 0] -= 1 }
    let source = SourceFile(path: file.path, utf8: file.bytes)
    for (fact, count) in balance.filter({ $0.value != 0 }).sorted(by: { $0.key < $1.key }) {
      differing[file.path, default: 0] += 1
      let place = SourceLocation(source, SourceRange(fact.start, fact.end))
      let text = source.text(in: SourceRange(fact.start, min(fact.end, fact.start + 60)))
      let mark = count > 0 ? "missing" : "surplus"
      differences[fact.kind, default: []].append(
        (
          file.path,
          "\(file.path):\(place.line):\(place.column): \(mark) '\(fact.name.prefix(80))' "
            + "\(fact.start)..<\(fact.end) \(text.split(separator: "\n").joined(separator: "⏎"))"
        ))
    }
  }
  for (kind, list) in differences.sorted(by: { $0.key < $1.key }) {
    print("\(kind): \(list.count) differences")
    for item in list.prefix(options.shownMax) { print("  " + item.text) }
  }
  if options.listsFiles {
    for path in skipped { print("left out: \(path)") }
    for (path, count) in differing.sorted(by: { $0.key < $1.key }) { print("\(count)\t\(path)") }
  }
  let kinds = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
  print(kinds.joined(separator: ", "))
  print(
    "\(files.count - skipped.count) files, \(lines) lines, \(bytes) bytes, "
      + "\(counts.values.reduce(0, +)) facts; \(differences.values.reduce(0) { $0 + $1.count }) "
      + "differences in \(differing.count) files; \(skipped.count) files left out")
  return differences.isEmpty
}
