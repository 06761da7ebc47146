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
 * Cache of what was last seen of an application's files, and of the content of small ones. Bounded in entries and bytes; the entry that was
 * not used for longest goes first. Guarded by its own lock, which is never held during I/O.
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

        Entry(@Nullable WebResource resource, long seen) {
            this.resource = resource;
            this.seen = seen;
        }

        int bytes() {
            byte[] kept = resource == null ? null : resource.content;
            return kept == null ? 0 : kept.length;
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
        synchronized (entries) {
            Entry old = entries.put(path, new Entry(found, now));
            if (old != null && old.resource != null) {
                byte[] kept = old.resource.content;
                if (found != null && kept != null && found.unchangedSince(old.resource)) {
                    found.content = kept;
                } else {
                    bytes -= old.bytes();
                }
                old.resource.content = null;
            }
            trim();
        }
        return Optional.ofNullable(found);
    }

    /** Has a path looked at anew at its next use, because it turned out not to be what it was. */
    void forget(WebResource resource) {
        synchronized (entries) {
            Entry entry = entries.get(resource.path());
            if (entry != null && entry.resource == resource) {
                entries.remove(resource.path());
                bytes -= entry.bytes();
                resource.content = null;
            }
        }
    }

    /** The content of a small file; null for one that is larger, or is not any more what it was. */
    byte @Nullable [] content(WebResource resource) throws IOException {
        if (resource.length() > SMALL) {
            return null;
        }
        byte[] kept = resource.content;
        if (kept != null) {
            return kept;
        }
        byte[] content = Files.readAllBytes(resource.file());
        if (content.length != resource.length()) {
            return null;
        }
        synchronized (entries) {
            Entry entry = entries.get(resource.path());
            if (entry != null && entry.resource == resource && resource.content == null) {
                resource.content = content;
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
            bytes -= gone.bytes();
            if (gone.resource != null) {
                gone.resource.content = null;
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
