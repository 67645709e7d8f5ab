import Domain

/// A number to call in need, as the trip's hosts wrote it.
package struct EmergencyLine: Sendable {
    let text: String
    let link: Link?
    /// Whom to phone next, of several.
    var isUrged: Bool = false

    /// "Piste rescue +00 000 0118" dials its digits. The emergency numbers of the country come first, the others as they stand.
    static func all(_ text: String) -> [EmergencyLine] {
        let lines = text.split(separator: "\n").map { line in
            let number = line.drop { !$0.isNumber && $0 != "+" }
            return EmergencyLine(text: String(line), link: number.count { $0.isNumber } >= 3 ? Path.telephone(String(number)) : nil)
        }
        return lines.filter(\.isShort) + lines.filter { !$0.isShort }
    }

    /// 112, 911, 1414: a short number reaches the services of the country.
    private var isShort: Bool { link.map { $0.text.count(where: \.isNumber) <= 4 } ?? false }

    /// Whether 112 is among them: then the page does not say it a second time.
    static func have112(_ lines: [EmergencyLine]) -> Bool { lines.contains { $0.link == Path.telephone("112") } }

    /// All in one line of a paper: "Emergency 112 · Piste rescue +00 000 0118". What it is stands before it once.
    static func paper(_ text: String) -> String? {
        // Hosts leave lines empty between their numbers.
        let lines = text.split(separator: "\n").map { tidyLine(String($0)) }.filter { !$0.isEmpty }.joined(separator: " · ")
        guard !lines.isEmpty else { return nil }
        return folded(lines).hasPrefix("emergency") ? lines : Texts.said("Emergency: \(lines)")
    }

    /// For a host: not the hosts' own line.
    static func rescuers(_ text: String) -> [EmergencyLine] {
        all(text).filter { $0.link != nil && !folded($0.text).contains("host") }
    }

    /// The hosts who give everybody their number.
    static func hosts(_ hosts: [Friend]) -> [EmergencyLine] {
        hosts.map { EmergencyLine(text: "\($0.name) \($0.fields[.whatsapp])", link: Path.telephone($0.fields[.whatsapp])) }
    }

    /// By which the hosts are phoned first: their own lines, else one host; none where nobody gives a number.
    static func first(_ lines: [EmergencyLine], _ hosts: [EmergencyLine]) -> [EmergencyLine] {
        let ofHosts = lines.filter { $0.link != nil && folded($0.text).contains("host") }
        return ofHosts.isEmpty ? Array(hosts.prefix(1)) : ofHosts
    }

    /// For whoever has called and waits for a response: the country's number, the hosts' line, which stands out, then the other lines
    /// as they stand, then single hosts.
    static func whileWaiting(_ lines: [EmergencyLine], _ hosts: [EmergencyLine]) -> [EmergencyLine] {
        let urged = first(lines, hosts).map { EmergencyLine(text: $0.text, link: $0.link, isUrged: true) }
        let (short, others) = (lines.filter(\.isShort), (lines + hosts).filter { !$0.isShort })
        return short + urged + others.filter { line in !urged.contains { $0.text == line.text } }
    }
}
