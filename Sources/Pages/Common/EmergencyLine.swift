import Domain

/// A number to call in need, as the trip's hosts wrote it.
package struct EmergencyLine: Sendable {
    let text: String
    /// The same in two: a number is not parted where there is room for it in a line.
    var name: String { String(text.prefix { !EmergencyLine.beginsNumber($0) }) }
    var number: String { String(text.drop { !EmergencyLine.beginsNumber($0) }) }
    let link: Link?
    /// Whether it reaches the services of the country.
    var isOfCountry: Bool = false
    /// Whom to phone next, of several.
    var isUrged: Bool = false

    /// What reaches the services of a country. Any other short number may be a hotel's own.
    private static let known: Set<String> = [
        "112", "911", "999", "000", "110", "111", "117", "118", "119", "144", "140", "1414", "115", "113", "15", "17", "18", "100",
        "101", "102", "103", "108", "120", "122", "123", "133", "150", "155", "158", "190", "192", "193", "194", "061", "062", "985",
        "995", "997", "998",
    ]

    private static func beginsNumber(_ sign: Character) -> Bool { sign.isNumber || sign == "+" }

    /// "Piste rescue +00 000 0118" dials its digits, "Ambulance 15" as well. The emergency numbers of the country come first,
    /// the others as they stand.
    static func all(_ text: String) -> [EmergencyLine] {
        let lines = text.split(separator: "\n").map { line in
            let number = line.drop { !beginsNumber($0) }
            let digits = number.filter { $0.isNumber || $0 == "+" }
            let isOfCountry = known.contains(digits) && !isOfHosts(String(line))
            let dials = isOfCountry || digits.count(where: \.isNumber) >= 3
            return EmergencyLine(text: String(line), link: dials ? Path.telephone(digits) : nil, isOfCountry: isOfCountry)
        }
        return lines.filter(\.isOfCountry) + lines.filter { !$0.isOfCountry }
    }

    private static func isOfHosts(_ line: String) -> Bool { folded(line).contains("host") }

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
        all(text).filter { $0.link != nil && !isOfHosts($0.text) }
    }

    /// The hosts who give everybody their number.
    static func hosts(_ hosts: [Friend]) -> [EmergencyLine] {
        hosts.map { EmergencyLine(text: "\($0.name) \($0.fields[.whatsapp])", link: Path.telephone($0.fields[.whatsapp])) }
    }

    /// By which the hosts are phoned first: their own lines, else one host; none where nobody gives a number.
    static func first(_ lines: [EmergencyLine], _ hosts: [EmergencyLine]) -> [EmergencyLine] {
        let ofHosts = lines.filter { $0.link != nil && isOfHosts($0.text) }
        return ofHosts.isEmpty ? Array(hosts.prefix(1)) : ofHosts
    }

    /// The country's number, the hosts' line, then the other lines as they stand, then single hosts.
    /// - Parameter isUrgent: for whoever waits for a response: the hosts' line stands out, at the same place.
    static func ordered(_ lines: [EmergencyLine], _ hosts: [EmergencyLine], isUrgent: Bool = true) -> [EmergencyLine] {
        let urged = first(lines, hosts).map { EmergencyLine(text: $0.text, link: $0.link, isUrged: isUrgent) }
        let others = (lines + hosts).filter { line in !urged.contains { $0.text == line.text } }
        return others.filter(\.isOfCountry) + urged + others.filter { !$0.isOfCountry }
    }
}
