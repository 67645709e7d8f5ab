import Domain
import Foundation

/// The bytes of a page while it is written. Text is escaped for the place where it is put; templates choose the place. Nothing is inlined:
/// templates append at five thousand places, and compiling these calls inlined took as long as a large library, for pages that are no
/// faster.
package struct HTMLBuffer {
    package private(set) var bytes: [UInt8] = []

    /// Nil but in tests: templates are written in the language that they are shown in.
    private let voice: TemplateVoice?

    package init(reserving count: Int = 16_384, language: Texts.Language = Texts.language) {
        voice = TemplateVoice(language)
        bytes.reserveCapacity(count)
    }

    @inline(never) package mutating func raw(_ literal: StaticString) {
        if let voice { bytes += literal.withUTF8Buffer { voice.say($0) } } else { append(literal) }
    }
    @inline(never) package mutating func raw(_ html: HTML) { bytes.append(contentsOf: html.bytes) }

    @inline(never) package mutating func text(_ value: String) { escape(value, inAttribute: false) }
    @inline(never) package mutating func text(_ value: Int) { digits(value) }
    @inline(never) package mutating func attribute(_ value: String) { escape(value, inAttribute: true) }
    @inline(never) package mutating func attribute(_ value: Int) { digits(value) }
    @inline(never) package mutating func attribute(_ link: Link) { escape(link.text, inAttribute: true) }
    @inline(never) package mutating func link(_ link: Link) { escape(link.text, inAttribute: true) }

    private mutating func append(_ literal: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    private mutating func digits(_ value: Int) { bytes.append(contentsOf: String(value).utf8) }

    /// Copies runs that need no escape at once: most values are one run.
    private mutating func escape(_ value: String, inAttribute: Bool) {
        var value = value
        value.withUTF8 { utf8 in
            var start = 0
            for index in 0..<utf8.count {
                let replacement: StaticString
                switch utf8[index] {
                case UInt8(ascii: "&"): replacement = "&amp;"
                case UInt8(ascii: "<"): replacement = "&lt;"
                case UInt8(ascii: ">"): replacement = "&gt;"
                case UInt8(ascii: "\"") where inAttribute: replacement = "&quot;"
                case UInt8(ascii: "'") where inAttribute: replacement = "&#39;"
                default: continue
                }
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
                append(replacement)
                start = index + 1
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
        }
    }
}

/// Markup that is right as it stands: made by partials and drawers, never from what somebody typed.
package struct HTML: Sendable {
    let bytes: [UInt8]
    package init(_ render: (inout HTMLBuffer) -> Void) {
        var buffer = HTMLBuffer(reserving: 256)
        render(&buffer)
        bytes = buffer.bytes
    }
}

/// A script, style or picture from `Public`, inside the program.
package struct Asset: Sendable {
    package let name: String
    package let hash: String
    package let content: StaticString
    /// Base64; empty for a picture that is packed already.
    let packed: StaticString

    package var contentType: String {
        name.hasSuffix(".css")
            ? "text/css; charset=utf-8"
            : name.hasSuffix(".js") ? "text/javascript; charset=utf-8" : isPicture ? "image/png" : "image/svg+xml"
    }

    /// Stands in the program as base64.
    private var isPicture: Bool { name.hasSuffix(".png") }

    package var bytes: [UInt8] { isPicture ? Asset.decoded(content) ?? [] : content.withUTF8Buffer { Array($0) } }

    package var brotli: [UInt8]? { packed.utf8CodeUnitCount == 0 ? nil : Asset.decoded(packed) }

    private static func decoded(_ text: StaticString) -> [UInt8]? {
        Data(base64Encoded: Data(text.withUTF8Buffer { Array($0) })).map { Array($0) }
    }
}

/// A page that can write itself.
package protocol Page: Sendable {
    func render(into out: inout HTMLBuffer)
}
