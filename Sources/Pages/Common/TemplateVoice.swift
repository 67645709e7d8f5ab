import Domain

/// Says the literal text of templates in a language of tests: follows the markup from literal to literal, changes what stands between
/// tags and in attributes that people read, and leaves the rest.
final class TemplateVoice {
    private enum Place { case text, comment, name, tag, attributeName, value(isRead: Bool, quote: UInt8), code }
    private let language: Texts.Language
    private var place = Place.text
    /// Of the tag, or of the attribute.
    private var (tag, attribute) = ("", "")
    private var pending: [UInt8] = []
    private var said: [UInt8] = []

    /// Nil for the language that the templates are written in.
    init?(_ language: Texts.Language) {
        guard language != .english else { return nil }
        self.language = language
    }

    func say(_ literal: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        said = []
        for byte in literal { take(byte) }
        endText()
        return said
    }

    private func take(_ byte: UInt8) {
        switch place {
        case .text:
            if byte == UInt8(ascii: "<") {
                endText()
                (place, tag) = (.name, "")
                said.append(byte)
            } else {
                pending.append(byte)
            }
        case .value(let isRead, let quote):
            if byte == quote {
                endText()
                place = .tag
                said.append(byte)
            } else if isRead {
                pending.append(byte)
            } else {
                said.append(byte)
            }
        default:
            said.append(byte)
            takeMarkup(byte)
        }
    }

    private func takeMarkup(_ byte: UInt8) {
        let letter = Character(UnicodeScalar(byte))
        switch place {
        case .comment: if byte == UInt8(ascii: ">"), said.suffix(3) == Array("-->".utf8)[...] { place = .text }
        case .code: if byte == UInt8(ascii: ">"), said.suffix(9) == Array("</script>".utf8)[...] { place = .text }
        case .name where letter.isLetter || letter.isNumber || letter == "/" || letter == "!" || letter == "-":
            tag.append(letter)
            if tag == "!--" { place = .comment }
            if tag == "html", language == .mirrored { said += Array(" dir=\"rtl\"".utf8) }
        case .name, .tag, .attributeName:
            if letter == ">" {
                place = tag == "script" ? .code : .text
            } else if letter == "\"" || letter == "'" {
                place = .value(isRead: TemplateVoice.read.contains(attribute), quote: byte)
            } else if letter.isLetter || letter == "-" {
                if case .attributeName = place { attribute.append(letter) } else { attribute = String(letter) }
                place = .attributeName
            } else if letter != "=" {
                place = .tag
            }
        case .text, .value: break
        }
    }

    private func endText() {
        if !pending.isEmpty { said += Array(Texts.said(text: String(decoding: pending, as: UTF8.self), in: language).utf8) }
        pending = []
    }

    /// As `TemplateTexts` of the template compiler finds them.
    private static let read: Set<String> = ["title", "alt", "aria-label", "aria-description", "placeholder", "data-label"]
}
