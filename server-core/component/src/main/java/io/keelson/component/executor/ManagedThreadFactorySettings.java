package io.keelson.component.executor;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.base.config.Setting.Change;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A managed thread factory of the domain. See docs/design/concurrency.md.
 *
 * @param jndiNames names in the server tree; where none is given, concurrent/ and the factory's own
 * @param targets the servers and clusters that have it; empty: all
 * @param priority of its threads, 1 to 10
 * @param contextService a context service of the domain; null: the application's default
 * @param virtual whether it makes virtual threads
 */
@Section(
        value = "managed-thread-factories.*",
        help = "A managed thread factory, which applications of any kind look up by its name.")
public record ManagedThreadFactorySettings(
        @Setting(
                help = "Names in the server tree; without any concurrent/ and the factory's own name.",
                change = Change.LIVE)
        List<String> jndiNames,

        @Setting(help = "Servers and clusters that have the factory; without any all servers.", change = Change.LIVE)
        List<String> targets,

        @Setting(help = "Priority of the threads.", defaultValue = "5", min = "1", max = "10", change = Change.LIVE)
        int priority,

        @Setting(
                help = "Context service of the domain (context-services) by which contexts are captured; without it the"
                        + " default one of the application.",
                change = Change.LIVE)
        @Nullable
        String contextService,

        @Setting(
                help = "Whether threads are virtual, where the JDK has them (21 or newer).",
                defaultValue = "false",
                change = Change.LIVE)
        boolean virtual)
        implements Described {
    /** Copies the lists. */
    public ManagedThreadFactorySettings {
        jndiNames = List.copyOf(jndiNames);
        targets = List.copyOf(targets);
    }

    @Override
    public String kind() {
        return "managed-thread-factory";
    }

    @Override
    public Map<String, String> elements() {
        return Map.of("priority", Integer.toString(priority), "virtual", Boolean.toString(virtual));
    }
}
