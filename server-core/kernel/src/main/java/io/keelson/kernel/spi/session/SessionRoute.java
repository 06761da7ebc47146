package io.keelson.kernel.spi.session;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * Route to a session's servers behind its id, in cookies and URLs: {@code <id>!<primary>!<secondary>}. Load balancers look at it, and learn
 * a server's number from its health resource.
 */
public final class SessionRoute {
    private SessionRoute() {}

    /** The number of a server: made of its name, which it does not tell, and the same after a restart. Decimal digits. */
    public static String code(String server) {
        CRC32 sum = new CRC32();
        sum.update(server.getBytes(StandardCharsets.UTF_8));
        return Long.toString(sum.getValue());
    }
}
