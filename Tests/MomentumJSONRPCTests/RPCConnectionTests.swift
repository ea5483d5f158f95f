import MomentumDiagnostics
import MomentumJSONRPC
import MomentumTestSupport
import Testing

/// Requests, notifications and their order over a channel in memory.
@Suite struct RPCConnectionTests {
  private static func output(
    _ input: [String], _ options: RPCOptions = .test, _ handler: EchoHandler = EchoHandler()
  ) async -> [String] {
    let channel = MemoryChannel(closedAfter: input.map { $0 + "\n" }.joined())
    let ending = await RPCConnection(channel, options).run(handler)
    #expect(ending == .inputEnded)
    return channel.lines
  }

  private static func call(_ id: Int, _ method: String, _ params: String? = nil) -> String {
    let rest = params.map { #","params":\#($0)"# } ?? ""
    return #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)"\#(rest)}"#
  }

  @Test func eachRequestIsAnsweredOnceBeforeTheEnd() async {
    let count = TestLength.choose(short: 100, long: 250)
    let output = await Self.output((0..<count).map { Self.call($0, "echo", "[\($0)]") })
    #expect(
      output == (0..<count).map { #"{"jsonrpc":"2.0","id":\#($0),"result":[\#($0)]}"# }.sorted())
  }

  @Test func aRequestSeesTheNotificationsBeforeItAndNoneAfterIt() async {
    let note = #"{"jsonrpc":"2.0","method":"changed"}"#
    let output = await Self.output([
      note, Self.call(1, "count"), note, note, Self.call(2, "count"), note,
    ])
    #expect(
      output == [#"{"jsonrpc":"2.0","id":1,"result":1}"#, #"{"jsonrpc":"2.0","id":2,"result":3}"#])
  }

  @Test func failuresBecomeErrorsWithoutStoredValues() async {
    let output = await Self.output([
      Self.call(1, "fail"), Self.call(2, "nothing"), "not JSON", "5",
    ])
    #expect(
      output == [
        #"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"the request failed"}}"#,
        #"{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"no method 'nothing'"}}"#,
        #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a message is an object, not a number"}}"#,
        #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"expected a value at byte 0"}}"#,
      ])
  }

  @Test func aBatchIsAnsweredWithOneListOrRefused() async {
    let batch =
      "[\(Self.call(1, "echo", "[]")),{\"jsonrpc\":\"2.0\",\"method\":\"changed\"},7]"
    let silent = #"[{"jsonrpc":"2.0","method":"changed"}]"#
    let answered = await Self.output([batch, silent])
    #expect(answered.count == 1)
    #expect(answered.first?.hasPrefix("[{") == true)
    #expect(answered.first?.contains(#"{"jsonrpc":"2.0","id":1,"result":[]}"#) == true)
    #expect(answered.first?.contains("-32600") == true)

    var options = RPCOptions.test
    options.batches = .refused
    let handler = EchoHandler()
    let refused = await Self.output([batch, silent], options, handler)
    let error =
      #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"this protocol has no batches"}}"#
    #expect(refused == [error, error])
    #expect(handler.received.withLock { $0.isEmpty })
  }

  // MARK: - Cancellation and limits

  @Test func aCancelledRequestIsAnsweredAsTheProtocolSays() async {
    let cancel = #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#
    let input = [Self.call(1, "wait"), cancel, cancel, Self.call(2, "echo", "[]")]
    let last = #"{"jsonrpc":"2.0","id":2,"result":[]}"#
    #expect(
      await Self.output(input) == [
        #"{"jsonrpc":"2.0","id":1,"error":{"code":-32800,"message":"the request was cancelled"}}"#,
        last,
      ])
    var options = RPCOptions.test
    options.answersCancelled = false
    #expect(await Self.output(input, options) == [last])
  }

  @Test func aRunningIdentifierCannotBeUsedAgainAndRequestsHaveALimit() async {
    var options = RPCOptions.test
    options.limits.runningRequestsMax = 1
    let output = await Self.output(
      [
        Self.call(1, "wait"), Self.call(1, "echo"), Self.call(2, "echo"),
        #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#,
      ], options)
    #expect(output.count == 3)
    #expect(output.contains { $0.contains("a request with this 'id' is running") })
    #expect(output.contains { $0.contains("1 requests are running") && $0.contains("-32000") })
  }

  // MARK: - The other direction

  @Test func aRequestToThePeerWaitsForItsResponse() async {
    let channel = MemoryChannel(answer: { text, channel in
      if text.contains("client/name") {
        channel.feed(#"{"jsonrpc":"2.0","id":99,"result":"nobody asked"}"# + "\n")
        channel.feed(#"{"jsonrpc":"2.0","id":1,"result":"test"}"# + "\n")
      } else {
        channel.close()
      }
    })
    channel.feed(Self.call(5, "ask") + "\n")
    let ending = await RPCConnection(channel, .test).run(EchoHandler())
    #expect(ending == .inputEnded)
    #expect(channel.lines.contains(#"{"jsonrpc":"2.0","id":5,"result":"test"}"#))
  }

  @Test func aPeerThatLeavesEndsTheWaiting() async {
    let channel = MemoryChannel(answer: { text, channel in channel.close() })
    channel.feed(Self.call(5, "ask") + "\n")
    let ending = await RPCConnection(channel, .test).run(EchoHandler())
    #expect(ending == .inputEnded)
    #expect(channel.lines.contains { $0.contains("-32803") && $0.contains("has ended") })
  }

  // MARK: - The end

  @Test func stopEndsAtOnceAndCancelsWhatRuns() async {
    let channel = MemoryChannel()
    channel.feed(Self.call(1, "wait") + "\n" + #"{"jsonrpc":"2.0","method":"exit"}"# + "\n")
    let ending = await RPCConnection(channel, .test).run(EchoHandler())
    #expect(ending == .stopped)
    #expect(channel.output.isEmpty)
  }

  @Test func aBrokenChannelEndsTheConnection() async {
    let channel = MemoryChannel(writesMax: 0)
    channel.feed(Self.call(1, "wait") + "\n" + Self.call(2, "echo") + "\n")
    let ending = await RPCConnection(channel, .test).run(EchoHandler())
    #expect(ending == .failed(ChannelFailure("cannot write a message: Broken pipe")))
    channel.close()
  }

  @Test func headersFrameBothDirections() async {
    let text = Self.call(1, "echo", #"["é"]"#)
    let channel = MemoryChannel(closedAfter: "Content-Length: \(text.utf8.count)\r\n\r\n\(text)")
    #expect(await RPCConnection(channel, .languageServer).run(EchoHandler()) == .inputEnded)
    #expect(
      channel.output == "Content-Length: 40\r\n\r\n" + #"{"jsonrpc":"2.0","id":1,"result":["é"]}"#)
  }
}
