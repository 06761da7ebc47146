package io.keelson.kernel.work;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import org.jspecify.annotations.Nullable;

/** A max-threads constraint of the domain. */
@Section(value = "max-threads-constraints.*", help = "Threads that work has at most.")
public record MaxThreadsSettings(
        @Setting(help = "How many threads.", min = "1", max = "65534", change = Setting.Change.LIVE) @Nullable
        Integer count,

        @Setting(
                help = "A data source: as many threads as it has connections; instead of count.",
                reference = "data-sources",
                change = Setting.Change.LIVE)
        @Nullable
        String dataSource) {
    public MaxThreadsSettings {
        if ((count == null) == (dataSource == null)) {
            throw new IllegalArgumentException("a max-threads constraint has either a count or a data-source");
        }
    }

    int threads() {
        return count == null ? MaxThreads.UNLIMITED : count;
    }
}
