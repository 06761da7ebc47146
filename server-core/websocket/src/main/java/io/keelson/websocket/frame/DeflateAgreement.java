package io.keelson.websocket.frame;

/**
 * What both sides agreed on compression ({@code permessage-deflate}, RFC 7692, 7.1).
 *
 * @param serverKeepsContext whether what is sent may refer to earlier messages
 * @param clientKeepsContext whether what is received may do so
 * @param serverWindowBits how far back what is sent refers at most, as a power of two: 8 to 15
 */
public record DeflateAgreement(boolean serverKeepsContext, boolean clientKeepsContext, int serverWindowBits) {
    /** The window that every receiver has. */
    public static final int LARGEST_WINDOW = 15;
}
