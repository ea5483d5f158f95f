import Benchmark
import CSQLite
import Foundation
import GRDB
import Momentum
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumPredicate
import MomentumSQL
import MomentumSQLite

// Each figure stands beside its peer or its limit, so that a run can be read as ratios.

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .throughput], maxDuration: .seconds(3), maxIterations: 1_000)
  readingModels()
  compilingPredicates()
  fetchingRows()
}

// MARK: - Models

/// The limit is Foundation's XML parser, which only walks the same text.
private func readingModels() {
  let source = Samples.largeModel
  Benchmark("model 500 entities: Foundation XMLParser walks it (peer)") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(Samples.walk(source)) }
  }
  Benchmark("model 500 entities: read into ModelSyntax") { benchmark in
    for _ in benchmark.scaledIterations {
      var diagnostics = Diagnostics()
      blackHole(ModelReader.read(contents: source, &diagnostics))
    }
  }
  for (name, source) in [("500", Samples.largeModel), ("5,000", Samples.hugeModel)] {
    Benchmark("model \(name) entities: libxml2 makes a tree, as xmllint does (peer)") { benchmark in
      for _ in benchmark.scaledIterations { blackHole(Samples.tree(source)) }
    }
    Benchmark("model \(name) entities: read, check and review, as momentum check does") {
      benchmark in
      for _ in benchmark.scaledIterations {
        var diagnostics = Diagnostics()
        let syntax = ModelReader.read(contents: source, &diagnostics)
        let checked = syntax.flatMap { CheckedModel.check($0, &diagnostics) }
        checked?.review(&diagnostics)
        blackHole(checked)
      }
    }
  }
  Benchmark("model 500 entities: read, check, hash and lay out") { benchmark in
    for _ in benchmark.scaledIterations {
      var diagnostics = Diagnostics()
      blackHole(CompiledModel.compile(source, &diagnostics))
    }
  }
}

// MARK: - Predicates

private func compilingPredicates() {
  Benchmark(
    "predicates ×4: parse", configuration: .init(scalingFactor: .kilo)
  ) { benchmark in
    let sources = Samples.predicates.map { SourceFile(path: "p", text: $0) }
    for _ in benchmark.scaledIterations {
      for source in sources {
        var diagnostics = Diagnostics()
        blackHole(PredicateParser.parse(source, &diagnostics))
      }
    }
  }
  Benchmark(
    "predicates ×4: parse, check, lower and print as SQL",
    configuration: .init(scalingFactor: .kilo)
  ) { benchmark in
    let model = Samples.bubbleTea
    let requests = Samples.predicates.map { RequestText(entity: "Venue", predicate: $0) }
    for _ in benchmark.scaledIterations {
      for request in requests {
        var diagnostics = Diagnostics()
        blackHole(model.compile(request, &diagnostics))
      }
    }
  }
}

// MARK: - Rows

/// 100,000 rows of six columns, read into Swift values.
private func fetchingRows() {
  let path = Samples.largeStore
  Benchmark("fetch 100,000 rows: bare C interface into Strings (limit)") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(Samples.readWithC(path)) }
  }
  Benchmark("fetch 100,000 rows: Momentum, typed readers") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(try Samples.readWithReaders(path)) }
  }
  Benchmark("fetch 100,000 rows: Momentum, rows of values") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(try Samples.readAsValues(path)) }
  }
  Benchmark("fetch 100,000 rows: GRDB by index (peer)") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(try Samples.readWithGRDB(path)) }
  }
}
