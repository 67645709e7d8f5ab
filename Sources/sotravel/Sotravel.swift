import ArgumentParser
import Hummingbird
@main struct Sotravel: AsyncParsableCommand { mutating func run() async throws { print("hello") } }
