package io.keelson.http;

/**
 * The head of a request to another server. Content-Length, Transfer-Encoding and Trailer are written by what {@code length}
 * says, and are not to be among the fields.
 *
 * <p>Specification: RFC 9112, 3 Request Line.
 *
 * @param method a token
 * @param target the target in origin form, or {@code *}: visible ASCII characters only
 * @param headers the fields; not changed any more
 * @param length the length of the body in bytes; 0 for none; -1 for one in chunks
 */
public record OutgoingRequest(String method, String target, HttpHeaders headers, long length) {
    /** The length of a body in chunks. */
    public static final long CHUNKED = -1;

    public OutgoingRequest {
        if (method.isEmpty() || !method.chars().allMatch(c -> HttpHeaders.isToken((char) c))) {
            throw new IllegalArgumentException("not a method");
        }
        if (target.isEmpty() || !target.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new IllegalArgumentException("not a request target");
        }
        if (length < CHUNKED) {
            throw new IllegalArgumentException("not a length: " + length);
        }
    }
}
