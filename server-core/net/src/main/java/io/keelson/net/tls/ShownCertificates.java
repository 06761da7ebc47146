package io.keelson.net.tls;

import java.security.cert.X509Certificate;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * The connections of a channel whose clients have shown a certificate, so that they can be closed when it counts no more. Thread-safe:
 * what is refused is set before the connections are looked at, and a connection is in before its certificate is, so none gets past both.
 */
public final class ShownCertificates {
    private final Map<Object, Shown> open = new ConcurrentHashMap<>();
    private volatile Predicate<X509Certificate> refused = certificate -> false;

    /** Certificate that was shown, and the action that closes its connection, from any thread. */
    private record Shown(X509Certificate certificate, Runnable close) {}

    ShownCertificates() {}

    /**
     * A client has shown a certificate. Returns whether it may stay.
     *
     * @param connection known by its identity
     * @param close closes the connection; may be called by any thread
     */
    public boolean enter(Object connection, X509Certificate certificate, Runnable close) {
        open.put(connection, new Shown(certificate, close));
        if (refused.test(certificate)) {
            open.remove(connection);
            return false;
        }
        return true;
    }

    /** The connection is over. */
    public void leave(Object connection) {
        open.remove(connection);
    }

    /**
     * Says which certificates count no more, and closes the connections of those who have shown one.
     *
     * @return how many were closed
     */
    public int refuse(Predicate<X509Certificate> next) {
        refused = next;
        int closed = 0;
        for (Map.Entry<Object, Shown> one : open.entrySet()) {
            Shown shown = one.getValue();
            if (next.test(shown.certificate()) && open.remove(one.getKey(), shown)) {
                shown.close().run();
                closed++;
            }
        }
        return closed;
    }

    /** Returns how many there are. */
    int open() {
        return open.size();
    }
}
