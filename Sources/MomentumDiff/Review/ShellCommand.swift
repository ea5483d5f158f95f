// Shell commands in findings, for users to paste.

import MomentumDiagnostics

/// A git command for the repository of a model.
struct GitCommand {
  /// The folder to run git in; `nil` for the current folder.
  let folder: String?

  /// The beginning of the command: `git`, or `git -C App` for another folder.
  var command: String { folder.map { "git -C \(shellPath($0))" } ?? "git" }

  /// The command that writes a file of a commit to `path`. It writes to another file first: the
  /// shell empties the output file before git runs, so the old content would be lost if git failed.
  func show(_ source: String, into path: String) -> String {
    let copy = shellPath(path + ".new")
    return "\(command) show \(shellWord(source)) > \(copy) && mv \(copy) \(shellPath(path))"
  }
}

/// A path as one word of a shell command. It cannot be taken for an option.
func shellPath(_ path: String) -> String {
  shellWord(path.hasPrefix("-") ? "./" + path : path)
}

/// A text as one word of a shell command.
///
/// Characters that a finding cannot show, such as newlines, are written as bytes. The form
/// `$'a\012b'` works in bash, zsh, ksh and POSIX shells since 2024.
func shellWord(_ text: String) -> String {
  let isPlain = text.utf8.allSatisfy { byte in
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      || (UInt8(ascii: "-")...UInt8(ascii: ":")).contains(byte) || byte == UInt8(ascii: "_")
  }
  if isPlain, !text.isEmpty { return text }
  if text.allSatisfy({ TerminalText.oneLine(String($0)) == String($0) }) {
    return "'" + text.replacing("'", with: "'\\''") + "'"
  }
  let parts = text.map { character -> String in
    if character == "\\" || character == "'" { return "\\\(character)" }
    let isShown = TerminalText.oneLine(String(character)) == String(character)
    return isShown ? String(character) : character.utf8.map(octal).joined()
  }
  return "$'\(parts.joined())'"
}

/// A byte as an octal escape: `\012`.
private func octal(_ byte: UInt8) -> String {
  "\\\(byte >> 6 & 7)\(byte >> 3 & 7)\(byte & 7)"
}
