import Domain
import Photos
import Store

/// Takes photos in, decodes them apart, and shows them to whoever may see them.
package struct PhotoService: Sendable {
    package static let byteLimit = PhotoShrinker.byteLimit
    private static let complaints: [PhotoProblem: Texts.Sentence] = [
        .unknownKind: "Choose a photo: a JPEG, PNG, WebP or HEIC file.",
        .tooLarge: "This photo is too large: at most 8 MB and 50 megapixels.",
        .broken: "This photo cannot be read. Choose another one.",
        .tookTooLong: "This photo takes too long to read. Save it as a plain JPEG, or choose a smaller one.",
    ]
    let store: PhotoStore
    let shrinker: PhotoShrinker
    let background: BackgroundQueue
    let system: SystemInputs

    package func setFace(_ bytes: [UInt8], _ access: MemberAccess) async throws {
        let member = try requireOpen(access)
        let pictures = try await faces(bytes, for: access.actor.account.id)
        try await setFace(pictures, of: member, name: access.actor.account.name, trip: access.trip.id, by: access.author)
    }

    /// For the demo.
    package func preset(_ bytes: [UInt8], of member: ID, name: String, trip: ID) async throws {
        try await setFace(faces(bytes, for: member), of: member, name: name, trip: trip, by: .commandLine)
    }

    private func faces(_ bytes: [UInt8], for account: ID) async throws -> [Picture] {
        try await shrink(bytes, to: [.face, .square, .large], field: "photo", for: account)
    }

    private func setFace(_ pictures: [Picture], of member: ID, name: String, trip: ID, by author: Author) async throws {
        let photo = NewPhoto(
            id: system.newID(), face: pictures[0].webP, small: pictures[1].webP, large: pictures[2].webP, width: pictures[2].width,
            height: pictures[2].height)
        try await store.setFace(photo, of: member, name: name, trip: trip, by: author, at: system.now())
    }

    package func removeFace(_ access: MemberAccess) async throws {
        try await store.setFace(
            nil, of: requireOpen(access), name: access.actor.account.name, trip: access.trip.id, by: access.author, at: system.now())
    }

    package func ownFace(_ access: MemberAccess) throws -> ID? { try store.face(of: access.member) }

    /// Nil if the id is not a member's profile photo on this trip.
    package func find(_ id: ID, _ size: PhotoSize, _ access: some TripProof) throws -> [UInt8]? {
        try store.findFace(id, size, trip: access.trip.id)
    }

    private func requireOpen(_ access: MemberAccess) throws(Refusal) -> ID {
        let member = access.member
        guard access.trip.archivedAt == nil else { throw .conflict("This trip is over and no longer changes.") }
        return member
    }

    /// - Parameter account: the account whose share of the queue this uses.
    /// - Throws: invalid, with the message beside `field`, if the bytes are not a photo.
    func shrink(_ bytes: [UInt8], to sizes: [PictureSize], field: String, for account: ID) async throws -> [Picture] {
        guard !bytes.isEmpty else { throw Refusal.invalid([FieldError(field, "Choose a photo first.")]) }
        do {
            return try await background.run(for: account) { [shrinker] in try shrinker.shrink(bytes, to: sizes) }
        } catch let problem as PhotoProblem {
            guard let complaint = PhotoService.complaints[problem] else {
                throw Refusal.unavailable("Photos cannot be uploaded right now. Try again in a minute.", retryAfter: 60)
            }
            throw Refusal.invalid([FieldError(field, complaint)])
        }
    }
}
