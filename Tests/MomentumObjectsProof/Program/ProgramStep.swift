import MomentumDifferential

/// One step of a random program. Its numbers choose among what there is when the step runs, so that
/// a program stays one when steps are taken out of it.
package struct ProgramStep: Sendable, CustomStringConvertible {
  package enum Action: String, Sendable, CaseIterable {
    // Changes of objects.
    case insert
    case setValues
    case setCompany
    case setPartner
    case setBoss
    case setReports
    case setTags
    case changeTag
    case setMentors
    case changeMentor
    case setNotes
    case moveNote
    case setParent
    case delete
    // Events of a context.
    case save
    case rollback
    case reset
    case refresh
    case refreshAll
    case undo
    case redo
    case fetch
    // Other contexts and processes.
    case child
    case other
    case merge
    case saveByPolicy
    case equalWords
    case exchange
    case kill

    /// How often the action is drawn.
    var weight: Int {
      switch self {
      case .insert: 22
      case .setValues: 10
      case .setCompany, .setPartner, .setBoss, .setTags, .setNotes: 6
      case .setReports, .changeTag, .setMentors, .changeMentor, .moveNote, .setParent: 4
      case .delete, .save: 7
      case .undo: 5
      case .redo, .child, .other, .merge: 3
      case .rollback, .refresh, .fetch, .saveByPolicy, .equalWords, .exchange: 2
      case .refreshAll, .reset, .kill: 1
      }
    }

    /// Whether the step changes objects and nothing else.
    var isEdit: Bool {
      switch self {
      case .insert, .setValues, .setCompany, .setPartner, .setBoss, .setReports, .setTags,
        .changeTag, .setMentors, .changeMentor, .setNotes, .moveNote, .setParent, .delete:
        true
      case .save, .rollback, .reset, .refresh, .refreshAll, .undo, .redo, .fetch, .child, .other,
        .merge, .saveByPolicy, .equalWords, .exchange, .kill:
        false
      }
    }

    static let edits = allCases.filter(\.isEdit)
  }

  package var action: Action
  /// The seed of all that the step chooses.
  package var seed: UInt64

  package var description: String { "\(action.rawValue) \(seed)" }

  /// Steps drawn from dice, by the weights of the actions.
  static func draw(_ count: Int, of actions: [Action], _ dice: inout Dice) -> [ProgramStep] {
    let weights = actions.map(\.weight)
    return (0..<count).map { _ in
      ProgramStep(action: actions[dice.weighted(weights)], seed: UInt64(dice.int(0...999_999)))
    }
  }

  /// The program of a seed.
  package static func program(seed: UInt64, count: Int) -> [ProgramStep] {
    var dice = Dice(seed: seed, part: 31)
    return draw(count, of: Action.allCases, &dice)
  }
}

/// What a program should have made, and what there is.
package struct ProgramFailure: Error, CustomStringConvertible {
  package var description: String

  init(_ description: String) { self.description = description }
}
