/// Whether a text shows nothing: white space, and the characters that only look like none.
package func isBlank(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
        switch scalar.value {
        case 0x00AD, 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180E, 0x200B...0x200F, 0x2028...0x202F, 0x205F...0x206F, 0x2800,
            0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xE0000...0xE0FFF:
            true
        default: scalar.properties.isWhitespace
        }
    }
}
