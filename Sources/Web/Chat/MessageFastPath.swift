import Domain
import NIOCore
import NIOHTTP1
import Pages
import Services

/// Messages of the plain kind, sent by the page's script: words that no rule objects to and that name nobody. Whatever is decided
/// about others is decided the usual way, by the same services.
package struct MessageFastPath: FastPath, Sendable {
    /// Bytes.
    private static let bodyLimit = 16 * 1024
    let mayFallBack = true
    let services: AppServices
    let responses: FastPathResponses

    func mayHandle(_ head: HTTPRequestHead) -> Bool {
        head.method == .POST && head.uri.hasSuffix("/messages") && head.uri.hasPrefix("/trips/")
            && head.isPlainForm(upTo: MessageFastPath.bodyLimit) && head.headers.first(name: "accept") == "application/json"
    }

    func handle(_ head: HTTPRequestHead, _ body: ByteBuffer?, for handler: FastPathHandler) -> Bool {
        guard let body, CrossSite.admits(head.headers), let (conversation, access) = place(head),
            let sending = MessageFastPath.sending(body), let loop = handler.loop
        else { return false }
        let acceptsGzip = head.headers["accept-encoding"].contains { $0.containsASCII("gzip") }
        let handler = NIOLoopBound(handler, eventLoop: loop)
        return services.chat.sendPlain(sending, to: conversation, access, leave: { loop.execute($0) }) { message in
            handler.value.finish(message.flatMap { try? response($0, access, acceptsGzip: acceptsGzip) })
        }
    }

    /// Where somebody writes who is on the trip.
    private func place(_ head: HTTPRequestHead) -> (conversation: ID, MemberAccess)? {
        guard let (slug, conversation) = MessageFastPath.target(head.uri),
            let access = try? Need.member.prove(services.requester(head, slug: slug))
        else { return nil }
        return (conversation, access)
    }

    /// `/trips/{slug}/chat/{id}/messages`, read as bytes: by characters it takes as long as the rules for what is written.
    private static func target(_ uri: String) -> (slug: String, conversation: ID)? {
        var uri = uri
        return uri.withUTF8 { bytes in
            let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            guard parts.count == 6, parts[3].elementsEqual("chat".utf8),
                let conversation = ID(letters: UnsafeBufferPointer(rebasing: parts[4]))
            else { return nil }
            return (String(decoding: parts[2], as: UTF8.self), conversation)
        }
    }

    /// A message without a number of its own could be sent twice if it went the usual way after all.
    private static func sending(_ body: ByteBuffer) -> ChatService.Sending? {
        guard let form = try? Form(body: Array(body.readableBytesView), contentType: ""), let client = ID(form["client_id"]),
            form["reply_to"].isEmpty, form.account == nil
        else { return nil }
        return .init(clientID: client, text: form["text"], replyTo: nil, photos: [])
    }

    private func response(_ message: ChatMessage, _ access: MemberAccess, acceptsGzip: Bool) throws -> FastPathResponse {
        var buffer = HTMLBuffer(reserving: 1024)
        // It quotes nobody, and nobody blocks themselves.
        var view = MessageView(access.trip.fields.slug, zone: access.trip.zone, reader: access.member, now: services.system.now())
        view.isStaff = access.role.isStaff
        MessageRow(message, view).render(into: &buffer)
        let isGzipped = acceptsGzip && buffer.bytes.count >= Packing.minimumBytes
        return responses.make(
            type: WebRequest.htmlType, ByteBuffer(bytes: isGzipped ? Packing.pack(buffer.bytes) : buffer.bytes),
            and: isGzipped ? Packing.fields : [])
    }
}
