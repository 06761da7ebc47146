package io.keelson.boot;

import java.io.ObjectInputFilter;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Rejects every Java deserialisation in the process but that of streams which were given a filter of their own
 * ({@code ObjectInputStream.setObjectInputFilter}). A room that reads objects says so where it does, and says which.
 *
 * <p>It is a filter factory and not a process-wide filter, because the JDK would apply the latter to streams with a filter
 * as well. A filter that an operator sets for the process ({@code jdk.serialFilter}) still counts for every stream.
 * Stateless and thread-safe.
 */
final class DeserialisationGuard implements BinaryOperator<ObjectInputFilter> {
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
    public ObjectInputFilter apply(@Nullable ObjectInputFilter current, @Nullable ObjectInputFilter next) {
        if (current == null) {
            return new Closed(next);
        }
        if (next == null) {
            return current;
        }
        return current instanceof Closed closed ? closed.opened(next) : ObjectInputFilter.merge(next, current);
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
