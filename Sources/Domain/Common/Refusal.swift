/// The one error that services throw. The web layer maps each case to a status and a page.
package enum Refusal: Error, Equatable, Sendable {
    /// 401: nobody is signed in.
    case signInNeeded
    /// 404: it does not exist, or the actor may not know that it does.
    case notFound
    /// 403: the actor may see it and not do this.
    case forbidden(Texts.Sentence)
    /// 422: what was typed does not hold; the messages go beside their fields.
    case invalid([FieldError])
    /// 409: somebody else changed it meanwhile.
    case conflict(Texts.Sentence)
    /// 413.
    case tooLarge(Texts.Sentence)
    /// 429, with the seconds to wait.
    case tooMany(Texts.Sentence, retryAfter: Int)
    /// 503, with the seconds to wait.
    case unavailable(Texts.Sentence, retryAfter: Int)
}

/// What is wrong with one field of a form, to be shown beside it. The field is the name in the form.
package struct FieldError: Equatable, Sendable {
    package let field: String
    package let message: Texts.Sentence
    package init(_ field: String, _ message: Texts.Sentence) {
        self.field = field
        self.message = message
    }

    /// As the page shows it.
    package var said: String { Texts.said(message) }
}

extension [FieldError] {
    /// All of them in one line, for a page that has no place beside its fields.
    package var said: String { map(\.said).joined(separator: " ") }
}

/// Collects every complaint about a form, so that all of them show at once.
package struct Validation {
    package private(set) var errors: [FieldError] = []
    package init() {}

    /// Notes the message unless the condition holds. The message is made only then.
    package mutating func require(_ holds: Bool, _ field: String, _ message: @autoclosure () -> Texts.Sentence) {
        if !holds { errors.append(FieldError(field, message())) }
    }
    /// Notes a message in any case.
    package mutating func refuse(_ field: String, _ message: Texts.Sentence) { errors.append(FieldError(field, message)) }
    /// Takes over what another check found.
    package mutating func merge(_ other: [FieldError]) { errors += other }
    /// Throws all messages at once; returns if there are none.
    package func check() throws(Refusal) {
        if !errors.isEmpty { throw .invalid(errors) }
    }
}
