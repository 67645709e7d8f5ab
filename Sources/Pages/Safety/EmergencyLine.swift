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
}
