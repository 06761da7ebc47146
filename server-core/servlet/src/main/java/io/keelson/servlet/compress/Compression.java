package io.keelson.servlet.compress;

import io.keelson.http.HttpExchange;
import io.keelson.http.HttpHeaders;
import io.keelson.http.ResponseWriter;
import io.keelson.servlet.field.AcceptEncoding;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides which responses of an application are compressed. Immutable. See docs/design/compression.md.
 *
 * <p>Specification: RFC 9110, 8.4 Content-Encoding; RFC 9110, 12.5.3 Accept-Encoding.
 */
public final class Compression {
    /** None. */
    public static final Compression OFF = new Compression(null, 0, List.of(), List.of());

    /** Fields that tell of the bytes of a body, which compressing would make untrue. */
    private static final List<String> DIGESTS = List.of("Content-MD5", "Content-Digest", "Repr-Digest", "Digest");

    private final @Nullable Compressors compressors;
    private final long minimumSize;
    private final Set<String> types = new HashSet<>();
    private final Set<String> channels;

    private Compression(
            @Nullable Compressors compressors, long minimumSize, List<String> types, List<String> channels) {
        this.compressors = compressors;
        this.minimumSize = minimumSize;
        this.channels = Set.copyOf(channels);
        types.forEach(type -> this.types.add(type.toLowerCase(Locale.ROOT)));
    }

    /**
     * Some.
     *
     * @param minimumSize in bytes
     * @param types media types, or all of a kind: {@code text/*}
     * @param channels names of channels; empty for all
     */
    public static Compression of(Compressors compressors, long minimumSize, List<String> types, List<String> channels) {
        return new Compression(compressors, minimumSize, types, channels);
    }

    /** The response of an exchange, behind the compression where there is one. */
    public ResponseWriter response(HttpExchange exchange) {
        Compressors some = compressors;
        ResponseWriter response = exchange.response();
        if (some == null || !channels.isEmpty() && !channels.contains(exchange.channel())) {
            return response;
        }
        return new CompressedResponse(this, some, exchange.request(), response);
    }

    /** Gives back what {@link #response} has taken, whatever became of the response. Idempotent. */
    public static void release(ResponseWriter response) {
        if (response instanceof CompressedResponse compressed) {
            compressed.release();
        }
    }

    /**
     * Returns true if a response with that head is compressed for clients that accept it.
     *
     * @param size of its body in bytes; -1 where that is not known
     */
    boolean covers(int status, HttpHeaders fields, long size) {
        if (status < 200 || status == 204 || status == 205 || status == 206 || status == 304) {
            return false;
        }
        return (size < 0 || size >= minimumSize && size > 0)
                && covers(fields.get("Content-Type"))
                && !fields.contains("Content-Encoding")
                && !fields.contains("Content-Range")
                && DIGESTS.stream().noneMatch(fields::contains)
                && fields.all("Cache-Control").stream()
                        .noneMatch(value -> value.toLowerCase(Locale.ROOT).contains("no-transform"));
    }

    private boolean covers(@Nullable String type) {
        if (type == null) {
            return false;
        }
        int semicolon = type.indexOf(';');
        String name =
                (semicolon < 0 ? type : type.substring(0, semicolon)).strip().toLowerCase(Locale.ROOT);
        return types.contains(name) || types.contains(name.substring(0, name.indexOf('/') + 1) + "*");
    }

    /** The coding that a client wants most; null where that is none. */
    static @Nullable String coding(List<String> acceptEncoding) {
        if (acceptEncoding.isEmpty()) {
            return null;
        }
        AcceptEncoding accepted = AcceptEncoding.of(String.join(",", acceptEncoding));
        int gzip = accepted.quality("gzip");
        int deflate = accepted.quality("deflate");
        if (Math.max(gzip, deflate) < Math.max(1, accepted.quality(AcceptEncoding.IDENTITY))) {
            return null;
        }
        return gzip >= deflate ? "gzip" : "deflate";
    }

    /** The head of a response whose body is sent in that coding. */
    static void describe(HttpHeaders fields, String coding) {
        fields.set("Content-Encoding", coding);
        fields.remove("Content-Length");
        // Ranges are those of the plain form.
        fields.remove("Accept-Ranges");
        String tag = fields.get("ETag");
        if (tag != null && tag.startsWith("\"")) {
            // The bytes are not those that the strong tag names (RFC 9110, 8.8.3.3).
            fields.set("ETag", "W/" + tag);
        }
    }

    /** Tells caches that the response depends on what the client accepts (RFC 9110, 12.5.5). */
    static void vary(HttpHeaders fields) {
        for (String value : fields.all("Vary")) {
            for (String name : value.split(",")) {
                if (name.strip().equals("*") || name.strip().equalsIgnoreCase("Accept-Encoding")) {
                    return;
                }
            }
        }
        fields.add("Vary", "Accept-Encoding");
    }
}
