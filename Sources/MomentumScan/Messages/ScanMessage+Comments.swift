import MomentumDiagnostics

/// Messages about comments that switch rules off.
extension ScanMessage {
  static let commentRules: [DiagnosticRule] = [commandRule]

  static let commandRule = DiagnosticRule(
    "scan.unknown-command", .warning,
    "A comment that switches rules off names no known rule, or cannot be read.",
    """
    '// momentum:disable RULE' switches a rule off, and '// momentum:enable RULE' switches it on \
    again. For one line, write 'disable:next', 'disable:this' or 'disable:previous'. A rule is an \
    id such as 'scan.unknown-key', a pattern such as 'scan.*', or 'all'. As it is, the comment \
    does nothing: correct it, or delete it.
    """, .own)

  static func unknownCommand(_ word: String) -> Self {
    Self(
      rule: commandRule,
      text:
        "'\(word)' is no command; write 'disable', 'disable:next', 'disable:this', 'disable:previous' or 'enable'"
    )
  }

  static func noRule(_ id: String, near: String?) -> Self {
    Self(
      rule: commandRule, text: "no rule has the id '\(id)'" + didYouMean(near))
  }

  static let noRules = Self(
    rule: commandRule, text: "the comment names no rule; 'all' stands for every rule")
}
