package io.keelson.http.internal;

import io.keelson.http.HttpHeaders;
import io.keelson.http.internal.h2.FieldsDecoder;
import io.keelson.net.config.ChannelLimits;
import io.netty.util.AsciiString;

/**
 * The fields behind a request's body. Filled on the loop, then read-only.
 *
 * <p>Specification: RFC 9113, 8.1 HTTP Message Framing; RFC 9110, 6.5 Trailer Fields.
 */
final class Http2Trailers implements FieldsDecoder.Receiver {
    private final HttpHeaders.Owner fields = new HttpHeaders.Owner();
    private final int maxSize;
    private final int maxCount;
    private long size;
    private boolean malformed;
    private boolean tooLarge;

    Http2Trailers(ChannelLimits limits) {
        maxSize = limits.maxHeaderSize().toInt();
        maxCount = limits.maxHeaderCount();
    }

    @Override
    public void field(AsciiString name, AsciiString value) {
        size += name.length() + value.length() + 32;
        tooLarge |= size > maxSize || fields.headers().size() >= maxCount;
        if (malformed || tooLarge) {
            return;
        }
        if (!Http2Head.isProper(name, value)) {
            malformed = true;
        } else if (!Forbidden.inTrailers(name.toString())) {
            fields.addChecked(name.toString(), value.toString());
        }
    }

    /** Returns whether a field has a name or value that none may have; pseudo-fields have no place here either. */
    boolean malformed() {
        return malformed;
    }

    boolean tooLarge() {
        return tooLarge;
    }

    HttpHeaders finish() {
        fields.freeze();
        return fields.headers();
    }
}
