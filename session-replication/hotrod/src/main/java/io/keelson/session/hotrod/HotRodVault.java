package io.keelson.session.hotrod;

import io.keelson.session.marshal.MalformedSessionException;
import io.keelson.session.marshal.SessionRecord;
import io.keelson.session.store.SessionVault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.infinispan.client.hotrod.Flag;
import org.infinispan.client.hotrod.MetadataValue;
import org.infinispan.client.hotrod.RemoteCache;
import org.infinispan.commons.util.CloseableIterator;
import org.jspecify.annotations.Nullable;

/**
 * Records of one application on a grid, shared by all servers that have the application. An entry is changed from the version that its writer
 * knew, or not at all; the key is SHA-256 over application and id. See docs/design/session-grids.md. Thread-safe; blocks.
 */
final class HotRodVault implements SessionVault {
    /** How long an entry outlasts its session: until then somebody has ended it, and told its listeners. */
    private static final long GRACE_SECONDS = 3_600;

    /** How long the end of a session is remembered that does not time out. */
    private static final long LONG_SECONDS = TimeUnit.DAYS.toSeconds(30);

    /** How often the grid is looked through for what servers have left there that have ended; less than the grace. */
    private static final long LOOK_MILLIS = GRACE_SECONDS * 1_000 / 2;

    private static final int LOOK_BATCH = 100;
    private static final int MOST_REPORTED = 1_000;

    private final HotRodGrid grid;
    private final String application;
    private final boolean shared;
    private final Consumer<String> torn;
    private final Set<String> reported = ConcurrentHashMap.newKeySet();

    /** What this server has read or written, until it has gone: the grid may forget, and does not say what is due. */
    private final ConcurrentMap<String, Known> known = new ConcurrentHashMap<>();

    /** When the grid is to be looked through, milliseconds since the epoch. */
    private volatile long nextLook = Long.MIN_VALUE;

    /**
     * A session that has been here.
     *
     * @param expires milliseconds since the epoch; {@link Long#MAX_VALUE}: never
     * @param timeoutSeconds 0 or less: it does not expire
     */
    private record Known(long version, long expires, int timeoutSeconds) {}

    HotRodVault(HotRodGrid grid, String application, boolean shared, Consumer<String> torn) {
        this.grid = grid;
        this.application = application;
        this.shared = shared;
        this.torn = torn;
    }

    /** The grid need not be there yet. */
    @Override
    public void open() {}

    @Override
    public boolean shared() {
        return shared;
    }

    @Override
    public int longestId() {
        return 1_000;
    }

