import TeaService

// tea-service postgresql://app@127.0.0.1/tea [PORT]
let arguments = CommandLine.arguments
guard arguments.count > 1 else {
  print("usage: tea-service postgresql://… [port]")
  throw ExitError.usage
}
let port = arguments.count > 2 ? Int(arguments[2]) ?? 8080 : 8080
try await TeaApplication(database: arguments[1], port: port).run { port in
  print("serving on http://127.0.0.1:\(port)")
}

enum ExitError: Error { case usage }
