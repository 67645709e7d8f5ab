/// Text of an element or an attribute; what XML 1.0 cannot carry is left out.
package func xml(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        .replacing("\"", with: "&quot;")
        .filter { !$0.unicodeScalars.contains { ($0.value < 32 && $0 != "\n") || $0.value == 0xFFFE || $0.value == 0xFFFF } }
}
