import Domain
import HTTPTypes
import Hummingbird
import NIOCore
import Pages
import Services

/// One's own photo, and the photos that a reader may see.
struct PhotoRoutes {
    func add(to table: RouteTable) {
        table.get(Path.photo, .trip, PhotoRoutes.show)
        table.get(Path.myPhoto, .member) { web, access in try web.html(PhotoRoutes.page(web, access, [], nil)) }
        table.post(Path.myPhoto, .member) { web, access in
            return try await web.submit {
                let form = try await web.form(limit: PhotoService.byteLimit + 65_536)
                try await web.services.photos.setFace(form.file ?? [], access)
                return web.redirect(Path.profile(access.trip.fields.slug).asking("done", "photo"))
            } again: { errors, problem in
                try PhotoRoutes.page(web, access, errors, problem)
            }
        }
        table.post(Path.removeMyPhoto, .member) { web, access in
            try await web.services.photos.removeFace(access)
            return web.redirect(Path.profile(access.trip.fields.slug).asking("done", "photo-removed"))
        }
    }

    /// An address shows one photo for ever: another photo has another.
    private static func show(_ web: WebRequest, _ access: TripAccess) throws -> Response {
        guard let size = PhotoSize(rawValue: try web.parameter("size")) else { throw Refusal.notFound }
        let id = try web.id()
        let found =
            try web.services.photos.find(id, size, access) ?? web.services.chat.photo(id, size, access)
            ?? web.services.placeReviews.photo(id, size, access)
            ?? web.services.announcements.photo(id, size, access) ?? web.services.moderation.photo(id, size, access)
        guard let bytes = found else {
            throw Refusal.notFound
        }
        return Response(
            status: .ok, headers: [.contentType: "image/webp", .cacheControl: "private, max-age=86400, immutable"],
            body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    private static func page(_ web: WebRequest, _ access: MemberAccess, _ errors: [FieldError], _ problem: String?) throws -> PhotoPage {
        PhotoPage(
            layout: try web.tripLayout("Photo", access, section: "/my/profile", script: "photo-pick"),
            name: access.actor.account.name, photo: try web.services.photos.ownFace(access), complaint: Complaint(errors, problem))
    }
}
