package io.keelson.jms;

import io.keelson.base.config.DataSize;
import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.jms.store.WritePolicy;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The JMS server of each server.
 *
 * @param synchronousWritePolicy when a persistent message counts as kept
 * @param bytesMaximum memory that the messages of all destinations may take; null: a third of the heap
 * @param storeDirectory in which each JMS server of a cluster has its store; null: servers/NAME/jms of the domain
 * @param storeSegmentSize after how much a new file of the store begins
 */
@Section(value = "jms", help = "The JMS server that each server has, with its message store in servers/NAME/jms.")
public record JmsSettings(
        @Setting(
                help = "When a persistent message counts as kept: cache-flush, after the operating system's caches are"
                        + " flushed; direct-write, each write goes through them; disabled, when the operating system has"
                        + " it, so that it survives the process and not the machine.",
                defaultValue = "cache-flush")
        WritePolicy synchronousWritePolicy,

        @Setting(
                help =
                        "Memory that the messages of all destinations of a JMS server may take, for each subscription anew;"
                                + " without it a third of the heap. Then senders wait for room as long as send-timeout of their"
                                + " connection factory says.")
        @Nullable
        DataSize bytesMaximum,

        @Setting(
                help = "Directory in which each JMS server has the directory of its store, relative to the domain's;"
                        + " without it servers/NAME/jms. In a cluster all members have to reach it: then another member"
                        + " goes on with the JMS server of one that is gone.")
        @Nullable
        String storeDirectory,

        @Setting(
                help = "After how much a new file of the message store begins. Room that is free again is given back in"
                        + " such steps.",
                defaultValue = "32MiB",
                min = "1MiB",
                max = "1GiB")
        DataSize storeSegmentSize) {
    /** Returns how much memory the messages of a JMS server may take. */
    long memory() {
        return bytesMaximum == null ? Runtime.getRuntime().maxMemory() / 3 : bytesMaximum.bytes();
    }

    /** Returns where a JMS server has its store. */
    Path store(Path domain, String server) {
        return storeDirectory == null
                ? domain.resolve("servers").resolve(server).resolve("jms")
                : domain.resolve(storeDirectory).resolve(server);
    }
}
