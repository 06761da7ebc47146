package io.keelson.cache.memcached;

import io.keelson.base.time.Ticker;
import io.keelson.cache.memcached.Command.Counter;
import io.keelson.cache.memcached.Command.Retrieval;
import io.keelson.cache.memcached.Command.Storage;
import io.keelson.cache.spi.CacheAwayException;
import io.keelson.cache.spi.EntryStore;
import io.keelson.cache.spi.StoredEntry;
import io.keelson.cache.spi.StoredValue;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Carries commands out on the entries of a cache. Thread-safe; nothing of it blocks. */
final class Commands {
    private static final byte[] END = line("END");
    private static final int MOST_TRIES = 100;
    private static final int MOST_KEYS_AT_ONCE = 8;
    private static final long MONTH_SECONDS = 30L * 24 * 60 * 60;
    /** Least limit of the bytes of an answer. */
    private static final int LEAST_ANSWER = 16 << 20;

    private static final int LONGEST_NUMBER = 20;

    private final EntryStore store;
    private final Ticker ticker;
    private final int mostBytes;
    private final int mostAnswer;

    Commands(EntryStore store, Ticker ticker, int mostBytes) {
        this.store = store;
        this.ticker = ticker;
        this.mostBytes = mostBytes;
        this.mostAnswer = Math.max(LEAST_ANSWER, mostBytes);
    }

    static byte[] line(String text) {
        return (text + "\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    private static CompletionStage<byte[]> said(String text) {
        return CompletableFuture.completedFuture(line(text));
    }

    /** Says a failure as an answer. */
    static byte[] failed(Throwable failure) {
        Throwable cause = failure.getCause() instanceof CacheAwayException ? failure.getCause() : failure;
        String why = cause instanceof CacheAwayException ? String.valueOf(cause.getMessage()) : "the cache failed";
        return line("SERVER_ERROR " + why.replaceAll("[^ -~]", "?"));
    }

    /** The time in milliseconds of what a client says; -1: none of its own; 0: it has ended already. */
    private long lifespan(long expiry) {
        if (expiry == 0) {
            return -1;
        }
        if (expiry < 0) {
            return 0;
        }
        if (expiry <= MONTH_SECONDS) {
            return expiry * 1000;
        }
        long millis = expiry > Long.MAX_VALUE / 1000 ? Long.MAX_VALUE : expiry * 1000;
        return Math.max(0, millis - ticker.currentTimeMillis());
    }

    CompletionStage<byte[]> retrieve(Retrieval command) {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        return retrieve(command, 0, answer);
    }

    /** Some at a time, so that a client that asks for thousands does not have all of them read at once. */
    private CompletionStage<byte[]> retrieve(Retrieval command, int from, ByteArrayOutputStream answer) {
        int to = Math.min(command.keys().size(), from + MOST_KEYS_AT_ONCE);
        List<CompletionStage<@Nullable StoredEntry>> asked = new ArrayList<>();
        for (byte[] key : command.keys().subList(from, to)) {
            asked.add(command.touches() ? touched(key, lifespan(command.expiry())) : store.get(key));
        }
        CompletionStage<Boolean> all = CompletableFuture.completedFuture(true);
        for (int i = 0; i < asked.size(); i++) {
            byte[] key = command.keys().get(from + i);
            all = all.thenCombine(asked.get(i), (done, entry) -> {
                if (entry != null) {
                    write(answer, key, entry, command.unique());
                }
                return done;
            });
        }
        return all.thenCompose(done -> {
            if (answer.size() > mostAnswer) {
                return said("SERVER_ERROR out of memory writing get response");
            }
            if (to < command.keys().size()) {
                return retrieve(command, to, answer);
            }
            answer.writeBytes(END);
            return CompletableFuture.completedFuture(answer.toByteArray());
        });
    }

    private static void write(ByteArrayOutputStream answer, byte[] key, StoredEntry entry, boolean unique) {
        byte[] value = entry.value().bytes();
        answer.writeBytes("VALUE ".getBytes(StandardCharsets.US_ASCII));
        answer.writeBytes(key);
        answer.writeBytes(line(" " + Integer.toUnsignedString(entry.value().flags()) + " " + value.length
                + (unique ? " " + Long.toUnsignedString(entry.version()) : "")));
        answer.writeBytes(value);
        answer.writeBytes(new byte[] {'\r', '\n'});
    }

    CompletionStage<byte[]> store(Storage command) {
        return switch (command.way()) {
            case SET -> put(command).thenApply(done -> line("STORED"));
            case ADD -> add(command).thenApply(done -> line(done ? "STORED" : "NOT_STORED"));
            case REPLACE -> replace(command).thenApply(done -> line(done ? "STORED" : "NOT_STORED"));
            case APPEND, PREPEND -> join(command, MOST_TRIES);
            case CAS -> cas(command);
        };
    }

    private StoredValue value(Storage command) {
        return new StoredValue(command.data(), command.flags(), null, lifespan(command.expiry()), -1);
    }

    private CompletionStage<Boolean> put(Storage command) {
        StoredValue value = value(command);
        return value.lifespanMillis() == 0 ? store.remove(command.key()) : store.put(command.key(), value);
    }

    /** Says only whether there was one: what has ended already is put and gone. */
    private CompletionStage<Boolean> add(Storage command) {
        StoredValue value = value(command);
        return value.lifespanMillis() == 0
                ? store.get(command.key()).thenApply(entry -> entry == null)
                : store.putIfAbsent(command.key(), value);
    }

    private CompletionStage<Boolean> replace(Storage command) {
        StoredValue value = value(command);
        return value.lifespanMillis() == 0 ? store.remove(command.key()) : store.replace(command.key(), value);
    }

    private CompletionStage<byte[]> join(Storage command, int tries) {
        return store.get(command.key()).thenCompose(entry -> {
            if (entry == null) {
                return said("NOT_STORED");
            }
            byte[] before = entry.value().bytes();
            if ((long) before.length + command.data().length > mostBytes) {
                return said("SERVER_ERROR object too large for cache");
            }
            boolean append = command.way() == Command.Way.APPEND;
            byte[] joined = joined(append ? before : command.data(), append ? command.data() : before);
            return store.replace(command.key(), before, entry.value().with(joined))
                    .thenCompose(done -> done
                            ? said("STORED")
                            : tries == 0
                                    ? said("SERVER_ERROR others change the entry all the time")
                                    : join(command, tries - 1));
        });
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] all = new byte[first.length + second.length];
        System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }

