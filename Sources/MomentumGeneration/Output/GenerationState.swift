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

  /// What a run's stamp is: the state with what was made from it.
  func stamp(_ entries: [OutputManifest.Entry]) -> ContentHash {
    let lines = entries.map { "\($0.hash?.text ?? "once") \($0.path)" }
    return ContentHash(([inputs.text] + lines).joined(separator: "\n"))
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

/// `.momentum-stamp` in an output folder: by which a run finds that there is nothing to do.
///
/// Of one machine and one build of the tool, so not for version control. Without it, or with a broken one,
/// a run only takes longer.
struct GenerationStamps {
  static let fileName = ".momentum-stamp"

  /// By the hash of the model's name.
  private var stamps: [String: String] = [:]

  init(_ bytes: [UInt8]) {
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n").prefix(10_000) {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 2, words.allSatisfy({ ContentHash(stated: $0) != nil }) else { continue }
      stamps[words[0]] = words[1]
    }
  }

  func hasStamp(_ stamp: ContentHash, of model: String) -> Bool {
    stamps[ContentHash(model).text] == stamp.text
  }

  mutating func set(_ stamp: ContentHash, of model: String) {
    stamps[ContentHash(model).text] = stamp.text
  }

  var text: String {
    stamps.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }.joined()
  }
}
