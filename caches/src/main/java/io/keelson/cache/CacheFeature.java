package io.keelson.cache;

import io.keelson.cache.config.CacheSettings;
import io.keelson.cache.spi.CacheAwayException;
import io.keelson.cache.spi.EntryStore;
import io.keelson.cache.spi.StoredEntry;
import io.keelson.cache.spi.StoredValue;
import io.keelson.kernel.management.ConsolePage;
import io.keelson.kernel.management.FeatureOperation;
import io.keelson.kernel.management.FeatureOperation.Kind;
import io.keelson.kernel.management.FeatureOperation.RefusedException;
import io.keelson.kernel.management.FeatureOperation.RefusedException.Reason;
import io.keelson.kernel.management.FeatureOperation.Request;
import io.keelson.kernel.management.FeatureOperation.Work;
import io.keelson.kernel.management.ManagementFeature;
import io.keelson.kernel.management.Role;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Set;

/** The management of caches: the commands {@code keelson cache}, their resources of REST, and the page of the console. */
public final class CacheFeature implements ManagementFeature {
    private static final int SHOWN_KEYS = 100;
    private static final int MOST_KEYS = 10_000;

    /** For {@link java.util.ServiceLoader}. */
    public CacheFeature() {}

    /**
     * The caches of a server.
     *
     * @param caches each of them
     */
    public record CacheList(List<CacheRuntime> caches) {
        public CacheList {
            caches = List.copyOf(caches);
        }
    }

    /**
     * A key.
     *
     * @param key as text; base64 where it is none
     */
    public record Key(String key) {}

    /**
     * A cache with some of its keys.
     *
     * @param cache what this server has of it
     * @param size the entries on all servers
     * @param keys the first of them
     */
    public record CacheDetails(CacheRuntime cache, long size, List<Key> keys) {
        public CacheDetails {
            keys = List.copyOf(keys);
        }
    }

    /**
     * An entry.
     *
     * @param cache the cache
     * @param key the key
     * @param value as text, or base64
     * @param encoding text or base64
     * @param bytes how many the value has
     * @param contentType that it was put with, or that of the cache
     * @param flags of memcached's protocol
     * @param version a number that is another one after each change
     * @param lifespanMillis after how long it ends; -1: never
     * @param maxIdleMillis after how long without a use it ends; -1: never
     */
    public record EntryDetails(
            String cache,
            String key,
            String value,
            String encoding,
            int bytes,
            String contentType,
            long flags,
            long version,
            long lifespanMillis,
            long maxIdleMillis) {}

    /**
     * Result of an operation, for the record.
     *
     * @param cache the cache
     * @param done whether anything was changed
     * @param result says it in words
     */
    public record CacheWork(String cache, boolean done, String result) {}

    @Override
    public String name() {
        return "cache";
    }

    @Override
    public String help() {
        return "Shows the caches of the domain, and looks at, puts, removes and clears their entries.";
    }

    @Override
    public Set<Class<?>> requires() {
        return Set.of(Caches.class);
    }

    private static FeatureOperation operation(
            Kind kind,
            String path,
            Role least,
            String summary,
            String word,
            Class<? extends Record> answer,
            Work<Caches> work) {
        return FeatureOperation.of(kind, path, least, summary)
                .answers(answer)
                .command(word)
                .handledBy(Caches.class, (caches, request) -> {
                    try {
                        return work.on(caches, request);
                    } catch (CacheAwayException e) {
                        throw new RefusedException(Reason.UNAVAILABLE, String.valueOf(e.getMessage()));
                    }
                });
    }

    @Override
    public List<FeatureOperation> operations() {
        return List.of(
                operation(
                        Kind.READ,
                        "caches",
                        Role.MONITOR,
                        "lists the caches with size, hit rate and owners",
                        "list",
                        CacheList.class,
                        (caches, request) -> new CacheList(caches.state())),
                operation(
                                Kind.READ,
                                "caches/{name}",
                                Role.OPERATOR,
                                "shows a cache and some of its keys",
                                "show",
                                CacheDetails.class,
                                CacheFeature::show)
                        .takes("keys", "How many keys are shown: 100 where it is not said, at most 10000.", false),
                operation(
                        Kind.READ,
                        "caches/{name}/entries/{key}",
                        Role.OPERATOR,
                        "shows the entry of a key",
                        "get",
                        EntryDetails.class,
                        CacheFeature::get),
                operation(
                                Kind.SET,
                                "caches/{name}/entries/{key}",
                                Role.OPERATOR,
                                "puts a value",
                                "put",
                                CacheWork.class,
                                CacheFeature::put)
                        .takes("value", "The value, as text or in base64.", true)
                        .takes("encoding", "text or base64; text where it is not said.", false)
                        .takes("lifespan", "After how many seconds the entry ends; else as the cache says.", false),
                operation(
                        Kind.REMOVE,
                        "caches/{name}/entries/{key}",
                        Role.OPERATOR,
                        "removes the entry of a key",
                        "remove",
                        CacheWork.class,
                        (caches, request) -> {
                            byte[] key = key(request);
                            EntryStore store = store(caches, request);
                            boolean done = caches.await(request.variable("name"), () -> store.remove(key));
                            return new CacheWork(
                                    request.variable("name"), done, done ? "removed" : "there was no such entry");
                        }),
                operation(
                        Kind.ACT,
                        "caches/{name}/clear",
                        Role.ADMIN,
                        "removes all entries of a cache",
                        "clear",
                        CacheWork.class,
                        (caches, request) -> {
                            EntryStore store = store(caches, request);
                            boolean done = caches.await(request.variable("name"), store::clear);
                            CacheLog.LOG.cleared(request.variable("name"), request.caller());
                            return new CacheWork(request.variable("name"), done, "cleared");
                        }));
    }