    private CompletionStage<byte[]> cas(Storage command) {
        return store.get(command.key()).thenCompose(entry -> {
            if (entry == null) {
                return said("NOT_FOUND");
            }
            if (entry.version() != command.unique()) {
                return said("EXISTS");
            }
            StoredValue value = value(command);
            byte[] seen = entry.value().bytes();
            CompletionStage<Boolean> done = value.lifespanMillis() == 0
                    ? store.remove(command.key(), seen)
                    : store.replace(command.key(), seen, value);
            return done.thenApply(changed -> line(changed ? "STORED" : "EXISTS"));
        });
    }

    CompletionStage<byte[]> delete(byte[] key) {
        return store.remove(key).thenApply(done -> line(done ? "DELETED" : "NOT_FOUND"));
    }

    CompletionStage<byte[]> touch(byte[] key, long expiry) {
        return touched(key, lifespan(expiry)).thenApply(entry -> line(entry == null ? "NOT_FOUND" : "TOUCHED"));
    }

    /** Gives an entry another life span, and returns what it was; null where there is none, or others change it just then. */
    private CompletionStage<@Nullable StoredEntry> touched(byte[] key, long lifespan) {
        return store.get(key).thenCompose(entry -> {
            if (entry == null) {
                return CompletableFuture.completedFuture(null);
            }
            byte[] bytes = entry.value().bytes();
            CompletionStage<Boolean> done = lifespan == 0
                    ? store.remove(key, bytes)
                    : store.replace(key, bytes, entry.value().lasting(lifespan));
            return done.thenCompose(changed -> changed ? CompletableFuture.completedFuture(entry) : store.get(key));
        });
    }

    CompletionStage<byte[]> count(Counter command) {
        return count(command, MOST_TRIES);
    }

    private CompletionStage<byte[]> count(Counter command, int tries) {
        return store.get(command.key()).thenCompose(entry -> {
            if (entry == null) {
                return said("NOT_FOUND");
            }
            byte[] before = entry.value().bytes();
            Long number = number(before);
            if (number == null) {
                return said("CLIENT_ERROR cannot increment or decrement non-numeric value");
            }
            long next = command.up()
                    ? number + command.delta()
                    : Long.compareUnsigned(number, command.delta()) < 0 ? 0 : number - command.delta();
            String text = Long.toUnsignedString(next);
            StoredValue value = entry.value().with(text.getBytes(StandardCharsets.US_ASCII));
            return store.replace(command.key(), before, value)
                    .thenCompose(done -> done
                            ? said(text)
                            : tries == 0
                                    ? said("SERVER_ERROR others change the entry all the time")
                                    : count(command, tries - 1));
        });
    }

    /** A number of 64 bits without a sign; spaces behind it, as memcached leaves them, do not matter. */
    private static @Nullable Long number(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1).stripTrailing();
        if (text.isEmpty() || text.length() > LONGEST_NUMBER || text.chars().anyMatch(c -> c < '0' || c > '9')) {
            return null;
        }
        try {
            return Long.parseUnsignedLong(text);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    CompletionStage<byte[]> flush(long delay) {
        return delay > 0
                ? said("CLIENT_ERROR a delayed flush_all is not supported")
                : store.clear().thenApply(done -> line("OK"));
    }
}
