import MomentumModel
import MomentumStore

/// For each column that has another name in an existing store, the name that the layout computes
/// from the model.
///
/// Generated code reads a row by position, in the order of the computed names. If the columns were
/// sorted by the store's own names, it would read the value of one attribute as that of another.
struct ComputedNames: Sendable {
  let schema: StoreSchema
  /// The names that the layout computes from the model, by the name of the table and the name of
  /// the column in the store.
  private(set) var columns: [String: [String: String]] = [:]

  init(_ computed: StoreSchema, of own: StoreSchema, _ model: ObjectModel) {
    schema = computed
    for (id, column) in own.attributeColumns {
      add(column, computed.attributeColumns[id], own[id.entity].table)
    }
    for (id, leaves) in own.compositeColumns {
      for (leaf, other) in zip(leaves, computed.compositeColumns[id] ?? []) {
        add(leaf.column, other.column, own[id.entity].table)
      }
    }
    for (id, storage) in own.relationships {
      guard case .foreignKey(let key) = storage,
        case .foreignKey(let other) = computed.relationships[id]
      else { continue }
      add(key.column, other.column, own[id.entity].table)
    }
  }

  private mutating func add(_ column: String, _ computed: String?, _ table: String) {
    guard let computed, computed != column else { return }
    columns[table, default: [:]][column] = computed
  }
}
