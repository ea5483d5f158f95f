import Foundation
import GoldenNewsroom
import MomentumRuntime
import MomentumServerStore
import MomentumTestSupport

/// What a store of newsrooms does, with and without waiting, so that a test writes each change once.
protocol NewsroomStore {
  func put<Entity: StoredEntity>(_ value: Entity) async throws -> Entity
  where Entity.Model == Newsroom
  func put<Entity: StoredEntity>(all values: [Entity]) async throws -> [Entity.ID]
  where Entity.Model == Newsroom
  func get<Entity: StoredEntity>(_ fetch: Fetch<Entity>) async throws -> [Entity]
  where Entity.Model == Newsroom
  func set<Entity: StoredEntity>(_ value: Entity) async throws where Entity.Model == Newsroom
  func set<Entity: StoredEntity>(
    _ fetch: Fetch<Entity>, _ changes: [Change<Entity>]
  ) async throws -> Int where Entity.Model == Newsroom
  func drop<Entity: StoredEntity>(_ value: Entity) async throws where Entity.Model == Newsroom
  func drop<Entity: StoredEntity>(_ fetch: Fetch<Entity>) async throws -> Int
  where Entity.Model == Newsroom
  func change<Entity: StoredEntity, Destination: StoredEntity>(
    _ kind: ToManyChange, _ ids: [Destination.ID],
    _ relationship: (Entity.Paths) -> ToManyPath<Destination>, _ owner: Entity
  ) async throws where Entity.Model == Newsroom
  func ends<Owner: StoredEntity, Destination: StoredEntity>(
    _ relationship: (Owner.Paths) -> ToManyPath<Destination>, _ owners: [Owner]
  ) async throws -> RelatedObjects<Owner, Destination> where Owner.Model == Newsroom
}

/// A change of a to-many relationship.
enum ToManyChange: CaseIterable {
  case add, insert, remove, replace
}

extension Store: NewsroomStore where Model == Newsroom {
  func put<Entity: StoredEntity>(_ value: Entity) throws -> Entity where Entity.Model == Newsroom {
    try insert(value)
  }

  func put<Entity: StoredEntity>(all values: [Entity]) throws -> [Entity.ID]
  where Entity.Model == Newsroom { try insert(contentsOf: values) }

  func get<Entity: StoredEntity>(_ fetch: Fetch<Entity>) throws -> [Entity]
  where Entity.Model == Newsroom { try self.fetch(fetch) }

  func set<Entity: StoredEntity>(_ value: Entity) throws where Entity.Model == Newsroom {
    try update(value)
  }

  func set<Entity: StoredEntity>(
    _ fetch: Fetch<Entity>, _ changes: [Change<Entity>]
  ) throws -> Int where Entity.Model == Newsroom { try update(fetch, set: changes) }

  func drop<Entity: StoredEntity>(_ value: Entity) throws where Entity.Model == Newsroom {
    try delete(value)
  }

  func drop<Entity: StoredEntity>(_ fetch: Fetch<Entity>) throws -> Int
  where Entity.Model == Newsroom { try delete(fetch) }

  func change<Entity: StoredEntity, Destination: StoredEntity>(
    _ kind: ToManyChange, _ ids: [Destination.ID],
    _ relationship: (Entity.Paths) -> ToManyPath<Destination>, _ owner: Entity
  ) throws where Entity.Model == Newsroom {
    switch kind {
    case .add: try add(ids, to: relationship, of: owner)
    case .insert: try add(ids, to: relationship, of: owner, at: 0)
    case .remove: try remove(ids, from: relationship, of: owner)
    case .replace: try replace(relationship, of: owner, with: ids)
    }
  }

  func ends<Owner: StoredEntity, Destination: StoredEntity>(
    _ relationship: (Owner.Paths) -> ToManyPath<Destination>, _ owners: [Owner]
  ) throws -> RelatedObjects<Owner, Destination> where Owner.Model == Newsroom {
    try related(relationship, of: owners)
  }
}

extension ServerStore: NewsroomStore where Model == Newsroom {
  func put<Entity: StoredEntity>(_ value: Entity) async throws -> Entity
  where Entity.Model == Newsroom { try await insert(value) }

  func put<Entity: StoredEntity>(all values: [Entity]) async throws -> [Entity.ID]
  where Entity.Model == Newsroom { try await insert(contentsOf: values) }

  func get<Entity: StoredEntity>(_ fetch: Fetch<Entity>) async throws -> [Entity]
  where Entity.Model == Newsroom { try await self.fetch(fetch) }

  func set<Entity: StoredEntity>(_ value: Entity) async throws where Entity.Model == Newsroom {
    try await update(value)
  }

  func set<Entity: StoredEntity>(
    _ fetch: Fetch<Entity>, _ changes: [Change<Entity>]
  ) async throws -> Int where Entity.Model == Newsroom {
    try await update(fetch, set: changes)
  }

  func drop<Entity: StoredEntity>(_ value: Entity) async throws where Entity.Model == Newsroom {
    try await delete(value)
  }

  func drop<Entity: StoredEntity>(_ fetch: Fetch<Entity>) async throws -> Int
  where Entity.Model == Newsroom { try await delete(fetch) }

  func change<Entity: StoredEntity, Destination: StoredEntity>(
    _ kind: ToManyChange, _ ids: [Destination.ID],
    _ relationship: (Entity.Paths) -> ToManyPath<Destination>, _ owner: Entity
  ) async throws where Entity.Model == Newsroom {
    switch kind {
    case .add: try await add(ids, to: relationship, of: owner)
    case .insert: try await add(ids, to: relationship, of: owner, at: 0)
    case .remove: try await remove(ids, from: relationship, of: owner)
    case .replace: try await replace(relationship, of: owner, with: ids)
    }
  }

  func ends<Owner: StoredEntity, Destination: StoredEntity>(
    _ relationship: (Owner.Paths) -> ToManyPath<Destination>, _ owners: [Owner]
  ) async throws -> RelatedObjects<Owner, Destination> where Owner.Model == Newsroom {
    try await related(relationship, of: owners)
  }
}
