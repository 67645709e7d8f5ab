import Domain
import Testing

/// What Telegram sends, read without ever failing on it.
@Suite struct TelegramReadingTests {
    private static func read(_ text: String) -> TelegramUpdate? { TelegramUpdate.read(Array(text.utf8)) }

    @Test func aCommandInAPrivateChat() throws {
        let update = try #require(
            TelegramReadingTests.read(
                """
                {"update_id":7,"message":{"message_id":3,"from":{"id":42,"is_bot":false,"first_name":"Ada","last_name":"Example",
                "username":"ada"},"chat":{"id":42,"type":"private","first_name":"Ada"},"date":1767600000,"text":"/start word",
                "entities":[{"type":"bot_command","offset":0,"length":6}]}}
                """))
        guard case .message(let message) = update.content else { throw Refusal.notFound }
        #expect(update.number == 7 && update.sender == 42)
        #expect(message.sender == TelegramPerson(id: 42, name: "Ada Example", handle: "ada"))
        #expect(message.sender?.label == "@ada" && message.sentAt == Instant(seconds: 1_767_600_000))
        #expect(TelegramCommand(message.text, bot: "trip_bot") == TelegramCommand("/start@Trip_Bot word", bot: "trip_bot"))
    }

    @Test func aLiveLocationAndItsEnd() throws {
        func location(_ rest: String) -> String {
            """
            {"update_id":8,"edited_message":{"message_id":3,"chat":{"id":42,"type":"private"},"date":1767600000,"edit_date":1767600060,
            "location":{"latitude":46.5,"longitude":9.25,"horizontal_accuracy":12.5\(rest)}}}
            """
        }
        guard case .edited(let going) = try #require(TelegramReadingTests.read(location(",\"live_period\":900,\"heading\":90"))).content,
            case .edited(let last) = try #require(TelegramReadingTests.read(location(""))).content,
            let found = going.location, let end = last.location
        else { throw Refusal.notFound }
        #expect(found == TelegramLocation(latitude: 46.5, longitude: 9.25, accuracy: 12.5, heading: 90, livePeriod: 900))
        #expect(end.livePeriod == nil && going.editedAt == Instant(seconds: 1_767_600_060))
        let report = TrackerReport(end, at: last.editedAt, isFirst: false)
        #expect(report.format == .telegram && report.fixes.first?.latitude == 46.5 && report.notes == ["the live location ended"])
    }

    @Test func aTapAndABlock() throws {
        let tap = TelegramReadingTests.read(
            """
            {"update_id":9,"callback_query":{"id":"77","from":{"id":42,"first_name":"A"},"chat_instance":"1","data":"no-call",
            "message":{"message_id":5,"date":0,"chat":{"id":-100,"type":"supergroup","title":"Ski"}}}}
            """)
        #expect(
            tap?.content
                == .tap(
                    TelegramTap(
                        id: "77", sender: TelegramPerson(id: 42, name: "A"), data: "no-call",
                        chat: TelegramChat(id: -100, kind: .supergroup, title: "Ski"), message: 5)))
        let block = TelegramReadingTests.read(
            #"{"update_id":10,"my_chat_member":{"chat":{"id":42,"type":"private"},"new_chat_member":{"status":"kicked","user":{}}}}"#)
        #expect(block?.content == .standing(TelegramChat(id: 42, kind: .private), isOpen: false))
    }

    @Test(arguments: [
        "", "null", "[]", "{}", "{\"update_id\":\"7\"}", "{\"update_id\":-1}", "{\"update_id\":1e300}", "{\"update_id\":7",
        "{\"update_id\":7}x",
    ]) func whatIsNoUpdateIsNone(_ text: String) {
        #expect(TelegramReadingTests.read(text) == nil)
    }

    @Test(arguments: [
        #""message":null"#, #""message":7"#, #""message":{"message_id":"x"}"#, #""message":{"message_id":1,"chat":[]}"#,
        #""callback_query":{"id":7,"from":{"id":42}}"#, #""callback_query":{"id":"7","from":{"id":-42}}"#, #""poll":{"id":"1"}"#,
        #""my_chat_member":{"chat":{"id":42,"type":"private"},"new_chat_member":[]}"#,
        #""message":{"message_id":1,"chat":{"id":1,"type":"x"}}"#,
        #""callback_query":{"id":"\#(String(repeating: "x", count: 101))","from":{"id":42}}"#,
    ]) func whatCannotBeReadIsTakenAsNothing(_ text: String) {
        #expect(TelegramReadingTests.read("{\"update_id\":7,\(text)}") == TelegramUpdate(number: 7, content: .other))
    }

    /// Every beginning of a good update, and every one with a byte changed, is read or is none.
    @Test func damagedUpdatesAreHarmless() {
        let good = Array(
            """
            {"update_id":8,"edited_message":{"message_id":3,"chat":{"id":42,"type":"private"},
            "location":{"latitude":46.5,"longitude":9e0}}}
            """.utf8)
        for length in 0..<good.count { #expect(TelegramUpdate.read(Array(good[..<length])) == nil) }
        for index in good.indices {
            for byte: UInt8 in [0, 34, 45, 57, 92, 123, 125, 255] {
                var bytes = good
                bytes[index] = byte
                if let update = TelegramUpdate.read(bytes) { #expect(update.number >= 0) }
            }
        }
    }

    @Test func answersSayWhatIsToBeDone() throws {
        func answer(_ text: String) -> TelegramAnswer? { TelegramAnswer(Array(text.utf8)) }
        #expect(answer(#"{"ok":true,"result":{"message_id":12,"chat":{}}}"#)?.message == 12)
        let flood = try #require(answer(#"{"ok":false,"error_code":429,"description":"Too Many","parameters":{"retry_after":7}}"#))
        #expect(flood.retryAfter == 7 && !flood.isOK && !flood.isShut)
        #expect(answer(#"{"ok":false,"error_code":400,"description":"moved","parameters":{"migrate_to_chat_id":-1001}}"#)?.movedTo == -1001)
        #expect(answer(#"{"ok":false,"error_code":403,"description":"Forbidden: bot was blocked by the user"}"#)?.isShut == true)
        #expect(answer(#"{"ok":false,"error_code":400,"description":"Bad Request: chat not found"}"#)?.isShut == true)
        #expect(answer(#"{"ok":false,"error_code":400,"description":"Bad Request: message is not modified: x"}"#)?.isUnchanged == true)
        #expect(answer(#"{"ok":true,"result":[{"update_id":1},7,{"update_id":2}]}"#)?.updates.map(\.number) == [1, 2])
        #expect(answer("<html>") == nil && answer("{}") == nil)
    }

    @Test func actsAreReadAsTheyAreWritten() {
        let id = ID(high: 1, low: 2)
        let answers = [TelegramAct.answer(id, position: 3), .sure(id, position: 0)]
        for act in [TelegramAct.going(id), .declining(id), .seen(id), .call(id), .noCall] + answers {
            #expect(TelegramAct(act.data) == act && act.data.utf8.count <= 64)
        }
        for text in ["", "going", "going x", "going \(id) 1", "answer \(id) 4", "answer \(id)", "sure \(id)", "no-call 1", "GOING \(id)"] {
            #expect(TelegramAct(text) == nil)
        }
    }

    @Test func commandsOfOtherBotsAreTheirs() {
        #expect(TelegramCommand("/where@other_bot", bot: "trip_bot") == nil && TelegramCommand("where", bot: "trip_bot") == nil)
        #expect(TelegramCommand("/WHERE", bot: "trip_bot")?.name == "where")
    }

    @Test func textsAreCutBetweenLetters() {
        let text = TelegramRequest.send(String(repeating: "👨‍👩‍👧", count: 1000), to: 42).body.text
        #expect(text.contains("👨‍👩‍👧…") && text.utf16.count < 4300)
        #expect(TelegramRequest.send("Hello", to: 42).body.text.contains(#""text":"Hello""#))
    }
}
