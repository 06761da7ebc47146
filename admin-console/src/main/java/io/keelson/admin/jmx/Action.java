package io.keelson.admin.jmx;

import io.keelson.admin.rest.Caller;
import java.util.Map;
import java.util.function.Function;
import javax.management.openmbean.OpenType;
import org.jspecify.annotations.Nullable;

/**
 * Something that can be done with a record, or with the server: an operation that REST has too.
 *
 * @param name of the operation
 * @param help one sentence
 * @param parameters their names with their types, in order
 * @param answer of what type; {@code SimpleType.VOID} for nothing
 * @param changes whether it changes something, which the audit log has then
 * @param route that operation of REST, as {@code POST singletons/*}{@code /migrate}: who may use it may use this
 * @param work does it
 */
public record Action(
        String name,
        String help,
        Map<String, OpenType<?>> parameters,
        OpenType<?> answer,
        boolean changes,
        String route,
        Work work) {
    /** Does it. */
    @FunctionalInterface
    public interface Work {
        /**
         * Does it.
         *
         * @param subject the record as it is now
         * @param arguments of the types of the parameters
         * @param caller who asks
         * @throws Exception where it cannot be done; the message says why
         */
        @Nullable
        Object run(Record subject, @Nullable Object[] arguments, Caller caller) throws Exception;
    }

    /**
     * An answer that is a record.
     *
     * @param type its open type
     * @param shown the record as such
     */
    public record Answering(OpenType<?> type, Function<Record, @Nullable Object> shown) {
        /** The record as the operation answers it. */
        public @Nullable Object show(Record answer) {
            return shown.apply(answer);
        }
    }

    /** Returns how an operation answers such records. */
    public static Answering answering(Class<? extends Record> type) {
        Shown whole = new OpenRecords().whole(type);
        return new Answering(whole.type(), whole::of);
    }
}
