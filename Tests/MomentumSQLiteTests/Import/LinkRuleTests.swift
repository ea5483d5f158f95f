import MomentumDiagnostics
import MomentumModel
import Testing

@testable import MomentumSQLite

/// The links of an import: each once, in the order of its lists, and within the counts of the model.
@Suite struct LinkRuleTests {
  private static let (team, player, sponsor) = (EntityID(0), EntityID(1), EntityID(2))
  private static let (mascot, note) = (EntityID(3), EntityID(4))

  private static func trial(checksRules: Bool) -> ImportTrial {
    var trial = ImportTrial([
      Entity(
        name: "Team",
        relationships: [
          Relationship(
            name: "members", destination: player, inverse: RelationshipID(player, 0),
            isToMany: true, isOrdered: true, isOptional: false, minimumCount: 2, maximumCount: 3),
          Relationship(
            name: "sponsors", destination: sponsor, inverse: RelationshipID(sponsor, 0),
            isToMany: true, isOrdered: true),
          Relationship(
            name: "mascot", destination: mascot, inverse: RelationshipID(mascot, 0)),
          Relationship(
            name: "rivals", destination: team, inverse: RelationshipID(team, 3), isToMany: true),
          Relationship(name: "twin", destination: team, inverse: RelationshipID(team, 4)),
          Relationship(name: "notes", destination: note, isToMany: true, maximumCount: 2),
          Relationship(
            name: "hidden", destination: note, isOptional: false, isTransient: true),
        ]),
      Entity(
        name: "Player",
        relationships: [
          Relationship(
            name: "team", destination: team, inverse: RelationshipID(team, 0), isOptional: false)
        ]),
      Entity(
        name: "Sponsor",
        relationships: [
          Relationship(
            name: "teams", destination: team, inverse: RelationshipID(team, 1), isToMany: true,
            isOrdered: true)
        ]),
      Entity(
        name: "Mascot",
        relationships: [
          Relationship(name: "team", destination: team, inverse: RelationshipID(team, 2))
        ]),
      Entity(name: "Note"),
    ])
    trial.options.checksRules = checksRules
    return trial
  }

  private static let unchecked = trial(checksRules: false)
  private static let checked = trial(checksRules: true)

  // MARK: - Links

  @Test(arguments: [
    ("Team a members=p,q | Player p | Player q", ["Team.members a→p 0/0", "Team.members a→q 1/0"]),
    ("Team a members= | Player p", []),
    // The order of the file, if no list gives one.
    (
      "Team a | Player p team=a | Player q team=a",
      ["Team.members a→p 0/0", "Team.members a→q 1/0"]
    ),
    (
      "Team a members=q,p | Player p team=a | Player q team=a",
      ["Team.members a→q 0/0", "Team.members a→p 1/0"]
    ),
    (
      "Player p team=b | Player q team=a | Team a | Team b | Player r team=b",
      ["Team.members b→p 0/0", "Team.members a→q 0/0", "Team.members b→r 1/0"]
    ),
    ("Team a | Player p team=", []),
  ])
  func aLinkIsTheSameFromBothSides(words: String, expected: [String]) {
    #expect(Self.unchecked.links(words) == expected)
  }

  @Test(arguments: [
    (
      "Team a sponsors=s,t | Team b sponsors=t,s | Sponsor s | Sponsor t",
      [
        "Team.sponsors a→s 0/0", "Team.sponsors a→t 1/0", "Team.sponsors b→t 0/1",
        "Team.sponsors b→s 1/1",
      ]
    ),
    (
      "Team a | Team b | Sponsor s teams=b,a | Sponsor t teams=b",
      ["Team.sponsors b→s 0/0", "Team.sponsors a→s 0/1", "Team.sponsors b→t 1/0"]
    ),
    (
      "Team a sponsors=t,s | Team b sponsors=s | Sponsor s teams=b,a | Sponsor t teams=a",
      ["Team.sponsors a→t 0/0", "Team.sponsors a→s 1/1", "Team.sponsors b→s 0/0"]
    ),
  ])
  func bothListsHaveTheirOrder(words: String, expected: [String]) {
    #expect(Self.unchecked.links(words) == expected)
  }

