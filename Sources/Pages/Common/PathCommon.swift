/// What is of no feature.
extension Path {
    package static let assets = Address<String, FileName>("/assets/:hash/**")
    package static let healthz = FixedAddress("/healthz")
    package static let readyz = FixedAddress("/readyz")
    package static let metrics = FixedAddress("/metrics")
    package static let manifest = FixedAddress("/manifest.webmanifest")
}
