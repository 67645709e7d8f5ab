import Database
import Domain
import Services
import Store
import Testing

/// The chat's rules, cases, actions and undo apply to reviews.
@Suite struct ReviewModerationTests {
    private let rosa = "/trips/alpha/places/n10"

    private func rule(_ effect: ChatRule.Effect, _ app: TestApp) async throws {
        try await app.services.rules.set(
            .init(
                id: nil, kind: .words, listID: app.id("phrases"), effect: effect, sentence: "Please be kind.", isOn: true,
                exemptsStaff: true),
            app.staff(.host))
    }

    private func found(_ app: TestApp) throws -> ModerationCase {
        try #require(try app.services.moderation.queue(app.staff(.moderator)).first { $0.subject == .review })
    }

    private func decide(_ actions: [PlannedAction], _ app: TestApp) async throws {
        let found = try found(app)
        var decision = CaseDecision()
        (decision.actions, decision.reason, decision.version) = (actions, "Be kind", found.version)
        try await app.services.moderation.apply(decision, to: found.id, app.staff(.moderator))
    }

    @Test func refusedWordsComeBackWithTheReason() async throws {
        let app = try await TestApp.withPlaces()
        try await rule(.refuse, app)
        let page = HTMLPage(try await app.review(.traveller, "1", "The waiter is a numpty").body)
        #expect(page.text("#text-error") == "Please be kind." && page.text("#text") == "The waiter is a numpty")
        #expect(try app.firstNumber("SELECT count(*) FROM place_review") == 0)
    }

    @Test func heldWordsWaitForAModerator() async throws {
        let app = try await TestApp.withPlaces()
        try await rule(.hold, app)
        #expect(try await app.review(.traveller, "1", "A numpty cooks here").location.contains("said=held"))
        #expect(try await app.page(rosa, as: .traveller).text(".review .chip") == "A moderator looks at it first")
        #expect(try await app.page(rosa, as: .moderator).count(".review") == 1)
        #expect(try await app.page(rosa, as: .moderator).count(".rating") == 0)
        #expect(try await app.page("/trips/alpha/friends/\(app.id("member traveller"))", as: .host).count("#own-reviews") == 1)
        try await decide([PlannedAction(.dismiss)], app)
        #expect(try await app.page(rosa, as: .host).text(".rating strong") == "1.0")
        // The same words are not asked about again; others are.
        #expect(try await app.review(.traveller, "2", "A numpty cooks here").location.contains("said=saved"))
        #expect(try await app.review(.traveller, "2", "Still a numpty cooks").location.contains("said=held"))
    }

