import Momentum
import MomentumCodegen
import MomentumCompiler
import MomentumDiagnostics
import MomentumDiagram
import MomentumDiff
import MomentumEvaluation
import MomentumGeneration
import MomentumMigration
import MomentumModel
import MomentumModelFiles
import MomentumPredicate
import MomentumQuery
import MomentumStore
import MomentumVersionHash

/// What is counted: each path by its name, run once.
struct CountedPath {
  let name: String
  /// A number that hangs on the result, so that the work cannot be left out.
  let run: () throws -> Int
}

extension CountedPath {
  struct Failed: Error {
    var path: String
  }

  static func all() throws -> [CountedPath] {
    let sample = try Sample(entities: 40)
    return models(sample) + (try requests(sample)) + code(sample) + migrations(sample)
  }

  // MARK: - Models

  private static func models(_ sample: Sample) -> [CountedPath] {
    var nobody = Diagnostics()
    let syntax = ModelReader.read(contents: sample.source, &nobody)
    let checked = syntax.flatMap { CheckedModel.check($0, &nobody) }
    return [
      CountedPath(name: "model.read") {
        var diagnostics = Diagnostics()
        return ModelReader.read(contents: sample.source, &diagnostics)?.entities.count ?? 0
      },
      CountedPath(name: "model.check") {
        var diagnostics = Diagnostics()
        guard let syntax, let checked = CheckedModel.check(syntax, &diagnostics) else {
          throw Failed(path: "model.check")
        }
        return checked.model.entities.count
      },
      CountedPath(name: "model.hash") { ModelHashes(of: sample.model.model).entities.count },
      CountedPath(name: "store.layout") {
        guard let checked else { throw Failed(path: "store.layout") }
        return CompiledModel(checked).schema.tables.count
      },
      CountedPath(name: "store.ddl") { sample.model.schemaScript.utf8.count },
    ]
  }

  // MARK: - Requests

  private static func requests(_ sample: Sample) throws -> [CountedPath] {
    let model = sample.model
    let sources = Sample.predicates.map { SourceFile(path: "<predicate>", text: $0) }
    let entity = EntityID(0)
    var diagnostics = Diagnostics()
    let syntaxes = sources.compactMap { PredicateParser.parse($0, &diagnostics) }
    let typed = zip(sources, syntaxes).compactMap { source, syntax in
      PredicateChecker.check(
        syntax, source: source, entity: entity, model: model.model, &diagnostics)
    }
    guard typed.count == sources.count else { throw Failed(path: "predicates") }
    let requests = typed.map { FetchRequest(entity: entity, predicate: $0) }
    let texts = Sample.predicates.map { RequestInput(entity: "Crate0", predicate: $0) }
    return [
      CountedPath(name: "predicate.parse") {
        var diagnostics = Diagnostics()
        return sources.reduce(0) { $0 + (PredicateParser.parse($1, &diagnostics) == nil ? 0 : 1) }
      },
      CountedPath(name: "predicate.check") {
        var diagnostics = Diagnostics()
        return zip(sources, syntaxes).reduce(0) { sum, pair in
          let typed = PredicateChecker.check(
            pair.1, source: pair.0, entity: entity, model: model.model, &diagnostics)
          return sum + (typed == nil ? 0 : 1)
        }
      },
      CountedPath(name: "predicate.evaluate") { try evaluate(syntaxes) },
      CountedPath(name: "request.lower-and-print") {
        requests.reduce(0) { $0 + model.compile($1).sql.text.utf8.count }
      },
      CountedPath(name: "request.text-to-sql") {
        var diagnostics = Diagnostics()
        return texts.reduce(0) { $0 + (model.compile($1, &diagnostics)?.sql.text.utf8.count ?? 0) }
      },
    ]
  }

  /// The first two predicates ask for nothing beyond the object itself.
  private static func evaluate(_ syntaxes: [PredicateSyntax]) throws -> Int {
    let objects = (0..<200).map { index in
      PredicateValue.object(Crate(name: "Box \(index)", value1: Int64(index), value4: 1))
    }
    var evaluator = PredicateEvaluator()
    return try syntaxes.prefix(2).reduce(0) {
      $0 + (try evaluator.filter(objects, by: $1).count)
    }
  }

  // MARK: - Code and pictures

  private static func code(_ sample: Sample) -> [CountedPath] {
    let options = CodegenOptions(modelName: "Crates")
    return [
      CountedPath(name: "generate.core-data") {
        sample.model.generatedCode(.coreData, options: options).reduce(0) {
          $0 + $1.text.utf8.count
        }
      },
      CountedPath(name: "generate.swift") {
        sample.model.generatedCode(.swift, options: options).reduce(0) { $0 + $1.text.utf8.count }
      },
      CountedPath(name: "diagram.svg") {
        SVGPrinter.print(DiagramLayout(of: Diagram(of: sample.model.model, title: "Crates")))
          .utf8.count
      },
    ]
  }

  // MARK: - Migrations

  private static func migrations(_ sample: Sample) -> [CountedPath] {
    func planned(_ model: CompiledModel) -> PlannedModel {
      PlannedModel(model: model.model, schema: model.schema, framework: model.framework)
    }
    let catalog = StoreCatalog(fresh: sample.model.schema)
    return [
      CountedPath(name: "migration.diff") {
        ModelDiffer.diff(DiffedModel(sample.model.model), DiffedModel(sample.changed.model))
          .changes.count
      },
      CountedPath(name: "migration.plan") {
        try MigrationPlanner(
          old: planned(sample.model), new: planned(sample.changed), catalog: catalog,
          style: .fresh
        ).plan().steps.count
      },
    ]
  }
}
