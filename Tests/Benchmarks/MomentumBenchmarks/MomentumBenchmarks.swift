import Benchmark
import BenchmarkSamples
import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumPredicate

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
    let requests = Samples.predicates.map { RequestInput(entity: "Venue", predicate: $0) }
    for _ in benchmark.scaledIterations {
      for request in requests {
        var diagnostics = Diagnostics()
        blackHole(model.compile(request, &diagnostics))
      }
    }
  }
}

// MARK: - Rows

private func fetchingRows() {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("momentum-benchmark-\(UUID().uuidString)")
  for count in [100_000, 1_000_000] {
    let sample: FetchSample
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      sample = try FetchSample(count: count, in: folder)
    } catch {
      preconditionFailure("the sample database can be made: \(error)")
    }
    fetch("fetch \(count) rows: C, texts only copied (peer)") {
      try sample.readWithC(validates: false)
    }
    fetch("fetch \(count) rows: C, texts checked to be UTF-8 (limit)") {
      try sample.readWithC(validates: true)
    }
    fetch("fetch \(count) rows: Momentum", sample.readWithMomentum)
    fetch("fetch \(count) rows: Momentum, arrays of values", sample.readAsArrays)
    fetch("fetch \(count) rows: Momentum, one at a time", sample.readOneByOne)
    fetch("fetch \(count) rows: GRDB, records by index (peer)") {
      try sample.readWithGRDB(quickly: true)
    }
    fetch("fetch \(count) rows: GRDB, Codable records (peer)") {
      try sample.readWithGRDB(quickly: false)
    }
  }
}

private func fetch(_ name: String, _ body: @escaping () throws -> Int) {
  Benchmark(name) { benchmark in
    for _ in benchmark.scaledIterations { blackHole(try body()) }
  }
}
