package io.keelson.http.internal.h2;

/**
 * The error codes of RFC 9113, 7, in the order of their numbers.
 *
 * <p>Specification: RFC 9113, 7 Error Codes.
 */
public enum ErrorCode {
    NO_ERROR,
    PROTOCOL_ERROR,
    INTERNAL_ERROR,
    FLOW_CONTROL_ERROR,
    SETTINGS_TIMEOUT,
    STREAM_CLOSED,
    FRAME_SIZE_ERROR,
    REFUSED_STREAM,
    CANCEL,
    COMPRESSION_ERROR,
    CONNECT_ERROR,
    ENHANCE_YOUR_CALM,
    INADEQUATE_SECURITY,
    HTTP_1_1_REQUIRED;

    /** The number on the wire. */
    public int number() {
        return ordinal();
    }
}
