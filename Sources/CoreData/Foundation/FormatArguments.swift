// swift-format-ignore-file: AvoidRetroactiveConformances
// Values that programs pass to formats as `CVarArg`, as `id as CVarArg` in
// `NSPredicate(format: "id == %@", id as CVarArg)`. On a Mac they conform because they become
// objects of Objective-C. Here no function of C gets them: the initialisers of predicates take the
// values themselves. The encoding is the address of nothing.

extension NSObject: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { [0] }
}

extension UUID: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { [0] }
}

extension Date: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { [0] }
}

extension URL: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { [0] }
}

extension Data: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { [0] }
}

extension Array: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { [0] }
}

extension Set: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { [0] }
}
