import Foundation
import MomentumRuntime
import MomentumServerStore
import MomentumTestSupport
import Testing

/// A store of Core Data and a database of the server to which the same is done.
struct Twins<Model: StoredModel> {
  let store: Store<Model>
  let server: ServerStore<Model>

  static func with(
    _ body: (Twins<Model>) async throws -> Void
  ) async throws {
    try await ServerTest.withStore(of: Model.self) { server, _ in
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("momentum-twins-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let store = try Model.create(folder.path + "/store.sqlite")
      do { try await body(Twins(store: store, server: server)) } catch {
        try FileManager.default.removeItem(at: folder)
        throw error
      }
      try FileManager.default.removeItem(at: folder)
    }
  }

  /// Both outcomes of the same call; equal if both databases did the same.
  func both<Result: Equatable>(
    _ what: String, _ inStore: (Store<Model>) throws -> Result,
    _ onServer: (ServerStore<Model>) async throws -> Result
  ) async -> (store: Outcome<Result>, server: Outcome<Result>) {
    let first = Outcome(catching: { try inStore(store) })
    let second: Outcome<Result>
    do { second = .done(try await onServer(server)) } catch { second = Outcome(error) }
    #expect(first == second, "\(what)")
    return (first, second)
  }
}

/// What a call returned, or the reason why it failed.
enum Outcome<Value: Equatable>: Equatable {
  case done(Value)
  case failed(StoreFailure.Reason)
  case stopped(String)

  /// Whether a rule was broken. Of two rules that an object breaks, either may be named.
  var isRefused: Bool { self == .failed(.validation) || self == .failed(.noObject) }

  init(catching body: () throws -> Value) {
    do { self = .done(try body()) } catch { self = Outcome(error) }
  }

  init(_ error: any Error) {
    self =
      if let failure = error as? StoreFailure { .failed(failure.reason) } else {
        .stopped("\(error)")
      }
  }
}

extension SeededGenerator {
  mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &self) }

  mutating func one<Element>(of list: [Element]) -> Element? { list.randomElement(using: &self) }

  mutating func some<Element>(of list: [Element]) -> [Element] {
    Array(list.shuffled(using: &self).prefix(number(0..<4)))
  }
}
