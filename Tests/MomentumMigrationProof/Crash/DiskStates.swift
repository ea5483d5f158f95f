import MomentumDifferential

/// What a disk may hold after the power has failed: every prefix of the calls, and of those that nothing has
/// made lasting, any part.
///
/// The rules are those that POSIX gives (documented: fsync(2)): a file's bytes last once the file was synced,
/// a change of names once the folder was. Until then the disk may have taken them in any order. Two changes
/// of one name stay in their order, as in every file system with a journal.
struct DiskStates {
  /// The files of a folder by name.
  typealias Files = [String: [UInt8]]

  struct State {
    var files: Files
    /// For a message: after which call, and what of the rest was there.
    var description: String
    /// Whether the last call had returned.
    var isAtEnd: Bool
  }

  let recorded: FileCalls
  /// The file that each link or rename gives a name to, by the call's place: a disk that has taken the new
  /// name need not have taken the old one.
  private let named: [Int: FileCalls.File]

  init(recorded: FileCalls) {
    self.recorded = recorded
    var names = recorded.initial.mapValues(\.file)
    var named: [Int: FileCalls.File] = [:]
    for (index, call) in recorded.calls.enumerated() {
      switch call {
      case .create(let name, let file): names[name] = file
      case .rename(let old, let new):
        named[index] = names.removeValue(forKey: old)
        names[new] = named[index]
      case .link(let old, let new):
        named[index] = names[old]
        names[new] = named[index]
      case .remove(let name): names[name] = nil
      case .write, .truncate, .sync, .syncFolder: break
      }
    }
    self.named = named
  }

  /// Each state once.
  ///
  /// - Parameters:
  ///   - samples: How many random parts are taken after each call that makes something lasting.
  ///   - accepts: Gets each state, and says whether to go on.
  func visit(samples: Int, seed: UInt64, _ accepts: (State) throws -> Bool) throws {
    var dice = Dice(seed: seed, part: 31)
    var seen: Set<Int> = []
    let calls = recorded.calls
    for end in 0...calls.count {
      let pending = unsynced(before: end)
      var parts: [(String, Set<Int>)] = [("all", Set(pending))]
      // What a call makes lasting, and what a change of names shows, is decided there.
      let isDecisive = end == calls.count || Self.isDecisive(calls[end])
      if isDecisive {
        let names = Set(pending.filter { Self.changesNames(calls[$0]) })
        parts.append(("none", []))
        parts.append(("changes of names alone", names))
        parts.append(("bytes alone", Set(pending).subtracting(names)))
        for index in Self.spread(pending, 40) {
          parts.append(("all but call \(index)", Set(pending).subtracting([index])))
        }
        for index in Self.spread(pending.filter { !names.contains($0) }, 20) {
          parts.append(("names and call \(index)", names.union([index])))
        }
        for number in 0..<samples {
          let share = dice.int(10...90)
          parts.append(("random part \(number)", Set(pending.filter { _ in dice.chance(share) })))
        }
      }
      for (what, part) in parts {
        guard let files = files(before: end, pending: pending, with: part),
          seen.insert(Self.digest(files)).inserted
        else { continue }
        let state = State(
          files: files,
          description: "after call \(end) of \(calls.count), of what was not synced \(what)",
          isAtEnd: end == calls.count)
        guard try accepts(state) else { return }
      }
    }
  }

  /// A number for each content: there are too many states to keep their bytes.
  static func digest(_ files: Files) -> Int {
    var hasher = Hasher()
    for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
      hasher.combine(name)
      hasher.combine(bytes.count)
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
    return hasher.finalize()
  }

  /// At most so many, evenly.
  private static func spread(_ list: [Int], _ most: Int) -> [Int] {
    guard list.count > most else { return list }
    return (0..<most).map { list[$0 * list.count / most] }
  }

  private static func isDecisive(_ call: FileCalls.Call) -> Bool {
    switch call {
    case .sync, .syncFolder, .rename, .link, .remove: true
    case .create, .write, .truncate: false
    }
  }

  private static func changesNames(_ call: FileCalls.Call) -> Bool {
    switch call {
    case .create, .rename, .link, .remove: true
    case .write, .truncate, .sync, .syncFolder: false
    }
  }

  /// The calls before an end that the disk may not have taken.
  private func unsynced(before end: Int) -> [Int] {
    var result: [Int] = []
    for index in 0..<end {
      switch recorded.calls[index] {
      case .create, .rename, .link, .remove, .write, .truncate: result.append(index)
      case .sync(let file):
        result.removeAll { Self.file(recorded.calls[$0]) == file }
      case .syncFolder: result.removeAll { Self.changesNames(recorded.calls[$0]) }
      }
    }
    return result
  }

  private static func file(_ call: FileCalls.Call) -> FileCalls.File? {
    switch call {
    case .write(let file, _, _), .truncate(let file, _): file
    case .create, .sync, .syncFolder, .rename, .link, .remove: nil
    }
  }

  /// The files after all calls before an end, of the pending ones only those of a part.
  ///
  /// - Returns: `nil` where a change of names would come without an earlier one of the same name.
  private func files(before end: Int, pending: [Int], with part: Set<Int>) -> Files? {
    let left = Set(pending).subtracting(part)
    var names = recorded.initial.mapValues(\.file)
    var bytes: [FileCalls.File: [UInt8]] = [:]
    for entry in recorded.initial.values { bytes[entry.file] = entry.bytes }
    var missing: Set<String> = []
    for index in 0..<end {
      let call = recorded.calls[index]
      guard !left.contains(index) else {
        missing.formUnion(Self.names(call))
        continue
      }
      guard missing.isDisjoint(with: Self.names(call)) else { return nil }
      switch call {
      case .create(let name, let file): names[name] = file
      case .write(let file, let offset, let new):
        // Taken out, so that the bytes are changed in place.
        var old = bytes.removeValue(forKey: file) ?? []
        if old.count < offset + new.count {
          old += [UInt8](repeating: 0, count: offset + new.count - old.count)
        }
        old.withUnsafeMutableBytes { target in
          new.withUnsafeBytes { target[offset..<offset + new.count].copyBytes(from: $0) }
        }
        bytes[file] = old
      case .truncate(let file, let size):
        let old = bytes[file] ?? []
        bytes[file] =
          Array(old.prefix(size)) + [UInt8](repeating: 0, count: max(0, size - old.count))
      case .rename(let old, let new):
        names[old] = nil
        names[new] = named[index]
      case .link(_, let new): names[new] = named[index]
      case .remove(let name): names[name] = nil
      case .sync, .syncFolder: break
      }
    }
    return names.mapValues { bytes[$0] ?? [] }
  }

  private static func names(_ call: FileCalls.Call) -> Set<String> {
    switch call {
    case .create(let name, _), .remove(let name): [name]
    case .rename(let old, let new): [old, new]
    // The old name stays as it is.
    case .link(_, let new): [new]
    case .write, .truncate, .sync, .syncFolder: []
    }
  }
}
