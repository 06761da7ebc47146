package io.keelson.servlet.statics;

import io.keelson.servlet.field.HttpDates;
import org.jspecify.annotations.Nullable;

/**
 * One form of a file, with the header fields that tell of it. Immutable.
 *
 * <p>Specification: RFC 9110, 12.1 Proactive Negotiation.
 *
 * @param coding its {@code Content-Encoding}; {@code identity} for none
 * @param type its media type, which is that of the plain file; null where that is not known
 * @param tag its entity tag, in quotes, which is strong once the file has not been changed for a while
 * @param lastModified the {@code Last-Modified} field
 */
record Variant(
        String coding, WebResource resource, @Nullable String type, String tag, String lastModified) {
    /**
     * A file changed less than this before now may change again without its time telling: its tag is weak until then (RFC 9110,
     * 8.8.1).
     */
    private static final long SETTLED_MILLIS = 1000;

    static Variant of(String coding, boolean plain, WebResource resource, @Nullable String type) {
        String tag = "\"" + Long.toHexString(resource.length()) + "-" + Long.toHexString(resource.lastModified())
                + (plain ? "" : "-" + coding) + "\"";
        return new Variant(coding, resource, type, tag, HttpDates.format(resource.lastModified()));
    }

    /** The entity tag at a time in milliseconds since the epoch. */
    String etag(long now) {
        return now - resource.lastModified() > SETTLED_MILLIS ? tag : "W/" + tag;
    }
}
