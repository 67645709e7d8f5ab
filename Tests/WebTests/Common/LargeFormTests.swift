import Domain
import Testing

/// Files that are more than a form takes, from a browser without scripts: what is said, and what is left of what was typed.
@Suite struct LargeFormTests {
    private let app: TestApp
    init() async throws { app = try await TestApp.withTrips() }

    private var forms: [(path: String, user: TestUser, from: String)] {
        let chat = app.chat
        return [
            ("/trips/alpha/announcements/new", .host, "/trips/alpha/announcements/new?event=1"), (chat + "/messages", .traveller, chat),
        ]
    }

    /// Seventy megabytes by their length: none of them is read.
    private func send(_ path: String, as user: TestUser, _ headers: [String: String]) async throws -> TestApp.TestResponse {
        let all = ["Content-Type": "multipart/form-data; boundary=x", "Content-Length": "73400320"]
        return try await app.send(.post, path, as: user, body: "x", headers: all.merging(headers) { $1 })
    }

    @Test func whatIsMoreThanAnyFormTakesIsSaidOnAPage() async throws {
        for (path, user, from) in forms {
            let answer = try await send(path, as: user, ["Accept": "text/html", "Referer": "http://trip.example" + from])
            #expect(answer.status == 413, "\(path)")
            #expect(answer.body.contains("This form takes at most 64 MB with all its files."), "\(path)")
            #expect(answer.page.find(".failed .primary").first?["href"] == from, "\(path)")
            #expect(answer.page.has("nav") && answer.body.contains("Error 413"), "in the frame of every page")
        }
    }

    @Test func theWayBackLeadsToNoOtherSite() async throws {
        for from in ["http://evil.example/trips", "http://trip.example.evil.example/", "javascript:alert(1)", ""] {
            let answer = try await send(forms[0].path, as: .host, ["Accept": "text/html", "Referer": from])
            #expect(answer.status == 413 && !answer.page.texts(".failed a").contains("Back") && !answer.body.contains("evil"), "\(from)")
        }
    }

    @Test func scriptsHearTheSame() async throws {
        let answer = try await send(forms[1].path, as: .traveller, ["Accept": "application/json"])
        #expect(answer.status == 413 && answer.body.contains("at most 64 MB"))
    }

    /// More than forty megabytes, and less than the server reads.
    @Test(.timeLimit(.minutes(2))) func aLargeFileLeavesWhatWasTyped() async throws {
        func post(_ path: String, as user: TestUser, _ fields: [(String, String)]) async throws -> TestApp.TestResponse {
            var body = fields.map { "--x\r\nContent-Disposition: form-data; name=\"\($0.0)\"\r\n\r\n\($0.1)\r\n" }.joined()
            body += "--x\r\nContent-Disposition: form-data; name=\"photo_file\"; filename=\"bus.jpg\"\r\n\r\n"
            body += String(repeating: "x", count: 45 << 20) + "\r\n--x--\r\n"
            return try await app.send(.post, path, as: user, body: body, headers: ["Content-Type": "multipart/form-data; boundary=x"])
        }
        let fields = [
            ("do", "review"), ("title", "Bus"), ("text", "Kept words"), ("urgency", "1"), ("part", "all"), ("condition", "everyone"),
        ]
        let announcement = try await post(forms[0].path, as: .host, fields)
        #expect(announcement.status == 422 && announcement.page.text("#photo-error")?.contains("at most 8 MB") == true)
        #expect(announcement.page.text("textarea#text") == "Kept words" && announcement.page.find("#title").first?["value"] == "Bus")
        let message = try await post(forms[1].path, as: .traveller, [("text", "Kept words"), ("client_id", "")])
        #expect(message.status == 422 && message.body.contains("at most 8 MB") && message.body.contains("Kept words"))
    }
}
