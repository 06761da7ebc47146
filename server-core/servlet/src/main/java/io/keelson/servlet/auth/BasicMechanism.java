package io.keelson.servlet.auth;

import io.keelson.kernel.context.Caller;
import io.keelson.security.Realm;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code BASIC} (13.6.1, RFC 7617) with user and password in UTF-8.
 *
 * <p>Specification: Servlet 6.1, 13.6.1 HTTP Basic Authentication; RFC 7617, 2 The 'Basic' Authentication Scheme.
 */
final class BasicMechanism implements Mechanism {
    private final Realm realm;
    private final String realmName;

    BasicMechanism(Realm realm, @Nullable String realmName) {
        this.realm = realm;
        this.realmName = realmName == null ? realm.name() : realmName;
    }

    @Override
    public String scheme() {
        return HttpServletRequest.BASIC_AUTH;
    }

    @Override
    public boolean identify(SecuredRequest request) {
        String field = request.servletRequest().getHeader("Authorization");
        if (field == null || !field.regionMatches(true, 0, "Basic ", 0, 6)) {
            return false;
        }
        byte[] decoded;
        try {
            decoded = Base64.getDecoder().decode(field.substring(6).strip());
        } catch (IllegalArgumentException e) {
            return false;
        }
        Optional<Caller> caller = authenticate(decoded);
        Arrays.fill(decoded, (byte) 0);
        caller.ifPresent(found -> request.caller(found, scheme()));
        return caller.isPresent();
    }

    private Optional<Caller> authenticate(byte[] decoded) {
        int colon = 0;
        while (colon < decoded.length && decoded[colon] != ':') {
            colon++;
        }
        if (colon == decoded.length) {
            return Optional.empty();
        }
        String user = new String(decoded, 0, colon, StandardCharsets.UTF_8);
        CharBuffer characters =
                StandardCharsets.UTF_8.decode(ByteBuffer.wrap(decoded, colon + 1, decoded.length - colon - 1));
        char[] password = new char[characters.remaining()];
        characters.get(password);
        Arrays.fill(characters.array(), '\0');
        try {
            return realm.authenticate(user, password);
        } finally {
            Arrays.fill(password, '\0');
        }
    }

    @Override
    public void challenge(SecuredRequest request, HttpServletResponse response) throws IOException {
        response.setHeader("WWW-Authenticate", "Basic realm=\"" + quoted(realmName) + "\", charset=\"UTF-8\"");
        response.sendError(HttpServletResponse.SC_UNAUTHORIZED);
    }

    /** The content of a quoted string (RFC 9110, 5.6.4). */
    static String quoted(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"");
    }
}
