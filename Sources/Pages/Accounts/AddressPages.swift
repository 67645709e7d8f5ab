import Domain

/// The address that somebody signs in with, for those who may confirm it.
package struct AddressPart: Sendable {
    let current: String
    let isConfirmed: Bool
    let wanted: String?
    /// What the button confirms; nil where there is nothing to confirm.
    let unconfirmed: String?
    let action: Link

    package init(_ address: AccountAddress, action: Link) {
        current = address.current
        isConfirmed = address.isConfirmed
        wanted = address.wanted
        unconfirmed = address.unconfirmed
        self.action = action
    }
}

/// The form with which an owner changes their address.
package enum AddressForm {
    package static func page(_ layout: Layout, _ account: Account, email: String, errors: [FieldError], problem: String?) -> FormPage {
        let code = FormField(
            "code", "Code of your authenticator app", hint: "Or one of your recovery codes.", errors: errors, isRequired: true
        )
        .filled(by: "one-time-code")
        return FormPage(
            layout: layout, heading: "Change your address", action: Path.changeAddress(),
            fields: [
                FormField("email", "New email", email, kind: .email, errors: errors, isRequired: true).filled(by: "email"),
                FormField("password", "Your password", kind: .password, errors: errors, isRequired: true).filled(by: "current-password"),
            ] + (account.hasSecondFactor ? [code] : []), submit: "Ask for the change"
        )
        .with(
            intro: Texts.said(
                "You sign in with \(account.email) until the new address is confirmed: by the link that is mailed to it, where this "
                    + "server sends email, or by somebody who knows you, a host of your trip or an admin.")
        )
        .with(other: ("Not now", Path.account()))
        .with(problem: problem)
        .narrow
    }
}
