import Domain
import Testing

/// The traveller's map and what else fills their phone: the list as a sheet, the card's parts, the page of a call that is open.
@Suite struct TravellerPhoneTests {
    private func page(_ app: TestApp, _ path: String, as who: TestUser = .traveller) async throws -> HTMLPage {
        HTMLPage(try await app.send(.get, path, as: who).body)
    }

    @Test func theMapHasASheetWithFriendsMeetingPointsAndOneself() async throws {
        let app = try await TestApp.withTrips()
        let map = try await page(app, "/trips/alpha/my/map")
        #expect(map.has("body.map-body #friend-map.map-page > .map-frame") && map.has("#friend-map > aside.people[data-height=low]"))
        #expect(map.texts("#sheet-tabs button") == ["Friends", "Meeting points", "You"])
        // Each tab names a part that is there, so that without scripts all are read below each other.
        for tab in map.find("#sheet-tabs button") {
            #expect(map.has("#panel-body > section#\(tab["aria-controls"] ?? "")"), "\(tab.text)")
        }
        // Nobody is near yet, and the page says so.
        #expect(map.find("#nobody").first?["hidden"] == nil && map.has("#friends"))
        // Without a position of one's own there is no distance to choose.
        #expect(map.find("#radius").first?["hidden"] != nil)
        #expect(map.find("#friend-map").first?["data-messages"] == "/trips/alpha/friends")
    }

    @Test func theAddressOfTheSharingFormLeadsToWhereItStands() async throws {
        let app = try await TestApp.withTrips()
        let shared = [("level", "everyone"), ("time", "tonight")]
        #expect(try await app.send(.post, "/trips/alpha/my/sharing", as: .traveller, form: shared).status == 303)
        let before = try await page(app, "/trips/alpha/my").text("#sharing .chip")
        let again = try await app.send(.get, "/trips/alpha/my/sharing", as: .traveller)
        #expect(again.status == 303 && again.location == "/trips/alpha/my")
        #expect(try await page(app, "/trips/alpha/my").text("#sharing .chip") == before)
    }

    @Test func aFriendIsCalledByTheNumberThatTheyShow() async throws {
        let app = try await TestApp.withTrips()
        let phone = try await app.send(.post, "/trips/alpha/my/phones", as: .traveller, form: [("label", "Phone")]).location
        let shared = [("level", "everyone"), ("time", "tonight")]
        #expect(try await app.send(.post, "/trips/alpha/my/sharing", as: .traveller, form: shared).status == 303)
        let fix = "{\"_type\":\"location\",\"lat\":46.421,\"lon\":9.23,\"tst\":\(app.clock.now.seconds),\"tid\":\"tp\"}"
        #expect(try await app.send(.post, phone, body: fix).status == 200)
        let row = "#friends li[data-id=\(app.id("member traveller"))]"
        let silent = try #require(try await page(app, "/trips/alpha/my/map", as: .moderator).find(row).first)
        #expect(silent["data-call"] == nil && silent["data-number"] == nil)
        let member = try app.services.roster.member(app.id("member traveller"), app.host())
        let form = [
            ("version", String(member.version)), ("first_name", "Tilda"), ("last_name", "Person"), ("whatsapp", "+41 79 000 00 07"),
        ]
        #expect(try await app.send(.post, "/trips/alpha/my/profile", as: .traveller, form: form).status == 303)
        let map = try await page(app, "/trips/alpha/my/map", as: .moderator)
        let called = try #require(map.find(row).first)
        #expect(called["data-call"] == "tel:+41790000007" && called["data-number"] == "+41790000007")
        #expect(map.find("#nobody").first?["hidden"] != nil)
    }

