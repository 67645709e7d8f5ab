/// What whoever runs the installation looks at.
extension Path {
    package static let health = FixedAddress("/health")
}
