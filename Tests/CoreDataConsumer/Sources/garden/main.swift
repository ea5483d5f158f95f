import CoreData
import Foundation
import GardenModel

let garden = Garden()
let made = garden.addBed("South") as! Bed
made.kind = .raised
for name in ["Tomato 10", "Tomato 9", "Basil"] {
  let plant = Plant(context: garden.context)
  plant.name = name
  plant.height = Double(name.count)
  made.addToPlants(plant)
}
try garden.context.save()
garden.context.reset()

let tool = NSEntityDescription.insertNewObject(forEntityName: "Tool", into: garden.context) as! Tool
tool.name = "Spade"
let request = NSFetchRequest<Bed>(entityName: "Bed")
for bed in try garden.context.fetch(request) {
  print(bed.summary())
  print(try garden.plants(in: bed).compactMap(\.name).joined(separator: ", "))
}
print(try garden.heights())
print(
  Bed.madeCount, tool.name ?? "",
  GardenModel.bundle.path(forResource: "Gärten", ofType: "momd") != nil)

let file = URL(fileURLWithPath: NSTemporaryDirectory())
  .appendingPathComponent("seeds-\(UUID().uuidString).sqlite")
try SeedStore.make(at: file, amounts: ["12 x Basil", "3 x Tomato"])
for seed in try SeedStore.seeds(at: file) { print(seed) }
for suffix in ["", "-wal", "-shm"] {
  try? FileManager.default.removeItem(atPath: file.path + suffix)
}
