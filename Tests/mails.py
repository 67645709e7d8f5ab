"""A mail server of our own on loopback, as well-behaved or as hostile as a test says, and what came in there."""
import asyncio
import datetime
import email
import email.policy
import ipaddress
import ssl
import threading

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from conftest import free_port


def authority(folder):
    """An authority of our own and its certificate for this machine: (file of the authority, file of certificate and key)."""
    now = datetime.datetime.now(datetime.timezone.utc)

    def make(name, issuer, signing, key, *extensions):
        builder = (x509.CertificateBuilder().subject_name(name).issuer_name(issuer).public_key(key.public_key())
                   .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(days=1))
                   .not_valid_after(now + datetime.timedelta(days=2)))
        for extension, critical in extensions:
            builder = builder.add_extension(extension, critical)
        return builder.sign(signing, hashes.SHA256())

    root, own = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    issuer = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Authority of tests")])
    top = make(issuer, issuer, root, root, (x509.BasicConstraints(ca=True, path_length=0), True))
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    names = x509.SubjectAlternativeName([x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    leaf = make(name, issuer, root, own, (names, False))
    pem = serialization.Encoding.PEM
    (folder / "authority.pem").write_bytes(top.public_bytes(pem))
    (folder / "server.pem").write_bytes(leaf.public_bytes(pem) + own.private_bytes(
        pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    return folder / "authority.pem", folder / "server.pem"


class Mail:
    """One that came in."""

    def __init__(self, session, envelope, is_secure):
        self.sender, self.recipients, self.raw = envelope.mail_from, list(envelope.rcpt_tos), envelope.original_content
        self.is_secure, self.user, self.peer = is_secure, getattr(session, "user", None), session.peer
        self.message = email.message_from_bytes(self.raw, policy=email.policy.default)
        self.to = self.recipients[0]

    def part(self, kind):
        """The text of one of its parts; None without one."""
        return next((part.get_content() for part in self.message.walk() if part.get_content_type() == kind), None)

    @property
    def subject(self):
        return str(self.message["Subject"])


class MailServer:
    """Answers RCPT of an address with what `answers` has for what stands before the @: an answer, or a coroutine that makes one; 250 for
    all others. `content` answers what was sent, `greeting` is waited for before the first word."""

    def __init__(self, certificate=None, login=None, implicit=False):
        self.mails, self.answers, self.content, self.greeting, self.connections, self.logins = [], {}, None, 0, 0, []
        self.lock = threading.Lock()
        outer, context = self, None
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)

        class Session(SMTP):
            def connection_made(self, transport):
                # Before and after STARTTLS it is one connection.
                if not self._tls_handshake_okay or self.session is None:
                    with outer.lock:
                        outer.connections += 1
                super().connection_made(transport)

            async def _handle_client(self):
                await asyncio.sleep(outer.greeting)
                await super()._handle_client()

        class Handler:
            async def handle_RCPT(self, server, session, envelope, address, options):
                answer = outer.answers.get(address.split("@")[0], "250 OK")
                if callable(answer):
                    answer = await answer(server)
                if answer.startswith("250"):
                    envelope.rcpt_tos.append(address)
                return answer

            async def handle_DATA(self, server, session, envelope):
                answer = outer.content or "250 OK"
                if callable(answer):
                    answer = await answer(server)
                if answer.startswith("250"):
                    with outer.lock:
                        outer.mails.append(Mail(session, envelope, implicit or session.ssl is not None))
                return answer

        def authenticate(server, session, envelope, mechanism, data):
            outer.logins.append((data.login.decode(), data.password.decode()))
            session.user = data.login.decode()
            # The server itself says no.
            return AuthResult(success=(data.login.decode(), data.password.decode()) == login, handled=False)

        class Ours(Controller):
            def factory(self):
                return Session(
                    self.handler, hostname="mail.example", tls_context=None if implicit else context, require_starttls=bool(context and not implicit),
                    authenticator=authenticate if login else None, auth_required=bool(login), auth_require_tls=bool(context and not implicit),
                    timeout=60)

        self.port = free_port()
        self.controller = Ours(Handler(), hostname="127.0.0.1", port=self.port, ssl_context=context if implicit else None)
        self.controller.start()
        # It tries itself when it starts.
        self.connections = 0

    def close(self):
        self.controller.stop()


async def drop(server):
    """Hangs up."""
    server.transport.abort()
    return "250 OK"
