import ArgumentParser
import Domain
import Foundation
import Runtime
import Services

struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Add, reset and list accounts.", subcommands: [Add.self, Reset.self, List.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Add an account. The password is read from standard input.")
        @OptionGroup var data: DataOption
        @Argument(help: "The email address.") var email: String
        @Option(help: "The person's name.") var name: String
        @Flag(help: "May see and run every trip; must set up a second factor.") var admin = false

        func run() async throws {
            let program = try Program(data.place)
            let password = try readPassword()
            try await sentence {
                _ = try await program.services.accounts.add(
                    NewAccount(name: name, email: email, password: password), isAdmin: admin)
            }
            print("Added \(email).")
            try program.close()
        }
    }

    struct Reset: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set a new password, read from standard input; ends every session, and the lock after failed sign-ins.")
        @OptionGroup var data: DataOption
        @Argument(help: "The email address.") var email: String
        @Flag(help: "Remove the second factor too.") var secondFactor = false

        func run() async throws {
            let program = try Program(data.place)
            let password = try readPassword()
            try await sentence {
                try await program.services.accounts.reset(email: email, password: password, removesSecondFactor: secondFactor)
            }
            print("Reset \(email). Every session of it has ended.")
            try program.close()
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the accounts.")
        @OptionGroup var data: DataOption

        func run() async throws {
            let program = try Program(data.place)
            for entry in try program.store.accounts.entries() {
                let account = entry.account
                let marks = [
                    account.isAdmin ? "admin" : nil, account.hasSecondFactor ? "second factor" : nil,
                    entry.address.unconfirmed.map { "\($0) not confirmed" },
                ].compactMap(\.self)
                print("\(account.email)\t\(account.name)\t\(marks.joined(separator: ", "))")
            }
            try program.close()
        }
    }

    /// Asked without an echo at a terminal; one line from a pipe.
    private static func readPassword() throws -> String {
        let isTerminal = isatty(0) == 1
        var old = termios()
        if isTerminal {
            FileHandle.standardError.write(Data("Password: ".utf8))
            tcgetattr(0, &old)
            var quiet = old
            quiet.c_lflag &= ~tcflag_t(ECHO)
            tcsetattr(0, TCSANOW, &quiet)
        }
        defer { if isTerminal { tcsetattr(0, TCSANOW, &old) } }
        guard let line = readLine(), !line.isEmpty else { throw Problem("No password came in.") }
        return line
    }

    private static func sentence(_ work: () async throws -> Void) async throws {
        do {
            try await work()
        } catch Refusal.invalid(let errors) {
            throw Problem(errors.said)
        } catch Refusal.notFound {
            throw Problem("There is no such account.")
        }
    }
}