    private byte[] key(String id) {
        try {
            MessageDigest hash = MessageDigest.getInstance("SHA-256");
            hash.update(application.getBytes(StandardCharsets.UTF_8));
            hash.update((byte) 0);
            return hash.digest(id.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private void know(long version, SessionRecord record) {
        known.put(
                record.id(),
                new Known(
                        version,
                        SessionRecord.expires(record.accessed(), record.timeoutSeconds()),
                        record.timeoutSeconds()));
    }

    @Override
    public @Nullable Stored read(String id) throws IOException {
        byte[] key = key(id);
        byte[] bytes = get(key);
        Stored stored = bytes == null ? null : stored(key, id, bytes);
        if (stored == null) {
            known.remove(id);
        } else {
            know(stored.version(), stored.record());
        }
        return stored;
    }

    private byte @Nullable [] get(byte[] key) throws IOException {
        return grid.use(cache -> Optional.ofNullable(cache.get(key))).orElse(null);
    }

    private @Nullable Stored stored(byte[] key, String id, byte[] bytes) {
        try {
            GridEntry entry = GridEntry.of(bytes);
            if (entry.ended()) {
                return null;
            }
            SessionRecord record = entry.session();
            return record.id().equals(id) ? new Stored(entry.version(), record) : null;
        } catch (MalformedSessionException e) {
            report(key, e);
            return null;
        }
    }

    private void report(byte[] key, MalformedSessionException why) {
        String name = HexFormat.of().formatHex(key);
        if (reported.size() < MOST_REPORTED && reported.add(name)) {
            torn.accept("the entry " + name + " of the grid " + why.getMessage());
        }
    }

    /** Where the grid has lost the session this is the version that it had: a session does not end because the grid forgets. */
    @Override
    public long version(String id) throws IOException {
        byte[] key = key(id);
        byte[] bytes = get(key);
        if (bytes == null) {
            Known before = known.get(id);
            return before == null ? 0 : before.version();
        }
        try {
            GridEntry entry = GridEntry.of(bytes);
            return entry.ended() ? 0 : entry.version();
        } catch (MalformedSessionException e) {
            return 0;
        }
    }

    @Override
    public boolean write(long expected, SessionRecord record) throws IOException {
        byte[] key = key(record.id());
        byte[] value = new GridEntry(expected + 1, record.toBytes()).toBytes();
        long seconds = record.timeoutSeconds() <= 0 ? -1 : record.timeoutSeconds() + GRACE_SECONDS;
        boolean written = grid.use(cache -> write(cache, key, expected, value, seconds));
        if (written) {
            know(expected + 1, record);
        }
        return written;
    }

    /** The client tries again by itself where an answer was lost: what is there may be what was to be written. */
    private static boolean write(
            RemoteCache<byte[], byte[]> cache, byte[] key, long expected, byte[] value, long seconds) {
        MetadataValue<byte[]> now = cache.getWithMetadata(key);
        if (now == null) {
            // New, or the grid has lost it.
            byte[] there = cache.withFlags(Flag.FORCE_RETURN_VALUE).putIfAbsent(key, value, seconds, TimeUnit.SECONDS);
            return there == null || Arrays.equals(there, value);
        }
        if (!follows(now.getValue(), expected)) {
            return Arrays.equals(now.getValue(), value);
        }
        return cache.replaceWithVersion(key, value, now.getVersion(), seconds, TimeUnit.SECONDS, -1, TimeUnit.SECONDS)
                || Arrays.equals(cache.get(key), value);
    }

    /** Whether the next version may take the place of what is there. A new session may have the id of one that has ended. */
    private static boolean follows(byte[] there, long expected) {
        try {
            GridEntry entry = GridEntry.of(there);
            return entry.ended() ? expected == 0 : entry.version() == expected;
        } catch (MalformedSessionException e) {
            return false;
        }
    }

    /** What stays says that it has ended, for as long as another server may have it in memory. */
    @Override
    public void delete(String id) throws IOException {
        byte[] key = key(id);
        Known before = known.get(id);
        long seconds =
                before == null || before.timeoutSeconds() <= 0 ? LONG_SECONDS : before.timeoutSeconds() + GRACE_SECONDS;
        byte[] end = GridEntry.ended(before == null ? 0 : before.version()).toBytes();
        grid.use(cache -> {
            if (before != null || cache.containsKey(key)) {
                cache.put(key, end, seconds, TimeUnit.SECONDS);
            }
            return true;
        });
        if (before != null) {
            known.remove(id, before);
        }
    }

    /** Of what is due by what is known here the grid says whether it is: another server may have used it since. */
    @Override
    public List<String> expired(long millis, int most) throws IOException {
        if (millis >= nextLook) {
            grid.use(this::lookThrough);
            nextLook = millis + LOOK_MILLIS;
        }
        List<String> due = new ArrayList<>();
        for (Map.Entry<String, Known> each : known.entrySet()) {
            if (each.getValue().expires() <= millis && due.size() < most) {
                Stored now = read(each.getKey());
                if (now != null
                        && SessionRecord.expires(
                                        now.record().accessed(), now.record().timeoutSeconds())
                                <= millis) {
                    due.add(each.getKey());
                }
            }
        }
        return due;
    }

    /** Learns what servers have left there that have ended. */
    private boolean lookThrough(RemoteCache<byte[], byte[]> cache) {
        try (CloseableIterator<Map.Entry<Object, Object>> all = cache.retrieveEntries(null, LOOK_BATCH)) {
            while (all.hasNext()) {
                Map.Entry<Object, Object> entry = all.next();
                if (entry.getKey() instanceof byte[] key && entry.getValue() instanceof byte[] value) {
                    learn(key, value);
                }
            }
        }
        return true;
    }

    private void learn(byte[] key, byte[] value) {
        try {
            GridEntry entry = GridEntry.of(value);
            if (!entry.ended()) {
                SessionRecord record = entry.session();
                if (Arrays.equals(key, key(record.id()))) {
                    know(entry.version(), record);
                }
            }
        } catch (MalformedSessionException e) {
            report(key, e);
        }
    }

    @Override
    public void probe() throws IOException {
        grid.use(cache -> cache.containsKey(key("")));
    }

    /** What the grid has stays there. */
    @Override
    public void close() {
        known.clear();
    }
}
