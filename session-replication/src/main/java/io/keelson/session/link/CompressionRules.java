package io.keelson.session.link;

/**
 * Rules of the domain for compressing updates of sessions.
 *
 * @param when for which updates it is tried
 * @param threshold smaller ones never, bytes
 */
public record CompressionRules(When when, int threshold) {
    /** Nothing is compressed. */
    public static final CompressionRules NONE = new CompressionRules(When.NEVER, Integer.MAX_VALUE);

    /** For which updates compression is tried. */
    public enum When {
        /** For those of which it saves more time on the connection than it takes. */
        AUTO,
        /** For all. */
        ALWAYS,
        /** For none. */
        NEVER
    }
}