    @Test func aReportedReviewIsACaseWithActionsUndoAndAppeal() async throws {
        let app = try await TestApp.withPlaces()
        _ = try await app.review(.traveller, "1", "Bad people")
        let number = try app.firstNumber("SELECT number FROM place_review")
        let page = try await app.page(rosa, as: .host)
        #expect(page.find(".review-actions a").first?["href"] == "/trips/alpha/report?review=\(number)")
        let form = [("review", String(number)), ("reason", "harassment"), ("text", "unfair")]
        #expect(try await app.send(.post, "/trips/alpha/report", as: .host, form: form).status == 303)
        #expect(try await app.send(.post, "/trips/alpha/report", as: .traveller, form: form).status == 422, "one's own")
        try await decide([PlannedAction(.remove)], app)
        #expect(try await app.page(rosa, as: .host).count(".review") == 0)
        #expect(try await app.review(.traveller, "5", "Other words").status == 409, "comes back with other words")
        let notices = try await app.services.moderation.notices(app.member(.traveller))
        let notice = try #require(notices.first)
        #expect(notice.text.contains("Your review of Rosa was removed"))
        try await app.services.moderation.appeal(try #require(notice.appealable), text: "It is true", app.member(.traveller))
        let log = try #require(try app.services.moderation.entries(action: .remove, before: nil, limit: 1, app.staff(.host)).first)
        #expect(log.done == "Review removed")
        try await app.services.moderation.decideAppeal(log.number, isGranted: true, reason: "", app.staff(.host))
        #expect(try await app.page(rosa, as: .host).count(".review") == 1)
    }

    @Test func aModeratorRemovesWhileReadingAndTakesItBack() async throws {
        let app = try await TestApp.withPlaces()
        _ = try await app.review(.traveller, "1", "Bad people")
        let path = rosa + "/reviews/\(try app.firstNumber("SELECT number FROM place_review"))/remove"
        #expect(try await app.send(.post, path, as: .traveller).status == 403)
        let removed = try await app.send(.post, path, as: .moderator)
        let page = try await app.page(String(removed.location.prefix { $0 != "#" }), as: .moderator)
        let undo = try #require(page.find(".toast form").first?["action"])
        #expect(page.count(".review") == 0)
        _ = try await app.send(.post, undo, as: .moderator)
        #expect(try await app.page(rosa, as: .host).count(".review") == 1)
        #expect(try await app.send(.post, "/trips/beta/places/n10" + path.dropFirst(rosa.count), as: .hostOfAnotherTrip).status == 404)
    }

    /// Deleting first and putting back later is no way around a removal.
    @Test func aDeletedReviewThatIsRemovedStaysRemoved() async throws {
        let app = try await TestApp.withPlaces()
        _ = try await app.review(.traveller, "1", "Bad people")
        let number = try app.firstNumber("SELECT number FROM place_review")
        _ = try await app.send(.post, "/trips/alpha/report", as: .host, form: [("review", String(number)), ("reason", "hate")])
        _ = try await app.send(.post, rosa + "/review/delete", as: .traveller)
        try await decide([PlannedAction(.remove)], app)
        #expect(try await app.send(.post, rosa + "/review/restore", as: .traveller).status == 409)
        #expect(try await app.page(rosa, as: .host).count(".review") == 0)
        // Taken back, it is the author's to put back.
        let log = try #require(try app.services.moderation.entries(action: .remove, before: nil, limit: 1, app.staff(.host)).first)
        try await app.services.moderation.undo(log.number, reason: "", app.staff(.moderator))
        #expect(try await app.page(rosa, as: .host).count(".review") == 0)
        #expect(try await app.send(.post, rosa + "/review/restore", as: .traveller).status == 303)
        #expect(try await app.page(rosa, as: .host).count(".review") == 1)
    }

    /// Moderators see what a review showed when it was reported.
    @Test func photosThatWereTakenOutStayForModerators() async throws {
        let app = try await TestApp.withPlaces()
        _ = try await app.review(.traveller, "1", "Bad people")
        let (trip, member, store) = (app.id("trip alpha"), app.id("member traveller"), app.store.placeReviews)
        let place = try app.services.placeReviews.place(try #require(PlaceID("n10")), app.member(.traveller))
        let (photo, system) = (app.services.system.newID(), app.services.system)
        func draft(_ photos: [NewPhoto], removed: Set<ID>) -> PlaceReviewStore.Draft {
            .init(
                place: place, trip: trip, member: member, stars: 1, text: "Bad people", isForAll: false, state: .visible, photos: photos,
                removedPhotos: removed)
        }
        let new = NewPhoto(id: photo, face: nil, small: [1], large: [2], width: 4, height: 3)
        let number = try await store.save(draft([new], removed: []), at: app.clock.now, newID: system.newID)
        _ = try await app.send(.post, "/trips/alpha/report", as: .host, form: [("review", String(number)), ("reason", "hate")])
        try await store.save(draft([], removed: [photo]), at: app.clock.now, newID: system.newID)
        let open = try await app.services.moderation.open(try found(app).id, app.staff(.moderator))
        #expect(open.photos == [photo] && open.review?.photos.isEmpty == true)
        #expect(try app.services.placeReviews.photo(photo, .small, app.member(.traveller)) == nil)
        // While the case is open, and not for ever.
        let later = app.clock.now + .minutes(1)
        try await store.forgetPhotos(replacedBefore: later)
        #expect(try app.firstNumber("SELECT count(*) FROM photo WHERE large = x'02'") == 1)
        try await decide([PlannedAction(.dismiss)], app)
        try await store.forgetPhotos(replacedBefore: later)
        #expect(try app.firstNumber("SELECT count(*) FROM photo WHERE large = x'02'") == 0)
    }

    @Test func whoIsMutedWritesNoReviews() async throws {
        let app = try await TestApp.withPlaces()
        _ = try await app.review(.traveller, "1", "Bad people")
        let number = try app.firstNumber("SELECT number FROM place_review")
        _ = try await app.send(.post, "/trips/alpha/report", as: .host, form: [("review", String(number)), ("reason", "hate")])
        try await decide([PlannedAction(.mute, minutes: 60)], app)
        let refused = try await app.review(.traveller, "5", "Kept words")
        #expect(refused.status == 409 && refused.body.contains("You are muted until") && refused.body.contains("Kept words"))
        #expect(try await app.send(.post, rosa + "/reports", as: .traveller, form: [("kind", "closed")]).status == 409)
        #expect(try await app.page(rosa, as: .traveller).text("#reviews .hint")?.contains("You are muted until") == true)
        app.clock.pass(.minutes(61))
        #expect(try await app.review(.traveller, "5", "Better").status == 303)
    }

    @Test func nobodyFloodsThePlaces() async throws {
        let app = try await TestApp.withPlaces()
        for count in 1...10 { #expect(try await app.review(.traveller, "5", "Words \(count)").status == 303) }
        let refused = try await app.review(.traveller, "5", "Words 11")
        #expect(refused.status == 429 && refused.body.contains("Words 11"))
        app.clock.pass(.minutes(11))
        #expect(try await app.review(.traveller, "5", "Words 11").status == 303)
    }

    /// Somebody reads it on another trip, and reports it to those who can judge it.
    @Test func aReviewForAllTripsIsJudgedWhereItWasWritten() async throws {
        let app = try await TestApp.withPlaces()
        _ = try await app.review(.traveller, "1", "Bad people", more: [("for_all", "on")])
        let form = [("review", String(try app.firstNumber("SELECT number FROM place_review"))), ("reason", "other"), ("text", "unfair")]
        #expect(try await app.send(.post, "/trips/beta/report", as: .travellerOfAnotherTrip, form: form).status == 303)
        #expect(try app.services.moderation.queue(app.staff(.hostOfAnotherTrip, slug: "beta")).isEmpty)
        let page = try await app.send(.get, "/trips/alpha/moderation/cases/\(try found(app).id)", as: .moderator).body
        #expect(page.contains("Somebody on another trip") && !page.contains("travellerOfAnotherTrip") && page.contains("unfair"))
    }

    /// In the chat "cold" may be a call for help. Here it is about the soup.
    @Test func aReviewRingsNoAlarm() async throws {
        let app = try await TestApp.withPlaces()
        let open = try app.services.safety.open(app.host()).count
        #expect(try await app.review(.traveller, "1", "Cold soup").location.contains("said=saved"))
        #expect(try app.services.safety.open(app.host()).count == open)
        #expect(try !app.services.moderation.queue(app.staff(.moderator)).contains { $0.subject == .review })
    }

    // MARK: erasure and data

    @Test func aFormerTravellersWordsStay() async throws {
        let app = try await TestApp.withPlaces()
        _ = try await app.review(.traveller, "4", "First words", more: [("for_all", "on")])
        _ = try await app.review(.traveller, "4", "Good soup", more: [("for_all", "on")])
        _ = try await app.review(.traveller, "2", "Taken back", of: "n11")
        _ = try await app.send(.post, "/trips/alpha/places/n11/review/delete", as: .traveller)
        _ = try await app.send(.post, rosa + "/reports", as: .traveller, form: [("kind", "closed")])
        try await app.store.deletion.erase(app.id("member traveller"), trip: app.id("trip alpha"), at: app.clock.now)
        let page = try await app.page(rosa, as: .host)
        #expect(page.text(".review strong") == "Former traveller" && page.text(".review .pre") == "Good soup")
        #expect(page.count(".said-lines li") == 0 && page.count(".review .review-head a") == 0)
        // What they replaced or took back is gone.
        #expect(try app.firstNumber("SELECT count(*) FROM place_review_history") == 0)
        #expect(try app.firstNumber("SELECT count(*) FROM place_review WHERE text = 'Taken back'") == 0)
        #expect(try await app.page("/trips/beta/places/n10", as: .hostOfAnotherTrip).text(".review strong") == "Former traveller")
    }

    @Test func anErasedTripTakesItsWordsAlong() async throws {
        let app = try await TestApp.withPlaces()
        _ = try await app.review(.traveller, "4", "Good soup", more: [("for_all", "on")])
        _ = try await app.review(.travellerOfAnotherTrip, "4", "Theirs", of: "n11", slug: "beta")
        _ = try await app.send(.post, rosa + "/reports", as: .traveller, form: [("kind", "closed")])
        _ = try await app.send(.post, rosa + "/note", as: .host, form: [("text", "24 booked")])
        let trip = app.id("trip alpha")
        try await app.database.write { _ = try $0.run("UPDATE trip SET deleted_at = 1 WHERE id = ?", [.blob(trip.bytes)]) }
        while try await app.store.messages.deleteHistory(trip: trip, limit: 500) == 500 {}
        try await app.store.trips.erase(trip, by: .commandLine, at: app.clock.now)
        for table in ["place_report", "place_note", "place_review_history", "own_place"] {
            #expect(try app.firstNumber("SELECT count(*) FROM \(table)") == 0, "\(table)")
        }
        #expect(try app.firstNumber("SELECT count(*) FROM place_review") == 1 && app.firstNumber("SELECT count(*) FROM place") == 1)
    }

    @Test func everybodyTakesTheirReviewsAlong() async throws {
        let app = try await TestApp.withPlaces()
        _ = try await app.review(.traveller, "4", "Good soup", more: [("for_all", "on")])
        _ = try await app.send(.post, rosa + "/reports", as: .traveller, form: [("kind", "kitchen"), ("time", "20:30")])
        let files = try await app.ownData(app.member(.traveller))
        #expect(try #require(files.first { $0.name == "reviews.csv" }).text.contains("\"Rosa\",\"4\",\"Good soup\",\"yes\",\"visible\""))
        #expect(try #require(files.first { $0.name == "reports.csv" }).text.contains("\"Rosa\",\"kitchen\",\"20:30\""))
    }
}
