package io.keelson.servlet.session;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Suffix of the ids of sessions that are on several servers and belong to one version of an application: {@code <id>~<mark>}. Servers tell
 * by it, without asking one another, that a request is the active version's. It does not tell the version, and load balancers do not look
 * at it: what they read stands behind an exclamation mark. Immutable. See docs/design/application-versions.md.
 *
 * <p>Specification: Servlet 6.1, 7.2 Creating a Session.
 *
 * @param text with its separator; empty for none
 */
public record VersionMark(String text) {
    /** Of applications without versions, and of sessions that are on one server. */
    public static final VersionMark NONE = new VersionMark("");

    private static final int LENGTH = 6;

    /** The mark of a version; none for none. */
    public static VersionMark of(@Nullable String version) {
        if (version == null) {
            return NONE;
        }
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(version.getBytes(StandardCharsets.UTF_8));
            return new VersionMark('~'
                    + Base64.getUrlEncoder()
                            .withoutPadding()
                            .encodeToString(digest)
                            .substring(0, LENGTH));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Returns whether an id has it; none is on no id. */
    public boolean isOn(String id) {
        return !text.isEmpty() && id.endsWith(text);
    }
}
