package io.keelson.http.internal;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Counts the connections of a loop that were closed because their clients flooded the server, and says so once in a while. Remembers for
 * a while whose they were: a flood goes on over the next connection. Confined to the loop.
 *
 * <p>Specification: RFC 9113, 10.5 Denial-of-Service Considerations.
 */
final class FloodingClients {
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long REMEMBERED_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final int MOST_REMEMBERED = 1024;

    /** Times at which each of them was cut off last, the earliest first; the earliest is forgotten first where there are too many. */
    private final Map<InetAddress, Long> recent = new LinkedHashMap<>();

    private int count;
    private @Nullable InetSocketAddress last;
    private String why = "";
    private boolean said;
    private long saidAt;

    /** A client was cut off. */
    void flooded(InetSocketAddress client, String how, long now) {
        count++;
        last = client;
        why = how;
        InetAddress address = client.getAddress();
        recent.remove(address);
        recent.put(address, now);
        if (recent.size() > MOST_REMEMBERED) {
            recent.remove(recent.keySet().iterator().next());
        }
    }

    /** Returns whether a connection from that address was cut off within the last half minute. */
    boolean recently(InetSocketAddress client, long now) {
        if (recent.isEmpty()) {
            return false;
        }
        Long at = recent.get(client.getAddress());
        if (at == null || now - at <= REMEMBERED_NANOS) {
            return at != null;
        }
        recent.remove(client.getAddress());
        return false;
    }

    /** Says what has been counted, if it is time to. */
    void report(long now) {
        InetSocketAddress client = last;
        if (client == null || said && now - saidAt <= QUIET_NANOS) {
            return;
        }
        said = true;
        saidAt = now;
        HttpLog.LOG.floods(count, client.getAddress().getHostAddress(), why);
        count = 0;
        last = null;
    }
}
