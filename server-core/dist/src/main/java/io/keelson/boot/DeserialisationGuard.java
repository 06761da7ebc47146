package io.keelson.boot;

import io.keelson.kernel.loader.ObjectReaders;
import io.keelson.kernel.serial.ApplicationStreams;
import io.keelson.kernel.serial.ManagementConnector;
import java.io.ObjectInputFilter;
import java.util.List;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Rejects every Java deserialisation of the server's but that of streams which were given a filter of their own
 * ({@code ObjectInputStream.setObjectInputFilter}). A room that reads objects says so where it does, and says which.
 *
 * <p>Streams that an application's code makes read what the application wants, as on any other server: Wicket keeps its
 * pages by them, Shiro its cookies. But for the classes that are publicly known to turn a stream into a command, and graphs
 * that are too deep: {@link ApplicationStreams}. They are told by the code that makes the stream, not by the thread: what the
 * server or the JDK reads for a client stays guarded. See docs/adr/0006-applications-deserialise.md. Libraries of the domain count as the
 * application's code, and those classes of a part that the part says read objects for applications: {@link ObjectReaders}.
 *
 * <p>A library that makes streams itself, and cannot be told to give them a filter, gets that of the thread: a context class loader that
 * is a filter ({@code io.keelson.ee.iiop}).
 *
 * <p>The JDK's own connector for JMX, which whoever attaches to the process opens, reads by {@link ManagementStreams}.
 *
 * <p>It is a filter factory and not a process-wide filter, because the JDK would apply the latter to streams with a filter
 * as well. A filter that an operator sets for the process ({@code jdk.serialFilter}) still counts for every stream.
 * Stateless and thread-safe.
 */
final class DeserialisationGuard implements BinaryOperator<ObjectInputFilter> {
    private static final StackWalker CALLERS = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    /**
     * Installs the guard; it cannot be taken away again. Must run before the first stream is read.
     *
     * @throws IllegalStateException when there is another filter factory or a stream was read before
     */
    static void install() {
        ObjectInputFilter.Config.setSerialFilterFactory(new DeserialisationGuard());
    }

    /**
     * The JDK asks once when a stream is made, with the process-wide filter as {@code next}, and again when the stream is
     * given a filter.
     */
    @Override
    public @Nullable ObjectInputFilter apply(@Nullable ObjectInputFilter current, @Nullable ObjectInputFilter next) {
        if (current == null) {
            return forNew(next);
        }
        if (next == null) {
            return current;
        }
        return current instanceof Closed closed ? closed.opened(next) : ObjectInputFilter.merge(next, current);
    }

    /** The first code on the stack that is neither the JDK's nor this class's says whose stream it is. */
    private static ObjectInputFilter forNew(@Nullable ObjectInputFilter processWide) {
        List<Class<?>> makers = CALLERS.walk(frames -> frames.<Class<?>>map(StackWalker.StackFrame::getDeclaringClass)
                .filter(type -> type != DeserialisationGuard.class)
                .toList());
        for (Class<?> maker : makers) {
            if (!ofTheJdk(maker.getClassLoader())) {
                if (Thread.currentThread().getContextClassLoader() instanceof ObjectInputFilter own) {
                    return new Closed(processWide).opened(own);
                }
                return ObjectReaders.readsForApplications(maker)
                        ? ApplicationStreams.filter(processWide)
                        : new Closed(processWide);
            }
        }
        if (!ManagementStreams.isOne(makers)) {
            return new Closed(processWide);
        }
        ManagementConnector.requested();
        return ManagementStreams.filter(processWide);
    }

    private static boolean ofTheJdk(@Nullable ClassLoader loader) {
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    /** The filter of a stream that nobody has given one. */
    private record Closed(@Nullable ObjectInputFilter processWide) implements ObjectInputFilter {
        @Override
        public Status checkInput(FilterInfo info) {
            // Also what has no class (depth, references, bytes): the first question about a stream ends it.
            return Status.REJECTED;
        }

        ObjectInputFilter opened(ObjectInputFilter own) {
            ObjectInputFilter merged = ObjectInputFilter.merge(own, processWide);
            return merged == null ? own : merged;
        }
    }
}
