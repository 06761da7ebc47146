package io.keelson.websocket.frame;

/**
 * Agreement of both sides on compression ({@code permessage-deflate}, RFC 7692, 7.1), as one of them sees it.
 *
 * <p>Specification: RFC 7692, 7 The "permessage-deflate" Extension.
 *
 * @param sendsWithContext whether what is sent may refer to earlier messages
 * @param receivesWithContext whether what is received may do so
 * @param sentWindowBits how far back what is sent refers at most, as a power of two: 8 to 15
 */
public record DeflateAgreement(boolean sendsWithContext, boolean receivesWithContext, int sentWindowBits) {
    /** The window that every receiver has. */
    public static final int LARGEST_WINDOW = 15;
}
