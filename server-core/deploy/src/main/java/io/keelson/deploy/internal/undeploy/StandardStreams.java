package io.keelson.deploy.internal.undeploy;

import static io.keelson.deploy.internal.log.DeployLog.LOG;

import io.keelson.kernel.loader.ApplicationClassLoader;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Standard streams that the application has put in the place of the server's: {@code System.out}, {@code System.err} and {@code System.in}.
 *
 * <p>Such a stream is usually a {@link java.io.PrintStream} of the JDK around one of the application's. Where the JVM opens
 * {@code java.io} it is looked into. Elsewhere it is the application's if that is the only one that was there when it was set. The server's
 * stream is put back; where it could be another application's stream, both are named and it stays. Its lock guards what is kept.
 */
public final class StandardStreams implements Trace {
    private static final int DEEPEST = 8;

    private final List<Stream> streams = List.of(
            new Stream("System.out", () -> System.out, value -> System.setOut((java.io.PrintStream) value)),
            new Stream("System.err", () -> System.err, value -> System.setErr((java.io.PrintStream) value)),
            new Stream("System.in", () -> System.in, value -> System.setIn((java.io.InputStream) value)));

    @Override
    public synchronized void beginning(ApplicationClassLoader loader) {
        streams.forEach(stream -> stream.beginning(loader));
    }

    @Override
    public synchronized void erase(ApplicationClassLoader loader) {
        streams.forEach(stream -> stream.erase(loader));
    }

    /** One of the three. */
    private static final class Stream {
        private final String name;
        private final Supplier<Object> get;
        private final Consumer<Object> set;
        /** The value of each running application's beginning: one that is the same now was not set by that application. */
        private final Map<ApplicationClassLoader, Object> atBeginning = new WeakHashMap<>();

        private @Nullable Object servers;

        Stream(String name, Supplier<Object> get, Consumer<Object> set) {
            this.name = name;
            this.get = get;
            this.set = set;
        }

        void beginning(ApplicationClassLoader loader) {
            Object now = get.get();
            if (atBeginning.isEmpty()) {
                servers = now;
            }
            atBeginning.put(loader, now);
        }

        void erase(ApplicationClassLoader loader) {
            Object now = get.get();
            Object before = atBeginning.remove(loader);
            Object own = servers;
            if (own == null || now == own) {
                return;
            }
            boolean certain = isOf(loader, now);
            List<String> others = new ArrayList<>();
            atBeginning.forEach((other, value) -> {
                if (value != now) {
                    others.add(other.application());
                }
            });
            if (certain || before != null && before != now && others.isEmpty()) {
                set.accept(own);
                LOG.leftBehind(loader.application(), "its own " + name);
            } else if (before != null && before != now) {
                LOG.perhapsLeft(
                        loader.application(),
                        name,
                        others.stream().map(other -> "'" + other + "'").collect(Collectors.joining(", ")));
            }
        }
    }

    /** Returns true if a stream, or one that it passes on to, is of an application's class. */
    private static boolean isOf(ApplicationClassLoader loader, Object stream) {
        Object at = stream;
        for (int depth = 0; depth < DEEPEST && at != null; depth++) {
            if (Ownership.owns(loader, at)) {
                return true;
            }
            at = within(at);
        }
        return false;
    }

    private static @Nullable Object within(Object stream) {
        try {
            Field field;
            if (stream instanceof FilterOutputStream) {
                field = FilterOutputStream.class.getDeclaredField("out");
            } else if (stream instanceof FilterInputStream) {
                field = FilterInputStream.class.getDeclaredField("in");
            } else {
                return null;
            }
            return Opened.to(field) ? field.get(stream) : null;
        } catch (ReflectiveOperationException e) {
            LOG.debugf(e, "The stream %s cannot be looked into", stream.getClass());
            return null;
        }
    }
}
