package io.keelson.session.store;

import io.keelson.session.marshal.SessionRecord;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A vault that can be taken away, and that several stores may share. */
class MapVault implements SessionVault {
    final Map<String, Stored> records = new ConcurrentHashMap<>();
    final List<String> log = new CopyOnWriteArrayList<>();
    volatile boolean away;
    boolean shared;

    private void reach() throws IOException {
        if (away) {
            log.add("tried");
            throw new IOException("the map is away");
        }
    }

    @Override
    public void open() {}

    @Override
    public boolean shared() {
        return shared;
    }

    @Override
    public int longestId() {
        return 100;
    }

    @Override
    public @Nullable Stored read(String id) throws IOException {
        reach();
        log.add("read");
        return records.get(id);
    }

    @Override
    public long version(String id) throws IOException {
        reach();
        Stored stored = records.get(id);
        return stored == null ? 0 : stored.version();
    }

    @Override
    public boolean write(long expected, SessionRecord record) throws IOException {
        reach();
        if (version(record.id()) != expected) {
            return false;
        }
        log.add("write");
        records.put(record.id(), new Stored(expected + 1, record));
        return true;
    }

    @Override
    public void delete(String id) throws IOException {
        reach();
        records.remove(id);
    }

    @Override
    public List<String> expired(long millis, int most) throws IOException {
        reach();
        return records.values().stream()
                .map(Stored::record)
                .filter(each -> SessionRecord.expires(each.accessed(), each.timeoutSeconds()) <= millis)
                .map(SessionRecord::id)
                .limit(most)
                .toList();
    }

    @Override
    public boolean counts() {
        return true;
    }

    @Override
    public long count() throws IOException {
        reach();
        return records.size();
    }

    @Override
    public void probe() throws IOException {
        reach();
    }

    @Override
    public void close() {}
}
