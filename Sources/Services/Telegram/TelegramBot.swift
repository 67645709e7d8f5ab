import Cryptography
import Domain
import Gateways
import Logging
import Store
import Synchronization

/// The bot: takes what Telegram tells, answers, and writes to people and groups. What it does for somebody it does as that person, through
/// the services that pages use. It keeps nothing that is not stored.
package final class TelegramBot: Sendable {
    /// For which Telegram holds back an answer without news.
    private static let pollSeconds = 50
    private static let longestPause = Duration.seconds(60)
    /// A reply that cannot go by then is worth nothing.
    private static let replyPatience = Duration.seconds(4)

    let tools: TelegramTools
    let line: TelegramLine
    private let handle = Mutex("")
    private let inHand = Mutex<Set<Int>>([])
    private let turns = Turns<Int>()
    /// Since when posts differ from their events in how many gave which answer.
    let waiting = Mutex<[ID: Duration]>([:])

    init(_ tools: TelegramTools) {
        self.tools = tools
        line = TelegramLine(tools.options, tools.system)
    }

    /// What the bot is called, without "@"; "" while Telegram could not be asked.
    package var name: String { handle.withLock { $0 } }

    // MARK: running

    /// On each node, as its pages name the bot. Until the task is cancelled.
    package func learnName() async throws {
        var pause = Duration.seconds(5)
        while true {
            // Whoever runs the bot has asked by then.
            try await Task.sleep(for: pause)
            guard name.isEmpty else {
                pause = .hours(1)
                continue
            }
            let answer = await line.ask(.name)
            if answer.isOK { handle.withLock { $0 = answer.handle } }
            pause = TelegramBot.pause(after: answer, before: pause)
        }
    }

    /// Until the task is cancelled.
    package func run(logger: Logger) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            group.addTask { try await self.listen(logger) }
            group.addTask { try await self.keepPosts(logger) }
            group.addTask { try await self.tidy(logger) }
        }
    }

    private func listen(_ logger: Logger) async throws {
        try await introduce(logger)
        while tools.options.takesHook { try await Task.sleep(for: .hours(1)) }
        var (pause, most) = (Duration.zero, 100)
        while !Task.isCancelled {
            try await Task.sleep(for: pause)
            // Without a number what came before comes again, and is known.
            let next = (try? tools.store.next()) ?? nil
            let answer = await line.ask(
                .updates(from: next, most: most, seconds: TelegramBot.pollSeconds), waiting: .seconds(TelegramBot.pollSeconds))
            // A node that hung meanwhile leaves them to whoever asks by now.
            try JobLease.check()
            // An answer that is too large to be read comes again and again: one update never is.
            most = answer.isOK ? 100 : 1
            guard answer.isOK else {
                if Task.isCancelled { return }
                if pause < .seconds(1) { log(answer, "Telegram does not say what happens", logger) }
                // Another program asks for the same bot, or a webhook is still set.
                if answer.code == 409 { _ = await line.ask(.dropHook) }
                pause = TelegramBot.pause(after: answer, before: pause)
                continue
            }
            // Whoever answers at once without news is not asked again at once.
            pause = answer.updates.isEmpty ? .milliseconds(50) : .zero
            // What could not be noted comes again, and would be answered again at once.
            if await !take(answer.updates, logger) { pause = .seconds(5) }
        }
    }

    /// Asks for the bot's name, and says how it hears of things, until Telegram has taken both.
    private func introduce(_ logger: Logger) async throws {
        var pause = Duration.zero
        while true {
            try await Task.sleep(for: pause)
            let answer = await line.ask(.name)
            let set = answer.isOK ? await line.ask(hook) : answer
            if answer.isOK, set.isOK {
                handle.withLock { $0 = answer.handle }
                _ = await line.ask(.commands(TelegramBot.commands))
                return
            }
            if pause < .seconds(1) { log(set, "the Telegram bot does not work yet", logger) }
            pause = TelegramBot.pause(after: set, before: pause)
        }
    }

    private var hook: TelegramRequest {
        guard tools.options.takesHook else { return .dropHook }
        return .setHook(tools.options.publicURL + TelegramBot.hookPath, secret: hookSecret)
    }

    private static func pause(after answer: TelegramAnswer, before: Duration) -> Duration {
        if let wait = answer.retryAfter { return .seconds(max(wait, 1)) }
        return min(max(before * 2, .seconds(1)), longestPause)
    }

    /// What Telegram says of an error names no token.
    private func log(_ answer: TelegramAnswer, _ what: String, _ logger: Logger) {
        logger.warning("\(what)", metadata: ["status": "\(answer.code)", "said": "\(answer.said)"])
    }

    private func tidy(_ logger: Logger) async throws {
        var rounds = 0
        while !Task.isCancelled {
            do {
                try await endOverduePositions()
                if rounds % 360 == 0 { try await tools.store.sweep(at: tools.system.now()) }
            } catch is CancellationError { return } catch {
                logger.failed("the Telegram bot cannot tidy up", error)
            }
            rounds += 1
            try await Task.sleep(for: .seconds(10))
        }
    }

    // MARK: the webhook

    /// Where Telegram brings what happens.
    package static let hookPath = "/t/telegram/updates"

    /// By which Telegram shows that it is Telegram. It follows from the token, which only both sides know.
    private var hookSecret: String {
        base64URL(Digest.hmacSHA256(Array("webhook".utf8), key: Array(tools.options.botToken.utf8)))
    }

    /// - Throws: not found for whoever does not know the secret.
    package func take(hook body: [UInt8], secret: String, logger: Logger) async throws {
        guard tools.options.takesHook, Digest.areEqual(Array(secret.utf8), Array(hookSecret.utf8)) else { throw Refusal.notFound }
        // What is no update does not become one by being sent again.
        guard let update = TelegramUpdate.read(body) else { return }
        guard await take([update], logger) else { throw Refusal.unavailable("Please send it again.", retryAfter: 5) }
    }

    // MARK: taking updates

    /// What comes from one is taken in its order, and each once.
    /// - Returns: false if some could not be noted, as on a full disk.
    package func take(_ updates: [TelegramUpdate], _ logger: Logger) async -> Bool {
        let bySender = Dictionary(grouping: updates.sorted { $0.number < $1.number }, by: \.sender)
        return await withTaskGroup(of: Bool.self) { group in
            for (sender, updates) in bySender {
                group.addTask {
                    let areNoted = try? await self.turns.inTurn(of: sender) {
                        for update in updates where await !self.takeOnce(update, logger) { return false }
                        return true
                    }
                    return areNoted ?? false
                }
            }
            return await group.reduce(true) { $0 && $1 }
        }
    }

    private func takeOnce(_ update: TelegramUpdate, _ logger: Logger) async -> Bool {
        guard inHand.withLock({ $0.insert(update.number).inserted }) else { return true }
        defer { inHand.withLock { _ = $0.remove(update.number) } }
        do {
            let topic = sealed(TelegramBot.topic(update))
            guard try tools.store.isNew(update.number, topic: topic) else { return true }
            // What fails is not taken again and again: everything that came after it would wait.
            do { try await take(update.content) } catch {
                logger.error("an update of Telegram's was not taken", metadata: ["error": "\(TelegramBot.said(error))"])
            }
            try await tools.store.note(update.number, topic: topic, at: tools.system.now())
            return true
        } catch {
            logger.error("updates of Telegram's cannot be noted", metadata: ["error": "\(TelegramBot.said(error))"])
            return false
        }
    }

    private static func said(_ error: any Error) -> String { error is Refusal ? "refused" : String(describing: type(of: error)) }

    /// The log of updates outlives an erasure by a day or two: it says nobody's number.
    private func sealed(_ topic: String) -> String {
        guard !topic.isEmpty else { return "" }
        return base64URL(Array(Digest.hmacSHA256(Array(topic.utf8), key: Array(tools.options.botToken.utf8)).prefix(16)))
    }

    /// An older answer of the same person to the same event is none any more, nor is an older word on the same chat.
    private static func topic(_ update: TelegramUpdate) -> String {
        switch update.content {
        case .tap(let tap): TelegramAct(tap.data)?.event.map { "\(tap.sender.id) \($0)" } ?? ""
        case .standing(let chat, _): "chat \(chat.id)"
        default: ""
        }
    }

    private func take(_ content: TelegramUpdate.Content) async throws {
        switch content {
        case .message(let message): try await take(message)
        case .edited(let message): try await takePosition(message)
        case .tap(let tap): try await take(tap)
        case .standing(let chat, let isOpen): try await take(chat, isOpen: isOpen)
        case .other: break
        }
    }

    /// Somebody blocks the bot or lets it in again; a group throws it out or takes it back.
    private func take(_ chat: TelegramChat, isOpen: Bool) async throws {
        let now = tools.system.now()
        if chat.isGroup {
            try await tools.groups.setProblem(isOpen ? nil : TelegramBot.thrownOut, chat: chat.id, at: now)
        } else if !isOpen {
            try await tools.store.end(chat: chat.id, reason: TelegramLinking.blocked, at: now)
        }
    }

    static var thrownOut: String { Texts.said("The bot is not in the group any more") }

    // MARK: replying

    /// Sends in the background: whoever writes faster than the limits let the bot reply holds up nobody else.
    func reply(_ post: TelegramPost, to chat: Int) { reply(.send(post.text, to: chat, buttons: post.buttons)) }

    func reply(_ request: TelegramRequest) {
        Task { [line] in _ = try? await line.send(request, patience: TelegramBot.replyPatience) }
    }
}
