import MomentumDiagnostics
import MomentumJSONRPC
import MomentumTestSupport
import Testing

/// Damaged input: each conversation ends, and everything that is written is a message.
@Suite(.tags(.random)) struct RPCMutationTests {
  private static let calls = [
    #"{"jsonrpc":"2.0","id":1,"method":"echo","params":{"a":[1,2.5,null,true,"é\n"]}}"#,
    #"{"jsonrpc":"2.0","method":"changed","params":[]}"#,
    #"[{"jsonrpc":"2.0","id":2,"method":"count"},{"jsonrpc":"2.0","method":"changed"}]"#,
    #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#,
    #"{"jsonrpc":"2.0","id":3,"result":{}}"#, #"{"jsonrpc":"2.0","id":"x","method":"fail"}"#,
  ]

  private static func conversation(_ framing: MessageFraming) -> [UInt8] {
    calls.flatMap { framing.framed($0) }
  }

  private static func check(_ input: [UInt8], _ framing: MessageFraming, chunk: Int) async {
    var options = RPCOptions.test
    options.framing = framing
    options.limits = MessageLimits(messageBytesMax: 2000, headerBytesMax: 200)
    let chunks = stride(from: 0, to: input.count, by: chunk).map {
      Array(input[$0..<min($0 + chunk, input.count)])
    }
    let channel = MemoryChannel(chunks)
    channel.close()
    let ending = await RPCConnection(channel, options).run(EchoHandler())
    let shown = String(decoding: input, as: UTF8.self)
    #expect(ending == .inputEnded || ending == .stopped, "\(shown.debugDescription)")
    var reader = FrameReader(framing)
    reader.append(Array(channel.output.utf8))
    while let piece = reader.next() {
      guard case .message(let bytes) = piece else {
        Issue.record("a damaged message was written for \(shown.debugDescription)")
        return
      }
      let inputs =
        switch RPCFrame(bytes) {
        case .single(let one): [one]
        case .batch(let all): all
        }
      for input in inputs {
        guard case .message(.response) = input else {
          Issue.record("no response was written for \(shown.debugDescription)")
          return
        }
      }
    }
    #expect(reader.finish() == nil, "\(shown.debugDescription)")
  }

  @Test(arguments: [MessageFraming.headers, .lines])
  func inputThatEndsAtAnyByte(framing: MessageFraming) async {
    for prefix in Mutations.prefixes(of: Self.conversation(framing)).thinned(to: 100) {
      await Self.check(prefix, framing, chunk: 1000)
    }
  }

  @Test(arguments: [MessageFraming.headers, .lines])
  func bytesThatAreChangedRemovedOrAdded(framing: MessageFraming) async {
    let seed: UInt64 = 20
    var random = SeededGenerator(seed: seed)
    let whole = Self.conversation(framing)
    let special = Array("{}[]\",:\\\r\n\0-0e".utf8) + [0xFF, 0xC3]
    for _ in 0..<TestLength.choose(short: 200, long: 5000) {
      var input = whole
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let place = Int.random(in: 0..<input.count, using: &random)
        let byte = special.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<4, using: &random) {
        case 0: input[place] = byte
        case 1: input.insert(byte, at: place)
        case 2:
          let count = Int.random(in: 1...20, using: &random)
          input.removeSubrange(place..<min(place + count, input.count))
        case _: input.insert(contentsOf: whole.prefix(place), at: place)
        }
        if input.isEmpty { input = [byte] }
      }
      await Self.check(input, framing, chunk: Int.random(in: 1...200, using: &random))
    }
  }
}
