/// One mail before it is sent.
package struct MailMessage: Sendable {
    /// A part that calendars read (RFC 6047).
    package struct CalendarPart: Sendable, Equatable {
        package let text: String
        /// REQUEST or CANCEL, as in the text.
        package let method: String
        package init(text: String, method: String) { (self.text, self.method) = (text, method) }
    }
    /// The same in every attempt: whoever gets it twice can tell.
    package let id: ID
    package let from: MailName
    package let to: String
    package let subject: String
    package let body: MailBody
    package let at: Instant
    /// The address that ends such mail with one request (RFC 8058); nil for what somebody has just asked for.
    package var stop: String?
    package var calendar: CalendarPart?
    package init(id: ID, from: MailName, to: String, subject: String, body: MailBody, at: Instant) {
        (self.id, self.from, self.to, self.subject, self.body, self.at) = (id, from, to, subject, body, at)
    }

    /// As it goes over the line (RFC 5322): ASCII, but for an address that has other letters.
    package var bytes: [UInt8] {
        // Neither encoding ever writes "=_", so no text contains it.
        let boundary = "=_" + id.description
        var lines = headers + ["MIME-Version: 1.0", "Content-Type: multipart/alternative;", " boundary=\"\(boundary)\"", ""]
        for part in parts { lines += ["--" + boundary] + part }
        lines += ["--" + boundary + "--", ""]
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    private var headers: [String] {
        let sender = from.name.isEmpty ? from.address : MailEncoding.phrase(from.name) + " <\(from.address)>"
        var lines = [
            "From: " + sender, "To: <\(tidyLine(to).filter { !"<>".contains($0) })>", "Subject: " + MailEncoding.header(subject),
            "Date: " + at.httpDate.replacing("GMT", with: "+0000"), "Message-ID: <\(id)@\(from.domain)>",
            "Auto-Submitted: auto-generated",
        ]
        if let stop {
            lines += ["List-Unsubscribe: <\(tidyLine(stop))>", "List-Unsubscribe-Post: List-Unsubscribe=One-Click"]
        }
        return lines
    }

    /// The plainest first: readers take the last one that they know.
    private var parts: [[String]] {
        let text = ["Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: quoted-printable", ""]
        let html = ["Content-Type: text/html; charset=utf-8", "Content-Transfer-Encoding: quoted-printable", ""]
        let plain = [
            text + [MailEncoding.quotedPrintable(body.text)], html + [MailEncoding.quotedPrintable(body.html(title: subject))],
        ]
        guard let calendar else { return plain }
        let head = ["Content-Type: text/calendar; charset=utf-8; method=\(calendar.method)", "Content-Transfer-Encoding: base64", ""]
        return plain + [head + [MailEncoding.base64(calendar.text)]]
    }
}

/// What a mail says, as text and as HTML. It has no pictures: nothing is fetched when somebody opens it.
package struct MailBody: Sendable {
    /// A way to a page, with its words.
    package struct Way: Sendable {
        package let label: String
        package let url: String
        package init(_ label: String, _ url: String) { (self.label, self.url) = (label, url) }
    }
    /// The first stands large.
    package var paragraphs: [String]
    package var ways: [Way] = []
    /// Small, at the end.
    package var remarks: [String] = []
    package var smallWays: [Way] = []
    package init(_ paragraphs: [String]) { self.paragraphs = paragraphs.filter { !$0.isEmpty } }

    package var text: String {
        let main = paragraphs + ways.map { $0.label + ":\n" + $0.url }
        let small = remarks + smallWays.map { $0.label + ": " + $0.url }
        return (main + (small.isEmpty ? [] : ["-- \n" + small.joined(separator: "\n")])).joined(separator: "\n\n") + "\n"
    }

    /// - Parameter title: of the page that readers of mail make of it.
    package func html(title: String) -> String {
        let heading = paragraphs.first.map { "<h1 style=\"font-size:1.25em\">\(MailBody.lines($0))</h1>" }
        let rest = paragraphs.dropFirst().map { "<p>\(MailBody.lines($0))</p>" }
        let links = ways.map { "<p><a href=\"\(xml($0.url))\" style=\"font-weight:bold\">\(xml($0.label))</a></p>" }
        let small = remarks.map(MailBody.lines) + smallWays.map { "<a href=\"\(xml($0.url))\">\(xml($0.label))</a>" }
        let foot = small.isEmpty ? [] : ["<hr>", "<p style=\"font-size:0.875em\">\(small.joined(separator: "<br>\n"))</p>"]
        let head = "<head><meta charset=\"utf-8\"><title>\(xml(title))</title></head>"
        let body = ([heading].compactMap(\.self) + rest + links + foot).joined(separator: "\n")
        return """
            <!DOCTYPE html>
            <html lang="en">\(head)
            <body style="font-family:sans-serif;line-height:1.5;max-width:36em;margin:0 auto;padding:16px">
            \(body)
            </body></html>

            """
    }

    private static func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { xml(String($0)) }.joined(separator: "<br>\n")
    }
}
