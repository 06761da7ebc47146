package io.keelson.component.executor;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.base.config.Setting.Change;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A context service of the domain. See docs/design/concurrency.md.
 *
 * @param jndiNames names in the server tree; where none is given, concurrent/ and the service's own
 * @param targets the servers and clusters that have it; empty: all
 * @param cleared types of context that a task does not have
 * @param propagated types of context that a task has from who submits it
 * @param unchanged types of context that stay as the thread has them
 */
@Section(
        value = "context-services.*",
        help = "A context service, which says what a task has of the context of who submits it.")
public record ContextServiceSettings(
        @Setting(
                help = "Names in the server tree; without any concurrent/ and the service's own name.",
                change = Change.LIVE)
        List<String> jndiNames,

        @Setting(help = "Servers and clusters that have the service; without any all servers.", change = Change.LIVE)
        List<String> targets,

        @Setting(
                help =
                        "Types of context that a task does not have: Application, Security, Transaction, Remaining, or one of"
                                + " the application's own. Transaction, where no list has it.",
                change = Change.LIVE)
        List<String> cleared,

        @Setting(
                help = "Types of context that a task has from who submits it. Remaining, where no list has that.",
                change = Change.LIVE)
        List<String> propagated,

        @Setting(help = "Types of context that stay as the thread has them.", change = Change.LIVE)
        List<String> unchanged)
        implements Described {
    private static final String TRANSACTION = "Transaction";
    private static final String REMAINING = "Remaining";

    /** Refuses a type of context in two lists, and transactions that go along. */
    public ContextServiceSettings {
        jndiNames = List.copyOf(jndiNames);
        targets = List.copyOf(targets);
        cleared = List.copyOf(cleared);
        propagated = List.copyOf(propagated);
        unchanged = List.copyOf(unchanged);
        Set<String> all = new HashSet<>();
        for (List<String> types : List.of(cleared, propagated, unchanged)) {
            for (String type : types) {
                if (!all.add(type)) {
                    throw new IllegalArgumentException("the type of context '" + type
                            + "' is there twice; it is either cleared, propagated or unchanged");
                }
            }
        }
        if (propagated.contains(TRANSACTION)) {
            throw new IllegalArgumentException(
                    "transactions stay on their thread and are not propagated; put Transaction into cleared or unchanged");
        }
    }

    @Override
    public String kind() {
        return "context-service";
    }

    @Override
    public Map<String, String> elements() {
        boolean transaction = unchanged.contains(TRANSACTION) || cleared.contains(TRANSACTION);
        boolean remaining =
                cleared.contains(REMAINING) || propagated.contains(REMAINING) || unchanged.contains(REMAINING);
        return Map.of(
                "cleared", joined(cleared, transaction, TRANSACTION),
                "propagated", joined(propagated, remaining, REMAINING),
                "unchanged", String.join(",", unchanged));
    }

    private static String joined(List<String> types, boolean there, String standard) {
        String given = String.join(",", types);
        return there ? given : given.isEmpty() ? standard : given + "," + standard;
    }
}