    @Test func whileACallIsOpenItsStateStandsAndTheFormIsFoldedAway() async throws {
        let app = try await TestApp.withTrips()
        // Of the two the traveller has called already.
        let before = try await page(app, "/trips/alpha/my/sos", as: .moderator)
        #expect(before.has(".sos > form#sos") && !before.has("#again") && !before.has(".says-ok"))
        #expect(before.text("#hold-hint") == "Hold for 2 seconds to call the hosts")
        let open = try await page(app, "/trips/alpha/my/sos")
        #expect(open.has("#again form#sos") && !open.has(".sos > form#sos") && open.find("#again").first?["open"] == nil)
        #expect(open.text("#again > summary > #again-words[data-told]") == "Call the hosts again")
        // What a page that stays open takes its words from, once the call is over.
        #expect(before.text("#again-words[data-told]") == "Call the hosts")
        #expect(open.has("#own-call #state") && open.has("#own-more .says-ok") && open.count("#own-more .advice") == 3)
        // What was refused is seen with its reason.
        let refused = HTMLPage(try await app.send(.post, "/trips/alpha/my/sos", as: .traveller, form: [("text", "x")]).body)
        #expect(refused.find("#again").first?["open"] != nil && refused.has("p.problem[role=alert]"))
    }

    @Test func whereOneCallsTheNumber112StandsOnce() async throws {
        let app = try await TestApp.withTrips()
        let without = try await page(app, "/trips/alpha/my/sos")
        #expect(without.text(".life") == "If life is at risk, call 112 first." && without.count("a[href=tel:112]") == 1)
        let host = try app.host()
        var fields = host.trip.fields
        fields.emergencyNumbers = "Emergency 112\nPiste rescue +00 000 0118"
        try await app.services.trips.update(host, to: fields, version: host.trip.version)
        let with = try await page(app, "/trips/alpha/my/sos")
        #expect(with.text(".life") == "If life is at risk, call 112 first.")
        #expect(with.count("a[href=tel:112]") == 1 && with.has(".sos-phones a[href=tel:112]"))
    }

