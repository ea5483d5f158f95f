import Foundation

exit(PluginTool.run(Array(CommandLine.arguments.dropFirst())).rawValue)
