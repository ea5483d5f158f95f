/// How many connections a pool keeps, and for how long.
package struct PoolOptions: Sendable, Hashable {
  /// Connections that are opened in advance and kept while they are idle.
  package var connectionsMin = 0
  package var connectionsMax = 8
  /// Tasks that may wait for a connection; another one gets an error at once.
  package var waitingMax = 10_000
  /// How long a task waits for a connection.
  package var waitSeconds = 30.0
  /// How long an idle connection past the minimum is kept.
  package var idleSeconds = 300.0
  /// How long a connection is kept at all: then servers behind an address that moved are found.
  package var lifeSeconds = 3600.0
  /// How often idle connections are looked at.
  package var checkSeconds = 30.0
  /// A read that took longer when it was run last is not run together with others: they would wait for
  /// it.
  package var quickSeconds = 0.01

  package init() {}
}
