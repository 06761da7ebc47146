package io.keelson.http.internal;

import io.keelson.http.internal.h2.ConnectionError;
import io.keelson.http.internal.h2.PeerSettings;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Recognises a request of HTTP/1.1 that asks to go on by HTTP/2 in the clear. A server may ignore that, and it is ignored where the request
 * has a body, or asks in another way than it should.
 *
 * <p>Specification: RFC 7540, 3.2 Starting HTTP/2 for "http" URIs.
 */
final class CleartextUpgrade {
    /** Answer that the client gets before the first frame. */
    static final ByteBuf SWITCHING = Unpooled.unreleasableBuffer(Unpooled.directBuffer()
            .writeBytes("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII))
            .asReadOnly());

    private CleartextUpgrade() {}

    /** The client's settings; null where the request goes on by HTTP/1.1. */
    static @Nullable ByteBuf settings(RequestParser request) {
        if (!request.framing().upgrade() || request.framing().length() != 0) {
            return null;
        }
        List<String> settings = request.headers().all("HTTP2-Settings");
        if (settings.size() != 1
                || !names(request.headers().all("Upgrade"), "h2c")
                || !names(request.headers().all("Connection"), "http2-settings")) {
            return null;
        }
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(settings.get(0));
            if (bytes.length % 6 != 0) {
                return null;
            }
            new PeerSettings().read(Unpooled.wrappedBuffer(bytes));
            return Unpooled.wrappedBuffer(bytes);
        } catch (IllegalArgumentException | ConnectionError malformed) {
            HttpLog.LOG.debugf(malformed, "the settings of a client that asks for h2c are ignored");
            return null;
        }
    }

    private static boolean names(List<String> values, String wanted) {
        for (String value : values) {
            for (String token : value.split(",", -1)) {
                if (token.trim().equalsIgnoreCase(wanted)) {
                    return true;
                }
            }
        }
        return false;
    }
}
