// Compares the facts of files: see `run`.
import Foundation

let options = Options(CommandLine.arguments.dropFirst())
let files = options.files()
if options.isTiming {
  time(files)
} else {
  exit(compare(files, options) ? 0 : 1)
}
