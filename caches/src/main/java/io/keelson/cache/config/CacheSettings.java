package io.keelson.cache.config;

import io.keelson.base.config.DataSize;
import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cache of the domain.
 *
 * @param mode where its entries are
 * @param owners how many servers have each entry of a distributed cache
 * @param values what applications have in it
 * @param lifespan after how long an entry ends; null: never
 * @param maxIdle after how long without a use an entry ends; null: never
 * @param maxCount how many entries a server has in memory; 0: any number
 * @param maxSize how many bytes of entries a server has in memory; null: any number
 * @param persistence where entries are beside the memory
 * @param offHeapEnabled whether the entries are outside of Java's heap
 * @param partitionHandling what is permitted while servers are lost or cut off
 * @param readers groups and users who may read from outside
 * @param writers groups and users who may read and write from outside
 * @param administrators groups and users who may also clear it from outside
 */
@Section(
        value = "caches.*",
        help =
                "A cache that applications find under cache/NAME, and that clients may use over Hot Rod, memcached's protocol and REST.")
public record CacheSettings(
        @Setting(
                help =
                        "Where entries are: each server its own (local), all on each server (replicated), each on some (distributed).",
                defaultValue = "distributed")
        CacheMode mode,

        @Setting(
                help = "How many servers have each entry of a distributed cache; one fewer may be lost at once.",
                defaultValue = "2",
                min = "1",
                max = "10")
        int owners,

        @Setting(
                help =
                        "The values that applications have in it: text, bytes, or serializable objects. From outside all are bytes.",
                defaultValue = "text")
        ValueKind values,

        @Setting(help = "After how long an entry ends for which no time was said; without it never.", min = "1ms")
        @Nullable
        Duration lifespan,

        @Setting(
                help = "After how long without a use an entry ends for which no time was said; without it never.",
                min = "1ms")
        @Nullable
        Duration maxIdle,

        @Setting(
                help =
                        "How many entries a server has in memory, of those that it owns and copies; beyond, those that are used least go."
                                + " 0 for any number.",
                defaultValue = "0",
                min = "0")
        long maxCount,

        @Setting(
                help =
                        "How much memory the entries of a server may take; beyond, those that are used least go. Not together with"
                                + " max-count.",
                min = "64KiB")
        @Nullable
        DataSize maxSize,

        @Setting(
                help =
                        "Where entries are beside the memory: nowhere (none) or in files of each server (files), from which evicted"
                                + " entries are read. After a restart only a local cache goes on with its files.",
                defaultValue = "none")
        Persistence persistence,

        @Setting(help = "Whether the entries are outside of Java's heap.", defaultValue = "false")
        boolean offHeapEnabled,

        @Setting(
                help = "What is permitted where servers are lost or cut off: nothing on the side that is no majority"
                        + " (deny-reads-and-writes), reads (allow-reads), or all (allow-all), which loses writes of "
                        + "one side at the merge.",
                defaultValue = "allow-all")
        Partitions partitionHandling,

        @Setting(
                help =
                        "Groups and users of the realm who may read it from outside. 'users' is everybody who has logged in, 'everyone'"
                                + " also those who have not.")
        List<String> readers,

        @Setting(help = "Groups and users who may read and write it from outside.")
        List<String> writers,

        @Setting(help = "Groups and users who may read, write and clear it from outside.")
        List<String> administrators) {
    public CacheSettings {
        readers = List.copyOf(readers);
        writers = List.copyOf(writers);
        administrators = List.copyOf(administrators);
    }
}
