import CFuzzer
import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumPredicate
import MomentumSQLite

// usage: MomentumFuzz xml|archive|metadata|predicate|query [libFuzzer's options and folders]

/// The XML of a model, through all that follows from it.
func readModel(_ bytes: [UInt8]) {
  var diagnostics = Diagnostics()
  let file = SourceFile(path: "contents", utf8: bytes)
  if let compiled = CompiledModel.compile(file, &diagnostics) {
    ModelReview.review(compiled.model, compiled.syntax, cloudKit: true, &diagnostics)
    _ = compiled.schemaScript
    _ = ModelWriter.contents(of: compiled.model)
  }
  _ = TextRenderer().render(diagnostics.all)
}

/// A compiled model, through its text to its schema.
func readArchive(_ bytes: [UInt8]) {
  var diagnostics = Diagnostics()
  if let file = ModelBundle.decompiled(bytes, path: "Model.mom", &diagnostics) {
    _ = CompiledModel.compile(file, &diagnostics)?.schemaScript
  }
}

/// The property list of a store's metadata, and what is written of it.
func readMetadata(_ bytes: [UInt8]) {
  _ = try? StoreMetadata(uuid: "", plist: bytes).propertyList
}

/// A predicate and an expression format: what parses prints to a text that parses to the same.
func readPredicate(_ bytes: [UInt8]) {
  var diagnostics = Diagnostics()
  let source = SourceFile(path: "predicate", utf8: bytes)
  _ = PredicateLexer.tokens(of: source, &diagnostics)
  if let syntax = PredicateParser.parse(source, &diagnostics) {
    let printed = SourceFile(path: "printed", text: PredicatePrinter.print(syntax))
    let again = PredicateParser.parse(printed, &diagnostics)
    precondition(again?.withoutRanges == syntax.withoutRanges, printed.text)
  }
  if let syntax = PredicateParser.parseExpression(source, &diagnostics) {
    let printed = SourceFile(path: "printed", text: PredicatePrinter.print(syntax))
    let again = PredicateParser.parseExpression(printed, &diagnostics)
    precondition(again?.withoutRanges == syntax.withoutRanges, printed.text)
  }
  _ = TextRenderer().render(diagnostics.all)
}

let name = CommandLine.arguments.dropFirst().first ?? ""
guard ["xml", "archive", "metadata", "predicate", "query"].contains(name) else {
  FileHandle.standardError.write(
    Data("usage: MomentumFuzz xml|archive|metadata|predicate|query [options]\n".utf8))
  exit(64)
}
// The first argument is ours. The callback can capture nothing, so there is one for each target.
var arguments: [UnsafeMutablePointer<CChar>?] = CommandLine.arguments.enumerated()
  .filter { $0.offset != 1 }.map { strdup($0.element) }
arguments.append(nil)
var count = Int32(arguments.count - 1)
let status = arguments.withUnsafeMutableBufferPointer { buffer -> Int32 in
  var vector = buffer.baseAddress
  switch name {
  case "xml":
    return LLVMFuzzerRunDriver(&count, &vector) { data, size in
      readModel([UInt8](UnsafeBufferPointer(start: data, count: size)))
      return 0
    }
  case "archive":
    return LLVMFuzzerRunDriver(&count, &vector) { data, size in
      readArchive([UInt8](UnsafeBufferPointer(start: data, count: size)))
      return 0
    }
  case "predicate":
    return LLVMFuzzerRunDriver(&count, &vector) { data, size in
      readPredicate([UInt8](UnsafeBufferPointer(start: data, count: size)))
      return 0
    }
  case "query":
    guard FuzzQuery.shared != nil else {
      FileHandle.standardError.write(Data("no model in Models\n".utf8))
      return 66
    }
    return LLVMFuzzerRunDriver(&count, &vector) { data, size in
      FuzzQuery.shared?.read([UInt8](UnsafeBufferPointer(start: data, count: size)))
      return 0
    }
  default:
    return LLVMFuzzerRunDriver(&count, &vector) { data, size in
      readMetadata([UInt8](UnsafeBufferPointer(start: data, count: size)))
      return 0
    }
  }
}
exit(status)
