/// `1 error`, `2 errors`
func plural(_ count: Int, _ noun: String) -> String {
  let ending = noun.hasSuffix("y") ? "\(noun.dropLast())ies" : noun + "s"
  return count == 1 ? "1 \(noun)" : "\(count) \(ending)"
}
