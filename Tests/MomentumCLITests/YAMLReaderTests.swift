import Foundation
import MomentumTestSupport
import Testing

@testable import MomentumCLI

/// The reader of YAML that other tests rely on.
@Suite(.tags(.processes)) struct YAMLReaderTests {
  private static let sample = """
    # a comment
    name: Data model
    on: [push, pull_request]
    empty: ''
    quoted: 'it''s'   # after a quote
    double: "a \\"b\\""
    steps:
      - uses: a/b@v4
        with:
          depth: 0 # all
      - name: two
        run: |
          if true; then
            echo "a: b" # kept
          fi

      - plain
    flat:
    - one
    - two: 2
      three: 3
    folded: >-
      a
      b

    """

  private static let texts = [
    sample, SetupTexts.workflow, SetupTexts.gitLabJob, SetupTexts.hooks(hasSwiftData: true),
  ]

  @Test func aDocumentIsRead() throws {
    expectText(
      try YAMLValue(Self.sample).json,
      #"{"double": "a \"b\"", "empty": "", "flat": ["one", {"three": "3", "two": "2"}], "folded": "a b", "name": "Data model", "on": ["push", "pull_request"], "quoted": "it's", "steps": [{"uses": "a/b@v4", "with": {"depth": "0"}}, {"name": "two", "run": "if true; then\n  echo \"a: b\" # kept\nfi\n"}, "plain"]}"#
    )
  }

  @Test(arguments: [
    "a: b: c\n", "a:\n\tb: c\n", "a: 1\na: 2\n", "a: 'b\n", "a: *b\n", "a: [b\n", "a:\n",
    "a: b\n  c: d\n",
    "a: {b: c}\n", "- a\nb: c\n", "a: b \n", "", "a: `b`\n", "a: \"\\x\"\n", "a: 'b' c\n",
  ])
  func whatIsNoYAMLOrUnknownIsRefused(text: String) {
    #expect(throws: YAMLValue.Failure.self) { try YAMLValue(text) }
  }

  private static let hasPyYAML = python(["-c", "import yaml"], "") != nil

  /// The output of a Python program; `nil` if it fails.
  private static func python(_ arguments: [String], _ input: String) -> String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3"] + arguments
    let (entry, exit) = (Pipe(), Pipe())
    process.standardInput = entry
    process.standardOutput = exit
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    entry.fileHandleForWriting.write(Data(input.utf8))
    try? entry.fileHandleForWriting.close()
    let output = exit.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: output, as: UTF8.self) : nil
  }

  /// Another reader reads the same.
  @Test(.enabled(if: hasPyYAML, "there is no PyYAML"), arguments: texts)
  func pythonReadsTheSame(text: String) throws {
    let program = """
      import json, sys, yaml
      print(json.dumps(yaml.load(sys.stdin, yaml.BaseLoader), sort_keys=True, ensure_ascii=False), end="")
      """
    expectText(try YAMLValue(text).json, try #require(Self.python(["-c", program], text)))
  }
}
