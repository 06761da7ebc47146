package io.keelson.session.grid;

import io.keelson.session.grid.GridEntries.Seen;
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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Records of one application on a grid, shared by all servers that have the application. An entry is changed from the version that its
 * writer knew, or not at all; the key is SHA-256 over application and id. See docs/design/session-grids.md. Thread-safe; blocks.
 */
public final class GridVault implements SessionVault {
    /** Time by which an entry outlasts its session, in seconds: until then some server has ended it, and told its listeners. */
    private static final long GRACE_SECONDS = 3_600;

    /** Time for which the end of a session that does not time out is remembered, in seconds. */
    private static final long LONG_SECONDS = TimeUnit.DAYS.toSeconds(30);

    private static final int MOST_REPORTED = 1_000;

    private final GridEntries entries;
    private final String application;
    private final boolean shared;
    private final Consumer<String> torn;
    private final Set<String> reported = ConcurrentHashMap.newKeySet();

    /** Sessions that this server has read or written, until they are gone: the grid may forget, and does not say what is due. */
    private final ConcurrentMap<String, Known> known = new ConcurrentHashMap<>();

    /** Time of the next look through the grid, milliseconds since the epoch. */
    private volatile long nextLook = Long.MIN_VALUE;

    /**
     * A session that has been here.
     *
     * @param expires milliseconds since the epoch; {@link Long#MAX_VALUE}: never
     * @param timeoutSeconds 0 or less: it does not expire
     */
    private record Known(long version, long expires, int timeoutSeconds) {}

    /**
     * The sessions of an application.
     *
     * @param shared whether other servers may have the application
     * @param torn is told of records that are not whole
     */
    public GridVault(GridEntries entries, String application, boolean shared, Consumer<String> torn) {
        this.entries = entries;
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
        byte[] bytes = entries.get(key);
        Stored stored = bytes == null ? null : stored(key, id, bytes);
        if (stored == null) {
            known.remove(id);
        } else {
            know(stored.version(), stored.record());
        }
        return stored;
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

    /** Returns the version that the session had where the grid has lost it: a session does not end because the grid forgets. */
    @Override
    public long version(String id) throws IOException {
        byte[] key = key(id);
        byte[] bytes = entries.get(key);
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
        boolean written = write(key, expected, value, seconds);
        if (written) {
            know(expected + 1, record);
        }
        return written;
    }

    /** Tries again below this what was not answered: what is there may be what was to be written. */
    private boolean write(byte[] key, long expected, byte[] value, long seconds) throws IOException {
        Seen now = entries.see(key);
        if (now == null) {
            // New, or the grid has lost it.
            byte[] there = entries.putIfAbsent(key, value, seconds);
            return there == null || Arrays.equals(there, value);
        }
        if (!follows(now.value(), expected)) {
            return Arrays.equals(now.value(), value);
        }
        return entries.replace(key, now, value, seconds) || Arrays.equals(entries.get(key), value);
    }

    /** Returns whether the next version may take the place of what is there. A new session may have the id of one that has ended. */
    private static boolean follows(byte[] there, long expected) {
        try {
            GridEntry entry = GridEntry.of(there);
            return entry.ended() ? expected == 0 : entry.version() == expected;
        } catch (MalformedSessionException e) {
            return false;
        }
    }

    /** Replaces the session by a mark that it has ended, which stays for as long as another server may have it in memory. */
    @Override
    public void delete(String id) throws IOException {
        byte[] key = key(id);
        Known before = known.get(id);
        long seconds =
                before == null || before.timeoutSeconds() <= 0 ? LONG_SECONDS : before.timeoutSeconds() + GRACE_SECONDS;
        byte[] end = GridEntry.ended(before == null ? 0 : before.version()).toBytes();
        if (before != null || entries.get(key) != null) {
            entries.put(key, end, seconds);
        }
        if (before != null) {
            known.remove(id, before);
        }
    }

    /** Of what is due by what is known here the grid says whether it is: another server may have used it since. */
    @Override
    public List<String> expired(long millis, int most) throws IOException {
        if (millis >= nextLook) {
            // Learns what servers have left there that have ended.
            entries.each(this::learn);
            nextLook = millis + entries.lookMillis();
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
        entries.probe();
    }

    /** Forgets the sessions that this server knows; the grid keeps its entries. */
    @Override
    public void close() {
        known.clear();
    }
}
