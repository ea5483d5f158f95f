import Foundation

exit(AdaptTool.run(Array(CommandLine.arguments.dropFirst())).rawValue)
