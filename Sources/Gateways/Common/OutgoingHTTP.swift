import Foundation
import FoundationNetworking

/// The few calls that go out: short, bounded, without cookies and without redirects.
package struct OutgoingHTTP: Sendable {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private static let seconds = 10.0
    private static let byteLimit = 256 << 10
    private let session: URLSession

    package init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = OutgoingHTTP.seconds
        configuration.timeoutIntervalForResource = OutgoingHTTP.seconds
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        session = URLSession(configuration: configuration, delegate: NoRedirects(), delegateQueue: nil)
    }

    package func get(_ url: String) async throws -> [UInt8] { try await send(request(url)) }

    /// A form with HTTP Basic credentials (RFC 6749 §2.3.1).
    package func post(_ url: String, form: [(String, String)], user: String, password: String) async throws -> [UInt8] {
        var request = try request(url)
        request.httpMethod = "POST"
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        let credentials = Data("\(OutgoingHTTP.escaped(user)):\(OutgoingHTTP.escaped(password))".utf8).base64EncodedString()
        request.setValue("Basic " + credentials, forHTTPHeaderField: "Authorization")
        request.httpBody = Data(form.map { OutgoingHTTP.escaped($0.0) + "=" + OutgoingHTTP.escaped($0.1) }.joined(separator: "&").utf8)
        return try await send(request)
    }

    private func request(_ url: String) throws -> URLRequest {
        guard let url = URL(string: url) else { throw Failure(description: "no address: \(url)") }
        var request = URLRequest(url: url)
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        return request
    }

    private func send(_ request: URLRequest) async throws -> [UInt8] {
        try await withCheckedThrowingContinuation { continuation in
            session.dataTask(with: request) { data, response, error in
                continuation.resume(with: Result { try OutgoingHTTP.checked(data, response, error) })
            }.resume()
        }
    }

    private static func checked(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) throws -> [UInt8] {
        if let error { throw Failure(description: "no answer: \(error.localizedDescription)") }
        guard let response = response as? HTTPURLResponse, response.statusCode == 200, let data else {
            throw Failure(description: "status \((response as? HTTPURLResponse)?.statusCode ?? 0)")
        }
        guard data.count <= byteLimit else { throw Failure(description: "an answer of \(data.count) bytes") }
        return Array(data)
    }

    private static let plain = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    private static func escaped(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: plain) ?? "" }
}

/// A server that answers with a redirect does not get our secrets sent to the other address.
private final class NoRedirects: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) { completionHandler(nil) }
}
