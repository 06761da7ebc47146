package io.keelson.session.marshal;

import io.keelson.base.time.Ticker;
import io.keelson.kernel.serial.FieldPath;
import io.keelson.servlet.spi.AttributeCost;
import io.keelson.servlet.spi.SessionHost;
import io.keelson.servlet.spi.SessionState;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.NotSerializableException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads the attributes of one application's sessions, and says once what cannot be. Call it in the application's context.
 * Thread-safe.
 */
public final class Marshalling {
    /** Greatest number of different things that are logged: names of attributes may come from clients. */
    private static final int MOST_SAID = 1_000;
    /** Applications in development are measured, too. */
    private static final int REST_IN_DEVELOPMENT = 50;

    private final String application;
    private final AttributeCodec codec;
    private final Ticker ticker;
    private final boolean development;
    private final ChangeWatch watch;
    private final AttributeCosts costs = new AttributeCosts();
    private final Set<String> said = ConcurrentHashMap.newKeySet();
    private final Set<String> tried = ConcurrentHashMap.newKeySet();
    private volatile long nextTryNanos;

    /** For an application. */
    public Marshalling(SessionHost host) {
        this.application = host.application();
        this.codec = new AttributeCodec(host.classLoader());
        this.ticker = host.ticker();
        this.development = host.development();
        this.nextTryNanos = ticker.nanoTime();
        this.watch = new ChangeWatch(codec, ticker, development, this::changedInPlace);
    }

    /** Result of writing a value. */
    enum Outcome {
        WRITTEN,
        /** Cannot be written, and never will as it is. */
        REFUSED,
        /** May be written another time. */
        LATER
    }

    /**
     * A value that was written, or not.
     *
     * @param bytes empty unless {@link Outcome#WRITTEN}
     */
    record Written(Outcome outcome, byte[] bytes) {
        static final Written REFUSED = new Written(Outcome.REFUSED, new byte[0]);
        static final Written LATER = new Written(Outcome.LATER, new byte[0]);
    }

    /**
     * Writes a value.
     *
     * @param before what the attribute was the last time, which is mostly as long; null: nothing
     */
    Written write(String name, Object value, byte @Nullable [] before) {
        String type = value.getClass().getName();
        try {
            return new Written(Outcome.WRITTEN, codec.encode(value, before == null ? 0 : before.length));
        } catch (NotSerializableException | InvalidClassException e) {
            if (first("w" + name + '\0' + type)) {
                MarshalLog.LOG.notSerializable(application, name, type, where(name, value, e));
            }
            return Written.REFUSED;
        } catch (IOException | RuntimeException | LinkageError | StackOverflowError e) {
            if (first("l" + name + '\0' + type)) {
                MarshalLog.LOG.notWrittenNow(application, name, type, e);
            }
            return Written.LATER;
        }
    }

    /** Counts what writing an attribute has cost. {@code fromNanos} is the ticker's time when it began. */
    void count(String name, Object value, byte[] bytes, boolean changed, long fromNanos) {
        costs.written(name, value.getClass(), bytes.length, changed, ticker.nanoTime() - fromNanos);
    }

    long nanos() {
        return ticker.nanoTime();
    }

    /** Looks now and then for attributes that have been changed and not set again. */
    void watch(SessionState state, Map<String, byte[]> written) {
        watch.look(state, written);
    }

    private void changedInPlace(String name, Object value, String where) {
        costs.changedInPlace(name);
        String type = value.getClass().getName();
        if (first("c" + name + '\0' + type)) {
            MarshalLog.LOG.changedInPlace(application, name, type, where);
        }
    }

    /** Returns what the attributes have cost. */
    public List<AttributeCost> costs() {
        return costs.all();
    }

    /** A value is being set: in development mode it is said at once, with the place in the code, where it cannot be kept. */
    public void beingSet(String name, Object value) {
        if (!development) {
            return;
        }
        String type = value.getClass().getName();
        long from = ticker.nanoTime();
        // Each attribute once in any case; more often as far as that takes a fiftieth of the time.
        boolean known = tried.size() >= MOST_SAID || !tried.add(name + '\0' + type);
        if (known && from - nextTryNanos < 0) {
            return;
        }
        try {
            codec.encode(value);
            nextTryNanos = ticker.nanoTime() + REST_IN_DEVELOPMENT * (ticker.nanoTime() - from);
        } catch (NotSerializableException | InvalidClassException e) {
            if (first("s" + name + '\0' + type)) {
                MarshalLog.LOG.notSerializableSet(
                        application, name, type, where(name, value, e), new Throwable("it is set here"));
            }
        } catch (IOException | RuntimeException | LinkageError | StackOverflowError e) {
            MarshalLog.LOG.tracef(e, "the attribute %s cannot be written as it is while it is set", name);
        }
    }

    private static String where(String name, Object value, IOException e) {
        String why = e.getMessage();
        return FieldPath.find(name, value).orElse(why == null ? e.toString() : why);
    }

    /** A value; null where it cannot be read. */
    @Nullable
    Object read(String name, byte[] bytes) {
        try {
            return codec.decode(bytes);
        } catch (IOException | ClassNotFoundException | RuntimeException | LinkageError | StackOverflowError e) {
            if (first("r" + name + '\0' + e)) {
                MarshalLog.LOG.notReadable(application, name, e.toString());
            }
            return null;
        }
    }

    private boolean first(String what) {
        return said.size() < MOST_SAID && said.add(what);
    }
}