  @Test(arguments: [
    ("Team a rivals=b | Team b", ["Team.rivals a→b 0/0", "Team.rivals b→a 0/0"]),
    ("Team a rivals=b | Team b rivals=a", ["Team.rivals a→b 0/0", "Team.rivals b→a 0/0"]),
    ("Team a rivals=a", ["Team.rivals a→a 0/0"]),
    ("Team a twin=b | Team b", ["Team.twin a→b 0/0", "Team.twin b→a 0/0"]),
    ("Team a twin=b | Team b twin=a", ["Team.twin a→b 0/0", "Team.twin b→a 0/0"]),
    ("Team a twin=a", ["Team.twin a→a 0/0"]),
    ("Team a mascot=m | Mascot m", ["Team.mascot a→m 0/0"]),
    ("Team a | Mascot m team=a", ["Team.mascot a→m 0/0"]),
    ("Team a mascot=m | Mascot m team=a", ["Team.mascot a→m 0/0"]),
    (
      "Team a notes=n,o | Team b notes=o | Note n | Note o",
      ["Team.notes a→n 0/0", "Team.notes a→o 0/0", "Team.notes b→o 0/0"]
    ),
  ])
  func relationshipsOfEveryKindHaveTheirLinks(words: String, expected: [String]) {
    #expect(Self.unchecked.links(words) == expected)
  }

  // MARK: - Mistakes

  /// Without the rules of the model, too: a row has room for one key.
  @Test(arguments: [
    ("Team a members=p | Team b members=p | Player p", "team", "p"),
    ("Team a mascot=m | Team b mascot=m | Mascot m", "team", "m"),
    ("Team a | Mascot m team=a | Mascot n team=a", "mascot", "a"),
    ("Team a twin=c | Team b twin=c | Team c", "twin", "c"),
  ])
  func aToOneRelationshipHasOneObject(words: String, relationship: String, object: String) {
    let text =
      "given-twice: to-one relationship '\(relationship)' of '\(object)' can lead to one object only"
    let found = Self.unchecked.links(words)
    #expect(found.count == 1 && found.first?.hasSuffix(text) == true, "\(found)")
    let entity = words.split(separator: "|").first {
      $0.contains(" \(object) ") || $0.hasSuffix(" \(object)")
    }
    let name = entity?.split(separator: " ").first ?? ""
    #expect(found.first?.hasPrefix("⟨{\"entity\": \"\(name)\"") == true, "\(found)")
  }

  @Test(arguments: [
    (
      "Team a members=p | Player p team= | Player q team=a",
      [
        "⟨[\"p\"]⟩ conflict: 'members' and its inverse 'team' have to say the same",
        "  ⟨null⟩ the inverse is given here",
        "⟨\"a\"⟩ conflict: 'team' and its inverse 'members' have to say the same",
        "  ⟨[\"p\"]⟩ the inverse is given here",
      ]
    ),
    (
      "Team a rivals=b | Team b rivals=",
      [
        "⟨[\"b\"]⟩ conflict: 'rivals' and its inverse 'rivals' have to say the same",
        "  ⟨[]⟩ the inverse is given here",
      ]
    ),
    (
      "Team a sponsors=s | Sponsor s teams=b | Team b",
      [
        "⟨[\"s\"]⟩ conflict: 'sponsors' and its inverse 'teams' have to say the same",
        "  ⟨[\"b\"]⟩ the inverse is given here",
      ]
    ),
  ])
  func listsThatContradictEachOtherAreNamed(words: String, expected: [String]) {
    #expect(Self.unchecked.links(words) == expected)
  }

