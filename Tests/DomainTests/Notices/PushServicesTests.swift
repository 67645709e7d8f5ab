import Domain
import Testing

/// Which addresses a browser may name as its push service's, and who may be told to write to us.
@Suite struct PushServicesTests {
    @Test(arguments: [
        ("https://fcm.googleapis.com/fcm/send/abc", true), ("https://updates.push.services.mozilla.com/wpush/v2/x", true),
        ("https://autopush.push.services.mozilla.com/x", true), ("https://web.push.apple.com/QGx", true),
        ("https://api.push.apple.com/x", true), ("https://wns2-db5p.notify.windows.com/w/?token=x", true),
        ("https://FCM.googleapis.com/fcm/send/abc", true), ("https://fcm.googleapis.com:443/x", true),
        ("http://fcm.googleapis.com/fcm/send/abc", false), ("https://fcm.googleapis.com:8443/x", false),
        ("https://fcm.googleapis.com.evil.example/x", false), ("https://evil.example/fcm.googleapis.com", false),
        ("https://notify.windows.com.evil.example/x", false), ("https://evilpush.apple.com/x", false),
        ("https://push.services.mozilla.com/x", false), ("https://127.0.0.1/x", false), ("https://10.0.0.1/x", false),
        ("https://[::1]/x", false), ("https://localhost/x", false), ("https://trip.example/x", false),
    ]) func knownServicesAlone(_ text: String, _ isAdmitted: Bool) throws {
        #expect(PushServices().admits(try #require(WebAddress(text))) == isAdmitted, "\(text)")
    }

    @Test func whatIsNoAddressIsNone() {
        for text in [
            "ftp://fcm.googleapis.com/", "https://user@fcm.googleapis.com/x", "https://fcm.googleapis.com/a b", "", "fcm.googleapis.com",
        ] {
            #expect(WebAddress(text) == nil, "\(text)")
        }
    }

    @Test func theOwnerAddsHosts() throws {
        let services = try #require(PushServices("push.example.org, other.example.org:8443  127.0.0.1:9000"))
        func admits(_ text: String) throws -> Bool { services.admits(try #require(WebAddress(text))) }
        #expect(try admits("https://push.example.org/x") && admits("https://other.example.org:8443/x"))
        #expect(try !admits("http://push.example.org/x") && !admits("https://push.example.org:8443/x"))
        #expect(try !admits("https://other.example.org/x") && !admits("https://sub.push.example.org/x"))
        // One of this machine needs no TLS, and only by its own port.
        #expect(try admits("http://127.0.0.1:9000/x") && !admits("http://127.0.0.1:9001/x") && !admits("http://127.0.0.1/x"))
        #expect(try !admits("http://localhost:9000/x"))
        #expect(services.isOwn(try #require(WebAddress("http://127.0.0.1:9000/x"))))
        #expect(!services.isOwn(try #require(WebAddress("https://push.example.org/x"))))
        // A name of the network is no loopback address, whatever it stands for.
        let lan = try #require(PushServices("10.0.0.1:9000"))
        #expect(!lan.isOwn(try #require(WebAddress("https://10.0.0.1:9000/x"))))
        #expect(!lan.admits(try #require(WebAddress("http://10.0.0.1:9000/x"))))
    }

    @Test(arguments: ["https://push.example.org", "push.example.org/path", "a@b.example", "*.example.org", "host:0", "host:x"])
    func whatIsNoHostIsRefused(_ text: String) { #expect(PushServices(text) == nil) }

    @Test func nothingAddsNothing() { #expect(PushServices("") == PushServices() && PushServices(" , ") == PushServices()) }

    @Test(arguments: [
        ("mailto:push@trip.example", true), ("https://trip.example", true), ("https://trip.example/contact", true),
        ("MAILTO:push@trip.example", true), ("mailto:push", false), ("mailto:push@localhost", false), ("mailto:@trip.example", false),
        ("mailto:a@b@trip.example", false), ("http://trip.example", false), ("https://localhost:8080", false),
        ("https://127.0.0.1", false), ("https://[::1]", false), ("https://trip.invalid", false), ("https://trip.local", false),
        ("push@trip.example", false), ("", false), ("mailto:a b@trip.example", false), ("mailto:\"a@trip.example", false),
    ]) func contactsThatServicesTake(_ text: String, _ isTaken: Bool) {
        #expect((PushContact.checked(text) == text) == isTaken, "\(text)")
    }
}

/// What stands where everybody can read it.
@Suite struct LockScreenTests {
    private static func notice(_ kind: NoticeKind) -> Notice {
        Notice(
            id: ID(high: 1, low: 1), tripID: ID(high: 2, low: 2), kind: kind, subject: nil, urgency: .urgent, title: "Ada: SECRET-TITLE",
            text: "At 46.41, 9.23, diabetic: SECRET-TEXT", madeAt: Instant(milliseconds: 0), isRead: false)
    }

    @Test(arguments: NoticeKind.allCases) func nothingIsSaidWhereTheTripSaysNothing(_ kind: NoticeKind) {
        let screen = LockScreen(LockScreenTests.notice(kind), showsText: false)
        #expect(!screen.title.contains("SECRET") && screen.text.isEmpty && !screen.title.isEmpty)
    }

    @Test(arguments: NoticeKind.allCases) func whereSomebodyIsStandsOnNoLockScreen(_ kind: NoticeKind) {
        let screen = LockScreen(LockScreenTests.notice(kind), showsText: true)
        #expect(screen.title == "Ada: SECRET-TITLE")
        #expect(screen.text.isEmpty == [.help, .helpTaken, .trackerSilent].contains(kind), "\(kind)")
    }

    @Test func newsFromTheHostsSayTheName() {
        #expect(LockScreen(LockScreenTests.notice(.announcement), showsText: false).title == "News from your hosts")
    }
}
