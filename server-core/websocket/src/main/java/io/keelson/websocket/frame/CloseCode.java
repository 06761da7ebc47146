package io.keelson.websocket.frame;

/**
 * The numbers of close frames (RFC 6455, 7.4, and IANA's registry).
 *
 * <p>Specification: RFC 6455, 7.4 Status Codes.
 */
public final class CloseCode {
    public static final int NORMAL = 1000;
    public static final int GOING_AWAY = 1001;
    public static final int PROTOCOL = 1002;

    /** Never sent: there was no code in the close frame. */
    public static final int NONE = 1005;

    /** Never sent: there was no close frame, or the closing began here. */
    public static final int ABNORMAL = 1006;

    public static final int NOT_CONSISTENT = 1007;
    public static final int POLICY = 1008;
    public static final int TOO_BIG = 1009;
    public static final int UNEXPECTED = 1011;

    private CloseCode() {}

    /** Returns whether a close frame may carry that number: registered for it, or left to libraries (3000) and applications (4000). */
    public static boolean mayBeSent(int code) {
        return code >= 1000 && code <= 1003 || code >= 1007 && code <= 1014 || code >= 3000 && code <= 4999;
    }
}