  /// A list with a mistake is neither compared with its inverse nor counted.
  @Test(arguments: [
    (
      "Team a members=#7 | Player p team=a",
      ["⟨7⟩ expected: expected an id, not a number"]
    ),
    (
      "Team a members=#7,#null | Player p team=a",
      [
        "⟨7⟩ expected: expected an id, not a number", "⟨null⟩ expected: expected an id, not null",
      ]
    ),
    ("Team a members=zz | Player p team=a", ["⟨\"zz\"⟩ dangling-id: no object has the id 'zz'"]),
    (
      "Team a members=p,p,zz | Player p team=a",
      [
        "⟨\"p\"⟩ repeated-destination: the id 'p' can stand in a relationship once",
        "⟨\"zz\"⟩ dangling-id: no object has the id 'zz'",
      ]
    ),
    (
      "Team a members=b | Team b members=p,q | Player p | Player q",
      ["⟨\"b\"⟩ wrong-destination: relationship 'members' leads to 'Player', not to 'Team'"]
    ),
    (
      "Team a members=p,q hidden=n | Player p | Player q | Note n",
      ["⟨\"hidden\"⟩ not-stored: 'hidden' is not stored and cannot be given"]
    ),
    (
      "Team a members=p,q mascot=#[\"m\"] | Player p | Player q | Mascot m team=a",
      ["⟨[\"m\"]⟩ list-for-to-one: relationship 'mascot' is to-one and takes one id, not a list"]
    ),
  ])
  func aMistakeIsToldOnce(words: String, expected: [String]) {
    #expect(Self.checked.links(words) == expected)
  }

  // MARK: - Counts

  /// A team with so many members, which the team lists or the members name.
  private func members(_ count: Int, isListed: Bool) -> [String] {
    let ids = (0..<count).map { "p\($0)" }
    let list = isListed ? " members=" + ids.joined(separator: ",") : ""
    let players = ids.map { " | Player \($0)" + (isListed ? "" : " team=a") }
    return Self.checked.links("Team a" + list + players.joined())
  }

  @Test(arguments: [true, false])
  func theNumberOfObjectsIsWithinItsBounds(isListed: Bool) throws {
    let found = (0...5).map { members($0, isListed: isListed) }
    func first(_ count: Int) -> String { found[count].first ?? "" }
    #expect(
      first(0).hasSuffix(
        "missing-value: 'members' of entity 'Team' is not optional and needs a value"))
    #expect(first(1).hasSuffix("count: relationship 'members' needs at least 2 objects"))
    for count in [4, 5] {
      #expect(first(count).hasSuffix("count: relationship 'members' can have at most 3 objects"))
    }
    #expect(found.map(\.count) == [1, 1, 2, 3, 1, 1])
    #expect(first(2) == "Team.members a→p0 0/0" && first(3) == "Team.members a→p0 0/0")
    let place = isListed ? "⟨[\"p0\"]⟩" : "⟨{\"entity\": \"Team\", "
    #expect(first(1).hasPrefix(place), "\(first(1))")
  }

  @Test func aRequiredObjectIsGivenFromEitherSide() {
    let rest = "Team a members=p,q | Player p"
    #expect(Self.checked.links(rest + " | Player q").count == 2)
    #expect(
      Self.checked.links(rest + " | Player q | Player r") == [
        "⟨{\"entity\": \"Player\", \"id\": \"⟩ missing-value: 'team' of entity 'Player' is not "
          + "optional and needs a value"
      ])
    #expect(
      Self.checked.links(rest + " | Player q | Player r team=") == [
        "⟨null⟩ missing-value: 'team' of entity 'Player' is not optional and needs a value"
      ])
    #expect(Self.unchecked.links(rest + " | Player q | Player r").count == 2)
  }

  /// An upper bound alone: a relationship without inverse that nobody has to fill.
  @Test(arguments: [(0, true), (1, true), (2, true), (3, false), (4, false)])
  func anUpperBoundCountsToo(count: Int, isAllowed: Bool) {
    let ids = (0..<count).map { "n\($0)" }
    let words =
      "Team a members=p,q notes=\(ids.joined(separator: ",")) | Player p | Player q"
      + ids.map { " | Note \($0)" }.joined()
    let found = Self.checked.links(words)
    #expect(
      isAllowed
        ? found.count == 2 + count
        : found.count == 1
          && found[0].hasSuffix("count: relationship 'notes' can have at most 2 objects"),
      "\(found)")
    #expect(Self.unchecked.links(words).count == 2 + count)
  }
}
