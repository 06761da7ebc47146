package io.keelson.ee.concurrency.context;

import jakarta.enterprise.concurrent.ContextServiceDefinition;
import java.util.HashMap;
import java.util.Map;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Says what happens to each type of context. Immutable.
 *
 * <p>Specification: Jakarta Concurrency 3.1, 3.3.4 Context service; the documentation of {@code ContextServiceDefinition}.
 *
 * @param named by type of context
 * @param remaining for all types that are not named
 */
public record ContextRules(Map<String, Treatment> named, Treatment remaining) {
    /** Those of the default context service: the transaction is cleared, all else propagated. */
    public static final ContextRules STANDARD =
            new ContextRules(Map.of(ContextServiceDefinition.TRANSACTION, Treatment.CLEARED), Treatment.PROPAGATED);

    public ContextRules {
        named = Map.copyOf(named);
    }

    /** Returns what happens to a type of context. */
    public Treatment of(String type) {
        return named.getOrDefault(type, remaining);
    }

    /**
     * Reads the lists of a definition, separated by commas.
     *
     * @param cleared null where the definition does not say it
     * @param propagated null where the definition does not say it
     * @param unchanged null where the definition does not say it
     * @throws NamingException where a type is in two lists, or transactions are to be propagated
     */
    public static ContextRules read(
            @Nullable String cleared, @Nullable String propagated, @Nullable String unchanged, String place)
            throws NamingException {
        Map<String, Treatment> all = new HashMap<>();
        add(all, cleared == null ? ContextServiceDefinition.TRANSACTION : cleared, Treatment.CLEARED, place);
        add(all, propagated == null ? ContextServiceDefinition.ALL_REMAINING : propagated, Treatment.PROPAGATED, place);
        add(all, unchanged == null ? "" : unchanged, Treatment.UNCHANGED, place);
        Treatment remaining = all.remove(ContextServiceDefinition.ALL_REMAINING);
        Treatment rest = remaining == null ? Treatment.CLEARED : remaining;
        if (all.get(ContextServiceDefinition.TRANSACTION) == Treatment.PROPAGATED) {
            throw new NamingException(
                    place + ": the context service propagates transactions, which stay on their thread;"
                            + " put Transaction into cleared or unchanged");
        }
        if (rest == Treatment.PROPAGATED) {
            all.putIfAbsent(ContextServiceDefinition.TRANSACTION, Treatment.CLEARED);
        }
        return new ContextRules(all, rest);
    }

    private static void add(Map<String, Treatment> all, String types, Treatment treatment, String place)
            throws NamingException {
        for (String each : types.split(",", -1)) {
            String type = each.trim();
            Treatment other = type.isEmpty() ? null : all.putIfAbsent(type, treatment);
            if (other != null) {
                throw new NamingException(place + ": the context service has the type of context '" + type
                        + "' twice; it is either cleared, propagated or unchanged");
            }
        }
    }
}
