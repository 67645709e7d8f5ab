import Domain
import Foundation
import Testing

/// What stands in a mail, byte by byte. Tests/program/test_email.py reads whole mails with Python's parser.
@Suite struct MailTests {
    private static func mail(_ subject: String, _ text: String = "Text", to: String = "ada@x.example") throws -> MailMessage {
        MailMessage(
            id: ID(high: 1, low: 2), from: try #require(MailName("Trip team <team@trip.example>")), to: to, subject: subject,
            body: MailBody(["Title", text]), at: Instant(seconds: 1_768_982_400))
    }

    private static func lines(_ message: MailMessage) -> [String] {
        String(decoding: message.bytes, as: UTF8.self).components(separatedBy: "\r\n")
    }

    /// Values of header lines, with what is folded put together.
    private static func headers(_ message: MailMessage) -> [String] {
        let head = String(decoding: message.bytes, as: UTF8.self).components(separatedBy: "\r\n\r\n")[0]
        return head.replacing("\r\n ", with: " ").components(separatedBy: "\r\n")
    }

    @Test func nobodyAddsAHeader() throws {
        for evil in ["\r\nBcc: all@x.example", "\nBcc: all@x.example", "\rBcc: all@x.example", "\u{0}\u{B}\u{2028}Bcc: all@x.example"] {
            var message = try MailTests.mail("Dinner" + evil, to: "ada@x.example" + evil)
            message.stop = "https://trip.example/stop" + evil
            let names = MailTests.headers(message).map { String($0.prefix { $0 != ":" }) }
            #expect(
                names == [
                    "From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "List-Unsubscribe", "List-Unsubscribe-Post",
                    "MIME-Version", "Content-Type",
                ])
        }
        #expect(MailName("Evil\r\nBcc: x <team@trip.example>")?.name == "Evil Bcc: x")
        for bad in ["", "team", "team@trip.example>", "a b@x.example", "<team@trip.example", "tëam@trip.example"] {
            #expect(MailName(bad) == nil, "\(bad)")
        }
    }

    @Test func noLineIsLongAndAllIsASCII() throws {
        let long = String(repeating: "Grüße aus dem Tal 🏔️ ", count: 400) + String(repeating: "x", count: 3000)
        let message = try MailTests.mail(String(long.prefix(500)), long + "\n.\n..\nFrom here\ttab \r\nend ")
        #expect(message.bytes.allSatisfy { $0 < 127 })
        #expect(MailTests.lines(message).allSatisfy { $0.utf8.count <= 78 })
        // Every line ends with both signs, and none with blank space.
        let text = Array(message.bytes)
        for index in text.indices where text[index] == 10 { #expect(index > 0 && text[index - 1] == 13) }
        for index in text.indices where text[index] == 13 { #expect(text[index + 1] == 10 && text[index - 1] != 32) }
    }

    @Test func subjectsOfAnyLanguageAreWordsOfWholeCharacters() throws {
        for subject in ["Grüße", "=?UTF-8?B?x?=", String(repeating: "é", count: 200), "🏔️👨‍👩‍👧‍👦 " + String(repeating: "山", count: 80)] {
            let header = MailEncoding.header(subject)
            var decoded = ""
            for word in header.components(separatedBy: "\r\n ") {
                #expect(word.utf8.count <= 75 && word.hasPrefix("=?UTF-8?B?") && word.hasSuffix("?="))
                let bytes = try #require(Data(base64Encoded: String(word.dropFirst(10).dropLast(2))))
                decoded += try #require(String(bytes: bytes, encoding: .utf8), "a character is cut")
            }
            #expect(decoded == subject)
        }
        #expect(MailEncoding.header("Dinner at eight") == "Dinner at eight")
    }

    @Test func quotedPrintableIsTheStandards() {
        #expect(MailEncoding.quotedPrintable("1 + 1 = 2") == "1 + 1 =3D 2")
        #expect(MailEncoding.quotedPrintable("ends \nü\t") == "ends=20\r\n=C3=BC=09")
        #expect(MailEncoding.quotedPrintable(String(repeating: "a", count: 76)) == String(repeating: "a", count: 76))
        #expect(
            MailEncoding.quotedPrintable(String(repeating: "a", count: 77))
                == String(repeating: "a", count: 75) + "=\r\n" + String(repeating: "a", count: 2))
    }

    @Test func htmlShowsTextAndFetchesNothing() throws {
        var body = MailBody(["<b>Title</b>", "1 < 2 & \"3\"\n<script>alert(1)</script>"])
        body.ways = [.init("Open", "https://trip.example/x?a=1&b=\"2\"")]
        let html = body.html(title: "<i>")
        #expect(html.contains("&lt;b&gt;Title&lt;/b&gt;") && html.contains("1 &lt; 2 &amp; &quot;3&quot;<br>"))
        #expect(html.contains("href=\"https://trip.example/x?a=1&amp;b=&quot;2&quot;\""))
        for word in ["<script", "<img", "src=", "url(", "<i>", "<link"] { #expect(!html.contains(word), "\(word)") }
    }

    @Test func serversAreReadAsTheyAreWritten() throws {
        let server = try #require(MailServer("smtp://team%40trip.example:p%3Aa+s%2Fs@Mail.Example:2525"))
        #expect(server.user == "team@trip.example" && server.password == "p:a+s/s")
        #expect(server.url == "smtp://mail.example:2525" && !server.isSecure && !server.isOwn)
        #expect(MailServer("smtp://mail.example")?.url == "smtp://mail.example:587")
        #expect(MailServer("smtps://mail.example/")?.url == "smtps://mail.example:465")
        #expect(try #require(MailServer("smtp://127.0.0.1:25")).isOwn && #require(MailServer("smtp://localhost")).isOwn)
        for bad in [
            "", "mail.example", "http://mail.example", "smtp://", "smtp://user@mail.example", "smtp://:x@mail.example",
            "smtp://mail.example:0", "smtp://mail.example:x", "smtp://mail.example/path", "smtp://mail.example?x", "smtp://a b.example",
        ] { #expect(MailServer(bad) == nil, "\(bad)") }
    }
}
