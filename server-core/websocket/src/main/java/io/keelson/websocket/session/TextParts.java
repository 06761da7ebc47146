package io.keelson.websocket.session;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Text that is sent in parts: a part may end between the halves of a character. Confined to its owner.
 *
 * <p>Specification: RFC 6455, 5.4 Fragmentation.
 */
final class TextParts {
    private String half = "";

    /** The bytes of the next part, without the first half of a character whose second has not come. */
    ByteBuffer next(String part, boolean last) {
        String all = half.isEmpty() ? part : half + part;
        int end = all.length();
        boolean cut = !last && end > 0 && Character.isHighSurrogate(all.charAt(end - 1));
        half = cut ? all.substring(end - 1) : "";
        return ByteBuffer.wrap((cut ? all.substring(0, end - 1) : all).getBytes(StandardCharsets.UTF_8));
    }
}
