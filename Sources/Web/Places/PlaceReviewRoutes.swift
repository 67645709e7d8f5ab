import Domain
import Hummingbird
import Pages
import Services

/// Reviews of places: reading all of them, writing one's own, and what moderators do beside them.
struct PlaceReviewRoutes {

    func add(to table: RouteTable) {
        table.get(Path.reviews, .trip, PlaceReviewRoutes.all)
        table.get(Path.reviewPlace, .member) { web, access in
            let place = try PlaceReviewRoutes.place(web)
            if try web.services.placeReviews.place(place, access).isForHelp { throw Refusal.notFound }
            let own = try web.services.placeReviews.own(place, access)
            return try web.html(PlaceReviewRoutes.page(web, access, place, .init(PlaceReviewRoutes.draft(of: own)), own))
        }
        table.post(Path.reviewPlace, .member, PlaceReviewRoutes.save)
        table.post(Path.deleteReview, .member) { web, access in
            let place = try PlaceReviewRoutes.place(web)
            try await web.services.placeReviews.delete(place, access)
            return web.redirect(Path.place(access.trip.fields.slug, place).asking("said", "deleted").at("reviews"))
        }
        table.post(Path.restoreReview, .member) { web, access in
            let place = try PlaceReviewRoutes.place(web)
            try await web.services.placeReviews.restore(place, access)
            return web.redirect(Path.place(access.trip.fields.slug, place).asking("said", "restored").at("reviews"))
        }
        table.post(Path.removeReview, .staff) { web, access in
            let place = try PlaceReviewRoutes.place(web)
            let entry = try await web.services.moderation.removeNow(review: web.ordinal("number"), access)
            return web.redirect(Path.place(access.trip.fields.slug, place).asking("removed", "\(entry.number)").at("reviews"))
        }
    }

    /// The place that the address names; not found for what names none.
    static func place(_ web: WebRequest) throws(Refusal) -> PlaceID {
        guard let place = PlaceID(try web.parameter("id")) else { throw .notFound }
        return place
    }

    private static func all(_ web: WebRequest, _ access: TripAccess) throws -> Response {
        let offset = web.query("from").whole(in: 0...100_000) ?? 0
        let opened = try web.services.placeReviews.open(place(web), offset: offset, access)
        return web.html(AllReviewsPage(layout: try PlaceRoutes.layout("Reviews", web, access, script: "places"), opened: opened))
    }

    // MARK: one's own

    private static func page(
        _ web: WebRequest, _ access: MemberAccess, _ place: PlaceID, _ typed: ReviewFormPage.Typed, _ own: PlaceReview?,
        _ complaint: Complaint = Complaint()
    ) throws -> ReviewFormPage {
        ReviewFormPage(
            layout: try PlaceRoutes.layout("Review", web, access, script: "photo-pick"),
            place: try web.services.placeReviews.place(place, access), own: own, typed: typed, complaint: complaint)
    }

    private static func draft(of own: PlaceReview?) -> ReviewDraft {
        var draft = ReviewDraft()
        if let own { (draft.stars, draft.text, draft.isForAll) = (own.stars, own.text, own.isForAll) }
        return draft
    }

    private static func save(_ web: WebRequest, _ access: MemberAccess) async throws -> Response {
        let place = try place(web)
        let form = try await web.form(limit: EdgeLimits.photos)
        var draft = ReviewDraft()
        (draft.stars, draft.text) = (form["stars"].whole(in: PlaceReview.stars), form["text"])
        (draft.isForAll, draft.removedPhotos) = (form["for_all"] == "on", Set(form.all("remove_photo").compactMap { ID($0) }))
        return try await web.submit { [draft] in
            let isHeld = try await web.services.placeReviews.save(draft, photos: form.files, of: place, access)
            return web.redirect(Path.place(access.trip.fields.slug, place).asking("said", isHeld ? "held" : "saved").at("reviews"))
        } again: { [draft] errors, problem in
            try page(
                web, access, place, .init(draft, lostPhotos: !form.files.isEmpty), web.services.placeReviews.own(place, access),
                Complaint(errors, problem))
        }
    }
}

/// What the page of a place says once after one of its forms, with the way back.
enum PlaceFlash {
    static func said(_ web: WebRequest, _ access: some TripProof, _ place: PlaceID) throws -> Flash? {
        let slug = access.trip.fields.slug
        if let log = web.query("removed").ordinal, let staff = access.asStaff {
            guard let entry = try web.services.moderation.undoable(log, staff) else { return nil }
            return Flash("The review is removed. Its author is told.", undo: Path.undoModeration(slug, entry.number))
        }
        if let report = ID(web.query("reported")) {
            return Flash("Thank you: everybody on the trip sees it.", undo: Path.withdrawPlaceReport(slug, place, report))
        }
        if let report = ID(web.query("withdrawn")) {
            return Flash("The report is withdrawn.", undo: Path.restorePlaceReport(slug, place, report))
        }
        if let note = ID(web.query("noted")) { return Flash("The note is saved.", undo: Path.undoPlaceNote(slug, place, note)) }
        switch web.query("said") {
        case "saved": return Flash("Your review is there for everybody on the trip.")
        case "held": return Flash("Thank you. A moderator looks at your review before others see it.")
        case "deleted": return Flash("Your review is deleted.", undo: Path.restoreReview(slug, place))
        case "restored": return Flash("Your review is back.")
        default: return nil
        }
    }
}
