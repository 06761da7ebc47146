package io.keelson.session.cookie;

import java.util.LinkedHashMap;
import java.util.Map;

/** The ids of the last sessions that have ended here or got another id: clients may still bring them for a moment. Thread-safe. */
final class EndedIds {
    private static final int MOST = 10_000;

    private final Map<String, Boolean> ids = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MOST;
        }
    };

    synchronized void add(String id) {
        ids.put(id, true);
    }

    synchronized boolean contains(String id) {
        return ids.containsKey(id);
    }
}
