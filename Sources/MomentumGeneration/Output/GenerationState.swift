import Foundation
import MomentumDiagnostics
public import MomentumModelFiles

/// All that decides what a run produces: the model's bytes, the settings and the tool.
public struct GenerationState: Sendable, Hashable {
  private let inputs: ContentHash

  /// `nil` where it cannot be told which tool this is; then nothing is taken for known.
  ///
  /// - Parameters:
  ///   - kind: What the tool makes of the model; two kinds of output differ in it.
  public init?(
    _ model: LoadedModelFile, name: String, settings: GenerationSettings, kind: String
  ) {
    guard let tool = Self.tool else { return nil }
    let parts = [
      tool, kind, name, model.versionName, settings.fingerprint,
      ContentHash(model.contents.utf8).text,
    ]
    inputs = ContentHash(parts.map { "\($0.utf8.count):\($0)" }.joined(separator: "\n"))
  }

  /// What a run's stamp is: the state, what was made from it, and how the files lie on the disk.
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

  /// This very executable: a version number would stay the same while its code is worked on.
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

/// A file as the file system keeps its books on it: any change of its bytes changes the mark, unless it comes
/// within a tick of the clock.
struct FileMark: Sendable, Hashable {
  private let words: [Int64]
  /// When the file was last changed, its name and rights too, in nanoseconds.
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

  /// Whether every later change of the file would leave another date than this one, where the mark was taken
  /// at `time` or after it.
  ///
  /// A file system dates by the tick of its clock. The slowest tick of Linux takes 10 ms; file systems without
  /// fractions of a second date by seconds, FAT by two.
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

/// `.momentum-stamp` in an output folder: by which a run finds that there is nothing to do.
///
/// Of one machine and one build of the tool, so not for version control. Without it, or with a broken one,
/// a run only takes longer.
struct GenerationStamps {
  static let fileName = ".momentum-stamp"

  struct Stamp: Sendable, Hashable {
    var hash: ContentHash
    /// When the files were looked at, in nanoseconds.
    var time: Int64
  }

  /// By the hash of the model's name.
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
