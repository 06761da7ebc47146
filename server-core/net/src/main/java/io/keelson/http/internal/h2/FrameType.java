package io.keelson.http.internal.h2;

/**
 * Types and flags of frames, and the sizes that RFC 9113 gives.
 *
 * <p>Specification: RFC 9113, 4.1 Frame Format; RFC 9113, 6 Frame Definitions.
 */
public final class FrameType {
    public static final int DATA = 0;
    public static final int HEADERS = 1;
    public static final int PRIORITY = 2;
    public static final int RST_STREAM = 3;
    public static final int SETTINGS = 4;
    public static final int PUSH_PROMISE = 5;
    public static final int PING = 6;
    public static final int GOAWAY = 7;
    public static final int WINDOW_UPDATE = 8;
    public static final int CONTINUATION = 9;

    public static final int END_STREAM = 0x1;
    public static final int ACK = 0x1;
    public static final int END_HEADERS = 0x4;
    public static final int PADDED = 0x8;
    public static final int WITH_PRIORITY = 0x20;

    /** Bytes before the payload. */
    public static final int HEADER = 9;

    /** The largest payload that every peer takes. */
    public static final int PAYLOAD = 16 * 1024;

    /** The window of streams and of the connection before anybody says another. */
    public static final int WINDOW = 65535;

    /** Bytes that a client sends first (RFC 9113, 3.4). */
    public static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

    private FrameType() {}
}
