import Domain
import Hummingbird
import Pages
import Services

/// What people report of places, and the notes of hosts.
struct PlaceReportRoutes {
    func add(to table: RouteTable) {
        table.get(Path.reportPlace, .member) { web, access in
            try web.html(PlaceReportRoutes.page(web, access, ReportDraft(), Complaint()))
        }
        table.post(Path.reportPlace, .member, PlaceReportRoutes.report)
        table.post(Path.withdrawPlaceReport, .trip) { web, access in
            let (place, report) = (try PlaceReviewRoutes.place(web), try web.id("report"))
            try await web.services.placeReports.withdraw(report, access)
            return web.redirect(Path.place(access.trip.fields.slug, place).asking("withdrawn", "\(report)"))
        }
        table.post(Path.restorePlaceReport, .trip) { web, access in
            let (place, report) = (try PlaceReviewRoutes.place(web), try web.id("report"))
            try await web.services.placeReports.restore(report, access)
            return web.redirect(Path.place(access.trip.fields.slug, place).asking("done", "undone"))
        }
        table.get(Path.placeNote, .openHost) { web, access in
            let note = try web.services.placeReports.note(of: PlaceReviewRoutes.place(web), access)
            return try web.html(
                PlaceReportRoutes.notePage(web, access, note.map { NoteDraft($0) } ?? NoteDraft(), last: note?.id, Complaint()))
        }
        table.post(Path.placeNote, .openHost, PlaceReportRoutes.note)
        table.post(Path.undoPlaceNote, .openHost) { web, access in
            let place = try PlaceReviewRoutes.place(web)
            try await web.services.placeReports.undoNote(web.id("note"), access)
            return web.redirect(Path.place(access.trip.fields.slug, place).asking("done", "undone"))
        }
    }

    private static func page(_ web: WebRequest, _ access: MemberAccess, _ draft: ReportDraft, _ complaint: Complaint) throws -> FormPage {
        PlaceForms.report(
            layout: try PlaceRoutes.layout("Report", web, access),
            place: try web.services.placeReviews.place(PlaceReviewRoutes.place(web), access), draft, complaint)
    }

    private static func report(_ web: WebRequest, _ access: MemberAccess) async throws -> Response {
        let (place, form) = (try PlaceReviewRoutes.place(web), try await web.form())
        var draft = ReportDraft()
        (draft.kind, draft.time, draft.phone) = (PlaceReport.Kind(rawValue: form["kind"]), form["time"], form["phone"])
        return try await web.submit { [draft] in
            let report = try await web.services.placeReports.report(draft, of: place, access)
            return web.redirect(Path.place(access.trip.fields.slug, place).asking("reported", "\(report)"))
        } again: { [draft] in
            try page(web, access, draft, Complaint($0, $1))
        }
    }

    private static func notePage(
        _ web: WebRequest, _ access: OpenHostAccess, _ draft: NoteDraft, last: ID?, _ complaint: Complaint
    ) throws -> FormPage {
        PlaceForms.note(
            layout: try web.tripLayout("Note", access, section: "/places"),
            place: try web.services.placeReviews.place(PlaceReviewRoutes.place(web), access), draft, last: last, complaint)
    }

    private static func note(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let (place, form) = (try PlaceReviewRoutes.place(web), try await web.form())
        var draft = NoteDraft()
        (draft.text, draft.isRecommended) = (form["text"], form["recommended"] == "on")
        (draft.isHidden, draft.reason) = (form["hidden"] == "on", form["reason"])
        return try await web.submit { [draft] in
            let note = try await web.services.placeReports.setNote(draft, after: ID(form["last"]), of: place, access)
            return web.redirect(Path.place(access.trip.fields.slug, place).asking("noted", note?.description ?? ""))
        } again: { [draft] errors, problem in
            // Saved again, it comes after the colleague's.
            let newest = try web.services.placeReports.note(of: place, access)
            return try notePage(web, access, draft, last: problem == nil ? ID(form["last"]) : newest?.id, Complaint(errors, problem))
        }
    }
}
