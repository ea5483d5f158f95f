// Runs each hot path twice inside `momentumCounted`, after which callgrind writes what ran since the call
// before: see Tests/Benchmarks/instructions. Prints the names of the paths in the order counted.

/// What the next call of `momentum_counted` runs, and the sum of the results.
final class Counted {
  var path: CountedPath?
  var result = 0
  var failure: (any Error)?
}

@_cdecl("momentum_counted") @inline(never)
func momentumCounted(_ pointer: UnsafeRawPointer) {
  let counted = Unmanaged<Counted>.fromOpaque(pointer).takeUnretainedValue()
  do {
    counted.result &+= try counted.path?.run() ?? 0
  } catch {
    counted.failure = error
  }
}

let counted = Counted()
for path in try CountedPath.all() {
  counted.path = path
  counted.result = 0
  // The first run pays for what is made once in a process, such as tables and metadata of types.
  for _ in 1...2 { momentumCounted(Unmanaged.passUnretained(counted).toOpaque()) }
  if let failure = counted.failure { throw failure }
  // A path without a result measures nothing.
  guard counted.result > 0 else { throw CountedPath.Failed(path: path.name) }
  print(path.name)
}