    private static EntryStore store(Caches caches, Request request) throws RefusedException {
        String name = request.variable("name");
        EntryStore store = caches.store(name);
        if (store == null) {
            throw new RefusedException(
                    Reason.UNKNOWN,
                    "this server has no cache '" + name + "'"
                            + (caches.settings().isEmpty()
                                    ? "; it has none, as the admin server of a cluster: ask another one, by --server"
                                    : "; it has "
                                            + String.join(
                                                    ", ", caches.settings().keySet())));
        }
        return store;
    }

    private static byte[] key(Request request) throws RefusedException {
        String key = request.variable("key");
        if (key.isEmpty()) {
            throw new RefusedException(Reason.WRONG, "a key is not empty");
        }
        return key.getBytes(StandardCharsets.UTF_8);
    }

    private static CacheDetails show(Caches caches, Request request) throws RefusedException {
        EntryStore store = store(caches, request);
        String name = request.variable("name");
        int most = (int) request.number("keys", SHOWN_KEYS, 0, MOST_KEYS);
        long size = caches.await(name, store::size);
        List<Key> keys =
                store.keys(most).stream().map(key -> new Key(shown(key).text())).toList();
        CacheRuntime state = caches.state().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new RefusedException(Reason.UNKNOWN, "this server has no cache '" + name + "'"));
        return new CacheDetails(state, size, keys);
    }

    /** Bytes as they can be shown. */
    private record Text(String text, String encoding) {}

    private static Text shown(byte[] bytes) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            boolean plain = text.chars().allMatch(c -> c >= ' ' && c != 0x7f || c == '\n' || c == '\t' || c == '\r');
            if (plain) {
                return new Text(text, "text");
            }
        } catch (CharacterCodingException e) {
            return new Text(Base64.getEncoder().encodeToString(bytes), "base64");
        }
        return new Text(Base64.getEncoder().encodeToString(bytes), "base64");
    }

    private static EntryDetails get(Caches caches, Request request) throws RefusedException {
        byte[] key = key(request);
        EntryStore store = store(caches, request);
        String name = request.variable("name");
        StoredEntry entry = caches.await(name, () -> store.get(key));
        if (entry == null) {
            throw new RefusedException(
                    Reason.UNKNOWN, "the cache " + name + " has no entry '" + request.variable("key") + "'");
        }
        StoredValue value = entry.value();
        Text text = shown(value.bytes());
        String type = value.contentType();
        CacheSettings settings = caches.settings().get(name);
        String usual = settings == null ? "" : settings.values().contentType();
        return new EntryDetails(
                name,
                request.variable("key"),
                text.text(),
                text.encoding(),
                value.bytes().length,
                type == null ? usual : type,
                Integer.toUnsignedLong(value.flags()),
                entry.version(),
                value.lifespanMillis(),
                value.maxIdleMillis());
    }

    private static CacheWork put(Caches caches, Request request) throws RefusedException {
        byte[] key = key(request);
        EntryStore store = store(caches, request);
        String name = request.variable("name");
        String text = request.parameter("value").orElse("");
        byte[] bytes;
        switch (request.parameter("encoding").orElse("text")) {
            case "text" -> bytes = text.getBytes(StandardCharsets.UTF_8);
            case "base64" -> {
                try {
                    bytes = Base64.getDecoder().decode(text);
                } catch (IllegalArgumentException e) {
                    throw new RefusedException(Reason.WRONG, "'value' is not base64: " + e.getMessage());
                }
            }
            default -> throw new RefusedException(Reason.WRONG, "'encoding' is text or base64");
        }
        long seconds = request.number("lifespan", 0, 0, Integer.MAX_VALUE);
        StoredValue value = StoredValue.of(bytes).lasting(seconds == 0 ? -1 : seconds * 1000);
        boolean done = caches.await(name, () -> store.put(key, value));
        return new CacheWork(name, done, "put");
    }

    @Override
    public List<ConsolePage> pages() {
        return List.of(new ConsolePage(
                        "caches",
                        "Caches",
                        "Applications",
                        "Caches of the domain as each server has them: entries, hits, owners.",
                        "caches",
                        "name",
                        List.of("caches/{name}/clear"))
                .details("caches/{name}"));
    }
}