    @Test func aPhoneIsSetUpInTheFrameByTheAppThatOpensItself() async throws {
        let app = try await TestApp.withTrips()
        let path = "/t/\(try app.trackerToken)"
        let iPhone = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)"
        let headers = ["Accept": "text/html", "User-Agent": iPhone]
        let own = HTMLPage(try await app.send(.get, path, as: .traveller, headers: headers).body)
        #expect(own.has("nav.sections") && own.texts(".set-up > .app h2") == ["OwnTracks"])
        #expect(own.find(".set-up > .app .buttons .primary").first?["href"]?.hasPrefix("owntracks:") == true)
        #expect(own.texts(".other-apps h2") == ["Traccar Client", "Overland"])
        #expect(own.count(".qr") == own.count("details.other-phone .qr") && own.count(".qr") == 3)
        // Whoever is not signed in gets the same without the trip's sections; another screen shows the codes.
        #expect(!HTMLPage(try await app.send(.get, path, headers: headers).body).has("nav.sections"))
        let computer = HTMLPage(try await app.send(.get, path, headers: ["Accept": "text/html"]).body)
        #expect(computer.texts(".set-up > .app h2") == ["OwnTracks"] && computer.count(".other-apps .app > .qr") == 3)
        #expect(computer.count(".set-up > .app > .qr") == 1 && !computer.has(".other-phone"))
        // What another screen cannot open does not ask for it.
        #expect(!computer.has(".set-up .primary") && computer.text(".set-up [aria-current]") == "Computer")
        // A tap away for what the browser does not say, such as a tablet that calls itself a computer.
        let tabs = computer.find(".set-up .tabs a").compactMap { $0["href"] }
        let chosen = HTMLPage(try await app.send(.get, path + "?on=android", headers: ["Accept": "text/html"]).body)
        #expect(tabs.count == 3 && tabs[1].hasSuffix(path + "?on=android"))
        #expect(chosen.text(".set-up [aria-current]") == "Android" && chosen.has(".set-up > .app .primary"))
    }

    @Test func theChoiceOfAPhoneStaysInTheFrameWhateverStandsInTheAddress() async throws {
        let app = try await TestApp.withTrips()
        let (path, html) = ("/t/\(try app.trackerToken)", ["Accept": "text/html,*/*", "User-Agent": "Mozilla/5.0 (Linux; Android 14)"])
        // Messengers put names of their own behind an address, and old links say what is no device.
        for (query, device) in [
            ("?on=iphone", "iPhone"), ("?on=computer", "Computer"), ("?on=nokia", "Android"), ("?on=", "Android"), ("?", "Android"),
            ("?fbclid=x", "Android"), ("?on=iphone&utm_source=chat", "iPhone"), ("?on=%F0%9F%93%B1", "Android"), ("?on=iPhone", "Android"),
        ] {
            let page = try await app.send(.get, path + query, as: .traveller, headers: html).page
            #expect(page.text(".set-up [aria-current]") == device, "\(query)")
            #expect(page.has("nav.sections"), "\(query)")
        }
        // What an app sends is taken as before, whether it asks for HTML or not.
        for query in ["?id=1&lat=46.1&lon=7.1", "?id=1", "?deviceid=1&location=46.1,7.1", "?on=iphone&LAT=46.1&lon=7.1"] {
            let taken = try await app.send(.get, path + query, as: .traveller, headers: html)
            #expect(taken.status == 200 && taken.body.isEmpty, "\(query)")
        }
        #expect(try await app.send(.get, path + "?on=nokia").body.isEmpty)
    }

    @Test func whosePhoneItIsFindsTheWayBackAndTheSwitch() async throws {
        let app = try await TestApp.withTrips()
        let phone = try await app.send(.post, "/trips/alpha/my/phones", as: .traveller, form: [("label", "Watch")]).location
        let (share, html) = ("/trips/alpha/my/sharing", ["Accept": "text/html"])
        #expect(try await app.send(.post, share, as: .traveller, form: [("level", "everyone"), ("time", "trip")]).status == 303)
        let hour = try await app.send(.post, share, as: .traveller, form: [("level", "everyone"), ("time", "hour")]).location
        // It stays where one can choose again.
        #expect(hour.hasSuffix("#who-sees"))
        let told = try await app.send(.get, String(hour.prefix { $0 != "#" }), as: .traveller).page
        #expect(told.text(".toast .notice")?.contains("until 1") == true)
        let on = try await app.send(.get, phone, as: .traveller, headers: html).page
        #expect(on.find("nav.crumb a").first?["href"] == "/trips/alpha/my/phones")
        #expect(on.text(".sharing-state")?.hasPrefix("Everyone on the trip may see where you are until") == true)
        #expect(!on.has(".set-up a[href$=#who-sees]"))
        #expect(try await app.send(.post, share, as: .traveller, form: [("off", "yes")]).status == 303)
        let off = try await app.send(.get, phone, as: .traveller, headers: html).page
        #expect(off.text(".set-up a[href$=#who-sees]") == "Switch sharing on" && !off.has(".set-up .problem"))
        // Nobody else hears what they chose.
        let other = try await app.send(.get, phone, headers: html).page
        #expect(!other.has(".set-up .crumb") && !other.has(".set-up a[href$=#who-sees]"))
        let list = try await app.send(.get, "/trips/alpha/my/phones", as: .traveller).page
        #expect(list.has("details.more-actions #label") && !list.has("details[open] #label") && !list.has(".more-actions button.primary"))
    }

    @Test func theDoorNamesTheProgramAndHelpsWhoHasNoPassword() async throws {
        let app = try await TestApp.withTrips()
        let door = try await HTMLPage(app.send(.get, "/sign-in").body)
        #expect(door.text(".door .door-name") == "Sotravel" && door.text(".door h1") == "Sign in")
        #expect(door.has("[data-reveal=password]") && door.texts(".door-help strong").count == 2)
        // Where somebody looks for what is not there they can search.
        let missing = try await page(app, "/trips/alpha/my/none")
        #expect(missing.find(".failed a").contains { $0["href"]?.contains("/search") == true })
    }
}
