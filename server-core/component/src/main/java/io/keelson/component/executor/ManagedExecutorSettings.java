package io.keelson.component.executor;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.base.config.Setting.Change;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A managed executor of the domain. See docs/design/concurrency.md.
 *
 * @param jndiNames names in the server tree; where none is given, concurrent/ and the executor's own
 * @param targets the servers and clusters that have it; empty: all
 * @param scheduled whether it is a {@code ManagedScheduledExecutorService}
 * @param maxAsync at most so many tasks of one module at a time; 0: no limit
 * @param workManager the work manager of the domain on which tasks run; null: the application's own
 * @param contextService a context service of the domain; null: the application's default
 * @param virtual whether tasks run on virtual threads
 */
@Section(
        value = "managed-executors.*",
        help = "A managed executor, which applications of any kind look up by its name.")
public record ManagedExecutorSettings(
        @Setting(
                help =
                        "Names in the server tree, as concurrent/imports; without any concurrent/ and the executor's own name.",
                change = Change.LIVE)
        List<String> jndiNames,

        @Setting(help = "Servers and clusters that have the executor; without any all servers.", change = Change.LIVE)
        List<String> targets,

        @Setting(
                help = "Whether the executor has schedules, too: a ManagedScheduledExecutorService.",
                defaultValue = "false",
                change = Change.LIVE)
        boolean scheduled,

        @Setting(
                help = "How many tasks of one module run at a time at most; 0 for no limit. For a limit over all"
                        + " applications name a work-manager with a max-threads constraint.",
                defaultValue = "0",
                min = "0",
                max = "65534",
                change = Change.LIVE)
        int maxAsync,

        @Setting(
                help = "Work manager of the domain on which tasks run; without it that of the application.",
                change = Change.LIVE)
        @Nullable
        String workManager,

        @Setting(
                help = "Context service of the domain (context-services) by which contexts are captured; without it the"
                        + " default one of the application.",
                change = Change.LIVE)
        @Nullable
        String contextService,

        @Setting(
                help = "Whether tasks run on virtual threads, where the JDK has them (21 or newer).",
                defaultValue = "false",
                change = Change.LIVE)
        boolean virtual)
        implements Described {
    public ManagedExecutorSettings {
        jndiNames = List.copyOf(jndiNames);
        targets = List.copyOf(targets);
        if (workManager != null && (maxAsync > 0 || virtual)) {
            throw new IllegalArgumentException(
                    "work-manager goes with neither max-async nor virtual: give the work manager a max-threads constraint or"
                            + " virtual-threads instead");
        }
    }

    @Override
    public String kind() {
        return scheduled ? "managed-scheduled-executor" : "managed-executor";
    }

    @Override
    public Map<String, String> elements() {
        return Described.map(
                "work-manager",
                workManager,
                Map.of(
                        "max-async",
                        Integer.toString(maxAsync == 0 ? -1 : maxAsync),
                        "virtual",
                        Boolean.toString(virtual)));
    }
}
