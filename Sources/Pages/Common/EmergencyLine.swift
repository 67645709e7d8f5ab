import Domain

/// A number to call in need, as the trip's hosts wrote it.
package struct EmergencyLine: Sendable {
    let text: String
    let link: Link?

    /// "Piste rescue +00 000 0118" dials its digits.
    static func all(_ text: String) -> [EmergencyLine] {
        text.split(separator: "\n").map { line in
            let number = line.drop { !$0.isNumber && $0 != "+" }
            return EmergencyLine(text: String(line), link: number.count { $0.isNumber } >= 3 ? Path.telephone(String(number)) : nil)
        }
    }

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

    /// For whoever has called and waits for a response: the hosts' line, then the other lines as they stand, then single hosts.
    static func hostsFirst(_ lines: [EmergencyLine], _ hosts: [EmergencyLine]) -> [EmergencyLine] {
        let first = first(lines, hosts)
        func isLeft(_ line: EmergencyLine) -> Bool { !first.contains { $0.text == line.text } }
        return first + (lines + hosts).filter(isLeft)
    }
}
