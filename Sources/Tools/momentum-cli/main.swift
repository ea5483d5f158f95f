import Foundation
import MomentumCLI

let status = MomentumTool.run(Array(CommandLine.arguments.dropFirst()), console: .standard)
exit(status)
