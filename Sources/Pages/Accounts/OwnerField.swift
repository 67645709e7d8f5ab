import Domain

/// Asks again who somebody is, before a change that outlasts their session.
enum OwnerField {
    /// - Parameter label: of the password.
    /// - Returns: nil for an account that has neither a password nor a second factor.
    static func field(_ label: String, of account: Account, _ errors: [FieldError]) -> FormField? {
        guard !account.email.isEmpty else {
            return account.hasSecondFactor
                ? FormField("proof", "Code of your authenticator app", errors: errors, isRequired: true).filled(by: "one-time-code") : nil
        }
        let hint = account.hasSecondFactor ? "Or a code of your authenticator app." : nil
        return FormField("proof", label, kind: .password, hint: hint, errors: errors, isRequired: true).filled(by: "current-password")
    }
}
