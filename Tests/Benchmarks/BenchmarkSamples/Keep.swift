/// Takes a result that the optimizer has to believe is used.
@inline(never)
package func keep(_ value: Int) {}
