import Foundation
@main struct Main { static func main() throws {
  let out = CommandLine.arguments[2]
  for f in ["Templates.swift","Assets.swift"] { try "".write(toFile: out + "/" + f, atomically: true, encoding: .utf8) }
} }
