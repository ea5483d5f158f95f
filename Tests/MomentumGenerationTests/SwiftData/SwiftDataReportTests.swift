import Foundation
import Momentum
import MomentumCodegen
import MomentumDiagnostics
import MomentumModel
import MomentumTestSupport
import Testing

/// `@Model` classes, what the report says of them, and whether they compile.
@Suite(.tags(.compiles)) struct SwiftDataReportTests {
  @Test(arguments: CaseFile.all(in: "SwiftData")) func caseIsCurrent(_ file: CaseFile) throws {
    let text = SwiftDataSample.text(try #require(file["model"]))
    let sample = try #require(SwiftDataSample(text))
    let report = try #require(sample.report)
    // Two lines at the top of each file are the same.
    let classes = sample.files.map { file in
      file.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(3)
        .dropLast().joined(separator: "\n")
    }
    try file.expect([
      ("swift", classes.joined(separator: "\n\n")), ("report", String(report.text.dropLast())),
    ])
  }

  /// One run of the compiler: the classes of each case are members of a schema.
  @Test(.enabled(if: SwiftDataStub.isPossible, SwiftDataStub.reason))
  func casesCompile() throws {
    var files: [(name: String, text: String)] = []
    let cases = CaseFile.all(in: "SwiftData")
    #expect(cases.count >= 8)
    for (index, file) in cases.enumerated() {
      let text = SwiftDataSample.text(try #require(file["model"]))
      let sample = try #require(SwiftDataSample(text, schema: "Case\(index)"))
      files += sample.files.map { ("Case\(index)_\($0.name)", $0.text) }
    }
    files.append(("App.swift", SwiftDataStub.appClasses(for: files.map(\.text))))
    let output = try SwiftDataStub.typeCheck(files)
    #expect(output == "", "\(output)")
  }

  /// The stand-in is no rubber stamp: what Apple's macros refuse, it refuses.
  @Test(
    .enabled(if: SwiftDataStub.isPossible, SwiftDataStub.reason),
    arguments: [
      (
        "@Relationship(inverse: \\B.a) var bs: [B] = []", "@Relationship(inverse: \\A.bs) var a: A?"
      ),
      ("var any: NSObject?", "var a: A?"), ("#Unique<A>([\\.none])", "var a: A?"),
      ("@Attribute(.transformable(by: NSObject.self)) var x: NSObject?", "var a: A?"),
      ("#Unique<A>([\\.id])\n#Unique<A>([\\.id])", "var a: A?"),
      ("@Relationship(inverse: \\A.a) var a: A?", "var x: Int?"),
    ])
  func theStubRefusesWhatAppleRefuses(_ first: String, _ second: String) throws {
    let text = """
      import Foundation
      import SwiftData
      @Model final class A {
        \(first)
        init() {}
      }
      @Model final class B {
        \(second)
        init() {}
      }
      """
    #expect(try SwiftDataStub.typeCheck([("A.swift", text)]) != "")
  }

}
