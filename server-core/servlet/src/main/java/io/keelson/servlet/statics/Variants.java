package io.keelson.servlet.statics;

import io.keelson.servlet.field.AcceptEncoding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The forms that a file can be sent in: as it is, and those beside it that are compressed already. Immutable.
 *
 * <p>Specification: RFC 9110, 12.1 Proactive Negotiation.
 *
 * @param plain as it is
 * @param compressed the others, in the server's order of preference
 */
record Variants(Variant plain, List<Variant> compressed) {
    /** The one that the client wants most; of several alike the server's preference, and the plain one last. */
    Variant choose(@Nullable String acceptEncoding) {
        if (compressed.isEmpty() || acceptEncoding == null) {
            return plain;
        }
        AcceptEncoding accepted = AcceptEncoding.of(acceptEncoding);
        Variant best = plain;
        int most = accepted.quality(AcceptEncoding.IDENTITY);
        for (Variant variant : compressed) {
            int quality = accepted.quality(variant.coding());
            if (quality > most || quality == most && quality > 0 && best == plain) {
                best = variant;
                most = quality;
            }
        }
        return best;
    }
}
