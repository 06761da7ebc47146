package io.keelson.resource;

import io.keelson.base.config.Configuration;
import io.keelson.kernel.context.Caller;
import io.keelson.kernel.spi.resource.AdapterLogins;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The users of {@code adapter-logins} as the configuration has them now: one that names the caller comes first, then one with a group of
 * the caller's, then one for all. Thread-safe; the configuration is replaced as a whole.
 */
final class ConfiguredLogins implements AdapterLogins {
    /** By the name of the connection factory, in the order of the entries' names. */
    private volatile Map<String, List<Entry>> byFactory = Map.of();

    private record Entry(
            String name,
            AdapterLoginSettings settings,
            @Nullable Login login,
            @Nullable String wrong) {
        static Entry of(String name, AdapterLoginSettings settings) {
            try {
                String password = Secrets.password(settings.password(), settings.passwordFile());
                return new Entry(name, settings, new Login(settings.user(), password == null ? "" : password), null);
            } catch (IllegalArgumentException e) {
                return new Entry(name, settings, null, e.getMessage());
            }
        }
    }

    /**
     * Refuses a configuration in which two entries of a factory are for the same users, or for all.
     *
     * @throws IllegalArgumentException the message names both
     */
    void check(Configuration next) {
        Map<String, String> taken = new HashMap<>();
        new TreeMap<>(next.all(AdapterLoginSettings.class)).forEach((name, each) -> {
            for (String factory : each.names(name)) {
                for (String whom : whom(each)) {
                    String other = taken.put(factory + " " + whom, name);
                    if (other != null) {
                        throw new IllegalArgumentException("the adapter logins " + other + " and " + name + " of "
                                + factory + " are both for " + whom);
                    }
                }
            }
        });
    }

    private static TreeSet<String> whom(AdapterLoginSettings each) {
        TreeSet<String> whom = new TreeSet<>();
        each.callers().forEach(caller -> whom.add("the caller " + caller));
        each.groups().forEach(group -> whom.add("the group " + group));
        if (each.isForAll()) {
            whom.add("all");
        }
        return whom;
    }

    /** Applies a configuration. */
    void apply(Configuration configuration) {
        Map<String, List<Entry>> next = new HashMap<>();
        new TreeMap<>(configuration.all(AdapterLoginSettings.class)).forEach((name, each) -> {
            Entry entry = Entry.of(name, each);
            each.names(name)
                    .forEach(factory -> next.computeIfAbsent(factory, any -> new ArrayList<>())
                            .add(entry));
        });
        byFactory = Map.copyOf(next);
    }

    @Override
    public @Nullable Login of(String factory, @Nullable Caller caller) {
        List<Entry> entries = byFactory.get(factory);
        if (entries == null) {
            return null;
        }
        Entry found = null;
        if (caller != null) {
            found = first(
                    entries, each -> each.callers().contains(caller.principal().getName()));
            if (found == null) {
                found = first(entries, each -> each.groups().stream().anyMatch(caller.groups()::contains));
            }
        }
        if (found == null) {
            found = first(entries, AdapterLoginSettings::isForAll);
        }
        if (found == null) {
            return null;
        }
        Login login = found.login();
        if (login == null) {
            throw new IllegalStateException("adapter-logins." + found.name() + ": " + found.wrong());
        }
        return login;
    }

    private static @Nullable Entry first(List<Entry> entries, Predicate<AdapterLoginSettings> meant) {
        return entries.stream()
                .filter(each -> meant.test(each.settings()))
                .findFirst()
                .orElse(null);
    }
}
