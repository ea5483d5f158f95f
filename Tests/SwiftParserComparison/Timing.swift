import MomentumDiagnostics
import MomentumSwiftSource
import SwiftParser
import SwiftSyntax

/// Reads all files by both parsers, one thread each.
func time(_ files: [Options.File]) {
  let clock = ContinuousClock()
  let files = files.map(\.bytes)
  let bytes = files.reduce(0) { $0 + $1.count }
  var count = 0
  for round in 1...3 {
    let lexed = clock.measure {
      for bytes in files { count += SwiftTokens(SourceFile(path: "", utf8: bytes)).all.count }
    }
    let ours = clock.measure {
      for bytes in files {
        count += SwiftFile(SourceFile(path: "", utf8: bytes)).declarations.count
      }
    }
    let deep = clock.measure {
      for bytes in files {
        SwiftFile(SourceFile(path: "", utf8: bytes)).forEachDeclaration { _ in count += 1 }
      }
    }
    let theirs = clock.measure {
      for bytes in files {
        count += bytes.withUnsafeBufferPointer { Parser.parse(source: $0).statements.count }
      }
    }
    print("round \(round): \(bytes) bytes; tokens \(lexed), declarations \(ours), deep \(deep),")
    print("  the toolchain's parser \(theirs)")
  }
  // The count keeps the work from being removed.
  print(count > 0 ? "" : "no declarations")
}
