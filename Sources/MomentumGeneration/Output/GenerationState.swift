import Foundation
import MomentumDiagnostics
package import MomentumModelFiles

/// Everything that determines the output of a run: the model's bytes, the settings and the tool.
package struct GenerationState: Sendable, Hashable {
  private let inputs: ContentHash

  /// Fails if the running executable cannot be found: then no previous output can be trusted, and
  /// every run does all its work.
  ///
  /// - Parameters:
  ///   - kind: The kind of output; two kinds made from one model have different states.
  package init?(
    _ model: LoadedModelFile, name: String, settings: GenerationSettings, kind: String
  ) {
    guard let tool = Self.tool else { return nil }
    let parts = [
      tool, kind, name, model.versionName, settings.fingerprint,
      ContentHash(model.contents.utf8).text,
    ]
    inputs = ContentHash(parts.map { "\($0.utf8.count):\($0)" }.joined(separator: "\n"))
  }

  /// The stamp of a run: a hash of the state, the files made, and their sizes and dates on the
  /// disk.
  func stamp(_ entries: [OutputManifest.Entry], _ marks: [FileMark]) -> ContentHash {
    var bytes = Array(inputs.text.utf8)
    for (entry, mark) in zip(entries, marks) {
      bytes += entry.path.utf8
      bytes.append(0)
      bytes += (entry.hash?.text ?? "once").utf8
      mark.append(to: &bytes)
    }
    return ContentHash(bytes)
  }

  /// The device, file number, size and date of this executable. A version number would not change
  /// while a developer changes the code.
  private static let tool: String? = {
    guard let path = Bundle.main.executablePath else { return nil }
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return "\(status.st_dev) \(status.st_ino) \(status.st_size) \(time.tv_sec) \(time.tv_nsec)"
  }()
}

/// The size and dates of a file in the file system. Any change of the file's bytes changes the
/// mark, unless it happens within the same tick of the clock.
struct FileMark: Sendable, Hashable {
  private let words: [Int64]
  /// The time of the last change of the file, its name or its rights, in nanoseconds.
  let changed: Int64

  init(_ status: stat) {
    #if canImport(Darwin)
      let (written, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (written, changed) = (status.st_mtim, status.st_ctim)
    #endif
    self.changed = Self.nanoseconds(changed)
    words = [
      Int64(truncatingIfNeeded: status.st_dev), Int64(truncatingIfNeeded: status.st_ino),
      Int64(truncatingIfNeeded: status.st_size), Self.nanoseconds(written), self.changed,
    ]
  }

  /// Whether every change of the file after its mark was taken, at `time` or later, also changes
  /// its date. If not, a change within the same tick of the clock would go unnoticed.
  ///
  /// File systems round dates to a tick. The slowest tick of Linux takes 10 ms; file systems
  /// without fractions of a second round to seconds, FAT to two seconds.
  func isSure(at time: Int64) -> Bool {
    let isWholeSecond = changed % 1_000_000_000 == 0
    return changed < time &- (isWholeSecond ? 4_000_000_000 : 40_000_000)
  }

  static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000
      &+ Int64(truncatingIfNeeded: time.tv_nsec)
  }

  func append(to bytes: inout [UInt8]) {
    for word in words { withUnsafeBytes(of: word.littleEndian) { bytes += $0 } }
  }
}

/// The file `.momentum-stamp` in an output folder, by which a run finds that its output is up to
/// date.
///
/// The file is valid for one machine and one build of the tool, so it does not belong in version
/// control. If it is missing or broken, a run only takes longer.
struct GenerationStamps {
  static let fileName = ".momentum-stamp"

  struct Stamp: Sendable, Hashable {
    var hash: ContentHash
    /// The time when the files' marks were taken, in nanoseconds.
    var time: Int64
  }

  /// The stamp of each model, by the hash of the model's name.
  private var stamps: [String: Stamp] = [:]

  init(_ bytes: [UInt8]) {
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n").prefix(10_000) {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 3, let model = ContentHash(stated: words[0]),
        let hash = ContentHash(stated: words[1]), let time = Int64(words[2])
      else { continue }
      stamps[model.text] = Stamp(hash: hash, time: time)
    }
  }

  subscript(model: String) -> Stamp? {
    get { stamps[ContentHash(model).text] }
    set { stamps[ContentHash(model).text] = newValue }
  }

  var text: String {
    stamps.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.hash.text) \($0.value.time)\n" }
      .joined()
  }
}
