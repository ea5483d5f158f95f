import Diary

var cheese = Cheese(objectID: Cheese.ID(rawValue: 1), monthsOld: 7, name: "Tilsiter")
cheese.dairy = Dairy.ID(rawValue: 3)
let supplier = Supplier(objectID: Supplier.ID(rawValue: 2))
let note = Note(objectID: Note.ID(rawValue: 1), text: "order more")
print("\(cheese.name), \(cheese.monthsOld) months, dairy \(cheese.dairy?.rawValue ?? 0)")
print("supplier \(supplier.objectID.rawValue), \(note.wordCount) words")
