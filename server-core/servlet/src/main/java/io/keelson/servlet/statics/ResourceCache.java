package io.keelson.servlet.statics;

import io.keelson.base.time.Ticker;
import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What was last seen of an application's files, and the content of small ones. Bounded in entries and bytes; the entry that
 * was not used for longest goes first. Guarded by its own lock, which is never held during I/O.
 */
final class ResourceCache {
    /** A file of more bytes is sent from disk. */
    static final int SMALL = 64 << 10;

    static final int MOST_BYTES = 8 << 20;
    static final int MOST_ENTRIES = 4096;

    private final Ticker ticker;
    private final long checkNanos;
    private final Map<String, Entry> entries = new LinkedHashMap<>(64, 0.75f, true);
    private int bytes;

    private static final class Entry {
        final @Nullable WebResource resource;
        final long seen;
        byte @Nullable [] content;

        Entry(@Nullable WebResource resource, long seen) {
            this.resource = resource;
            this.seen = seen;
        }
    }

    /**
     * A cache that looks again at a file after that time.
     *
     * @param checkSeconds 0: at each use; negative: never
     */
    ResourceCache(Ticker ticker, int checkSeconds) {
        this.ticker = ticker;
        this.checkNanos = checkSeconds < 0 ? Long.MAX_VALUE : TimeUnit.SECONDS.toNanos(checkSeconds);
    }

    long now() {
        return ticker.currentTimeMillis();
    }

    /** The resource of a path, as it was seen a short while ago or as {@code look} sees it now. */
    Optional<WebResource> resource(String path, Function<String, @Nullable WebResource> look) {
        long now = ticker.nanoTime();
        synchronized (entries) {
            Entry entry = entries.get(path);
            if (entry != null && now - entry.seen < checkNanos) {
                return Optional.ofNullable(entry.resource);
            }
        }
        WebResource found = look.apply(path);
        Entry fresh = new Entry(found, now);
        synchronized (entries) {
            Entry old = entries.put(path, fresh);
            if (old != null && old.content != null) {
                if (found != null && found.equals(old.resource)) {
                    fresh.content = old.content;
                } else {
                    bytes -= old.content.length;
                }
            }
            trim();
        }
        return Optional.ofNullable(found);
    }

    /** The content of a small file; null for one that is larger. */
    byte @Nullable [] content(WebResource resource) throws IOException {
        if (resource.length() > SMALL) {
            return null;
        }
        synchronized (entries) {
            Entry entry = entries.get(resource.path());
            if (entry != null && entry.content != null && resource.equals(entry.resource)) {
                return entry.content;
            }
        }
        byte[] content = Files.readAllBytes(resource.file());
        if (content.length != resource.length()) {
            return null; // it is being written; the caller sends what is there
        }
        synchronized (entries) {
            Entry entry = entries.get(resource.path());
            if (entry != null && entry.content == null && resource.equals(entry.resource)) {
                entry.content = content;
                bytes += content.length;
                trim();
            }
        }
        return content;
    }

    private void trim() {
        var eldest = entries.values().iterator();
        while ((entries.size() > MOST_ENTRIES || bytes > MOST_BYTES) && eldest.hasNext()) {
            Entry gone = eldest.next();
            if (gone.content != null) {
                bytes -= gone.content.length;
            }
            eldest.remove();
        }
    }

    /** Bytes of content that are kept. */
    int bytes() {
        synchronized (entries) {
            return bytes;
        }
    }
}
