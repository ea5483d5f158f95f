/// A rule of an engine that the scripts follow, with the place that documents it. Scripts and the
/// page on several machines print these rows.
package struct EngineRule: Sendable, Hashable {
  /// How the rule is known.
  package enum Standing: String, Sendable, Hashable {
    case documented
    /// An issue of the engine's project, in which its developers say it.
    case issue
    /// Tried on servers of PostgreSQL 15.
    case observed
  }

  package var engine: DistributionEngine
  package var text: String
  package var standing: Standing
  package var source: String
}

/// The engines that scripts can be printed for.
package enum DistributionEngine: String, Sendable, Hashable, CaseIterable {
  case citus
  case postgreSQL = "postgresql"
  case cockroachDB = "cockroachdb"
  case yugabyteDB = "yugabytedb"

  package var title: String {
    switch self {
    case .citus: "Citus"
    case .postgreSQL: "PostgreSQL with postgres_fdw"
    case .cockroachDB: "CockroachDB"
    case .yugabyteDB: "YugabyteDB"
    }
  }

  /// The rules of this engine.
  package var rules: [EngineRule] { EngineRule.all.filter { $0.engine == self } }
}

extension EngineRule {
  private static let citusDDL = "docs.citusdata.com/en/latest/develop/reference_ddl.html"
  private static let citusQueries =
    "docs.citusdata.com/en/stable/develop/reference_workarounds.html"
  private static let foreignWrapper = "www.postgresql.org/docs/current/postgres-fdw.html"

  package static let all: [EngineRule] = [
    EngineRule(
      engine: .citus,
      text: "a primary key or unique constraint has the distribution column",
      standing: .documented, source: "docs.citusdata.com/en/v11.1/faq/faq.html"),
    EngineRule(
      engine: .citus,
      text: "tables are co-located by name: create_distributed_table(…, colocate_with => …)",
      standing: .documented, source: "docs.citusdata.com/en/v11.0-beta/develop/api_udf.html"),
    EngineRule(
      engine: .citus,
      text: "a foreign key leads to a co-located table with the distribution column in it, or to a "
        + "reference table; never from a reference table to a distributed one",
      standing: .documented, source: citusDDL),
    EngineRule(
      engine: .citus, text: "foreign keys are added after the tables are distributed",
      standing: .issue, source: "github.com/citusdata/citus_docs/issues/751"),
    EngineRule(
      engine: .citus,
      text: "ON DELETE SET NULL is refused where the key has the distribution column",
      standing: .issue, source: "github.com/citusdata/citus/issues/7132"),
    EngineRule(
      engine: .citus,
      text: "over several shards, subqueries are correlated by the distribution column",
      standing: .documented, source: citusQueries),
    EngineRule(
      engine: .citus,
      text: "over several shards, outer joins of distributed tables are by the distribution column",
      standing: .documented, source: citusQueries),
    EngineRule(
      engine: .postgreSQL,
      text: "a partitioned table with foreign partitions has no primary key, unique index or "
        + "foreign key; the workers have them",
      standing: .observed, source: "PostgreSQL 15.18"),
    EngineRule(
      engine: .postgreSQL,
      text: "a primary key or unique constraint of a partitioned table has the partition key",
      standing: .documented,
      source: "www.postgresql.org/docs/current/ddl-partitioning.html"),
    EngineRule(
      engine: .postgreSQL,
      text: "joins and aggregates by the root's key are sent to the workers if "
        + "enable_partitionwise_join and enable_partitionwise_aggregate are on",
      standing: .observed, source: "PostgreSQL 15.18"),
    EngineRule(
      engine: .postgreSQL,
      text: "a transaction over several workers is not prepared on all of them before it commits: "
        + "a crash between two commits leaves one of them",
      standing: .documented, source: foreignWrapper),
    EngineRule(
      engine: .cockroachDB, text: "constraints cannot be deferred", standing: .issue,
      source: "github.com/cockroachdb/cockroach/issues/31632"),
    EngineRule(
      engine: .cockroachDB,
      text: "keys that ascend make one range hot; a random UUID (version 4) does not",
      standing: .documented, source: "www.cockroachlabs.com/docs/stable/uuid"),
    EngineRule(
      engine: .cockroachDB,
      text:
        "rows are in the order of the primary key, so a key that begins with the root keeps its "
        + "rows together; any server answers any request",
      standing: .documented, source: "www.cockroachlabs.com/docs/stable/primary-key"),
    EngineRule(
      engine: .yugabyteDB,
      text:
        "the first column of the primary key is hashed and the others are in order, so the rows "
        + "of a root are in one tablet of each table",
      standing: .documented,
      source: "docs.yugabyte.com/stable/explore/going-beyond-sql/data-sharding"),
    EngineRule(
      engine: .yugabyteDB, text: "unique constraints cannot be deferred", standing: .issue,
      source: "github.com/yugabyte/yugabyte-db/issues/1709"),
  ]
}
