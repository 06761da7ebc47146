package io.keelson.ee.connectors.work;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Users and groups of the server that stand for those of the system behind an adapter when messages and work come in. Immutable.
 *
 * @param required true where a user of that system is none of the server's: one that is not mapped is refused
 * @param callers user of the server by that of the system; empty: nobody
 * @param otherCaller user of the server for who is not mapped; empty: nobody; null: refused
 * @param groups group of the server by that of the system
 * @param otherGroup group of the server for those that are not mapped; null: none
 */
public record CallerMappings(
        boolean required,
        Map<String, String> callers,
        @Nullable String otherCaller,
        Map<String, String> groups,
        @Nullable String otherGroup) {
    /** Users and groups are those of the server. */
    public static final CallerMappings NONE = new CallerMappings(false, Map.of(), null, Map.of(), null);

    public CallerMappings {
        callers = Map.copyOf(callers);
        groups = Map.copyOf(groups);
    }

    /** Returns the server's user; empty: nobody; null where there is none for that name. */
    @Nullable
    String caller(String name) {
        return required ? callers.getOrDefault(name, otherCaller) : name;
    }

    /** Returns the server's group; null where there is none for that name. */
    @Nullable
    String group(String name) {
        return required ? groups.getOrDefault(name, otherGroup) : name;
    }
}
