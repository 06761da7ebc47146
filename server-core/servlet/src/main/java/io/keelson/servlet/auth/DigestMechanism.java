package io.keelson.servlet.auth;

import io.keelson.base.time.Ticker;
import io.keelson.kernel.context.Caller;
import io.keelson.security.DigestAlgorithm;
import io.keelson.security.Realm;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;

/**
 * {@code DIGEST} (13.6.2, RFC 7616) with {@code qop=auth}, with the hashes that the realm has enabled, the best first. The
 * realm in the challenge is the server's, whatever the application calls it: the hashes that are kept are of that name.
 *
 * <p>Specification: Servlet 6.1, 13.6.2 HTTP Digest Authentication; RFC 7616, 3 Digest Access Authentication Scheme.
 */
final class DigestMechanism implements Mechanism {
    private static final int MOST_NONCES = 10_000;

    private final Realm realm;
    private final Nonces nonces;
    private final String opaque;

    DigestMechanism(Realm realm, Ticker ticker) {
        this.realm = realm;
        this.nonces = new Nonces(ticker, MOST_NONCES);
        byte[] random = new byte[16];
        new SecureRandom().nextBytes(random);
        this.opaque = HexFormat.of().formatHex(random);
    }

    @Override
    public String scheme() {
        return HttpServletRequest.DIGEST_AUTH;
    }

    @Override
    public boolean identify(SecuredRequest request) {
        DigestCredentials sent =
                DigestCredentials.parse(request.servletRequest().getHeader("Authorization"));
        if (sent == null || !isForHere(sent, request) || !nonces.fresh(sent.nonce(), sent.count())) {
            return false;
        }
        String method = request.servletRequest().getMethod();
        Optional<Caller> caller = realm.authenticate(sent.user(), sent.algorithm(), ha1 -> matches(sent, method, ha1));
        // Of two requests with one count only one is the client's.
        if (caller.isEmpty() || !nonces.take(sent.nonce(), sent.count())) {
            return false;
        }
        request.caller(caller.get(), scheme());
        return true;
    }

    private boolean isForHere(DigestCredentials sent, SecuredRequest request) {
        return realm.digests().contains(sent.algorithm())
                && sent.realm().equals(realm.name())
                && (sent.opaque() == null || sent.opaque().equals(opaque))
                && sent.uri().equals(request.target());
    }

    /** Returns whether the answer is that of somebody with that HA1 (RFC 7616, 3.4.1). */
    static boolean matches(DigestCredentials sent, String method, String ha1) {
        String ha2 = hash(sent.algorithm(), method + ":" + sent.uri());
        String expected = hash(
                sent.algorithm(),
                ha1 + ":" + sent.nonce() + ":" + sent.countText() + ":" + sent.cnonce() + ":auth:" + ha2);
        return MessageDigest.isEqual(
                expected.getBytes(StandardCharsets.ISO_8859_1), sent.response().getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String hash(DigestAlgorithm algorithm, String text) {
        return HexFormat.of().formatHex(algorithm.digest().digest(text.getBytes(StandardCharsets.ISO_8859_1)));
    }

    @Override
    public void challenge(SecuredRequest request, HttpServletResponse response) throws IOException {
        DigestCredentials sent =
                DigestCredentials.parse(request.servletRequest().getHeader("Authorization"));
        // A client whose nonce is at its end takes a new one without asking its user again.
        boolean stale = sent != null && isForHere(sent, request) && !nonces.fresh(sent.nonce(), sent.count());
        for (DigestAlgorithm algorithm : realm.digests()) {
            response.addHeader(
                    "WWW-Authenticate",
                    "Digest realm=\"" + BasicMechanism.quoted(realm.name()) + "\", qop=\"auth\", algorithm="
                            + algorithm.token() + ", nonce=\"" + nonces.next() + "\", opaque=\"" + opaque
                            + "\", charset=UTF-8" + (stale ? ", stale=true" : ""));
        }
        response.sendError(HttpServletResponse.SC_UNAUTHORIZED);
    }
}
