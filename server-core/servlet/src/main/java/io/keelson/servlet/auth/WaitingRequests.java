package io.keelson.servlet.auth;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

/**
 * Bounds what an application keeps for those who are asked to log in: anybody may send requests that need a login, and each
 * leaves its body and header behind until somebody logs in or the session ends. Where all of them are too much, the oldest
 * keep no more than what page was asked for: who logs in then comes to that page, and a form has to be sent again.
 *
 * <p>Thread-safe: its lock guards all state and nothing blocks while holding it.
 *
 * <p>Specification: Servlet 6.1, 13.6.3 Form Based Authentication.
 */
final class WaitingRequests {
    private final long most;
    private final Deque<Entry> entries = new ArrayDeque<>();
    private long bytes;

    private record Entry(SessionLogin login, SavedRequest request) {
        /** About what it takes in memory. */
        long bytes() {
            long characters = request.target().length();
            for (Map.Entry<String, String> field : request.headers()) {
                characters += field.getKey().length() + field.getValue().length() + 32;
            }
            return request.body().length + 2 * characters + 256;
        }
    }

    /** Keeps at most that many bytes. */
    WaitingRequests(long most) {
        this.most = most;
    }

    /** Keeps a request with its session until its user has logged in. */
    void save(SessionLogin login, SavedRequest request) {
        login.save(request);
        bound(new Entry(login, request));
    }

    private synchronized void bound(Entry added) {
        entries.add(added);
        bytes += added.bytes();
        while (bytes > most) {
            Entry oldest = entries.remove();
            bytes -= oldest.bytes();
            oldest.login.reduce(oldest.request);
        }
    }
}
