package io.keelson.jms;

import io.keelson.base.config.DataSize;
import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.base.config.SettingException;
import io.keelson.jms.store.JdbcSettings;
import io.keelson.jms.store.WritePolicy;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The JMS server of each server.
 *
 * @param synchronousWritePolicy when a persistent message counts as kept
 * @param bytesMaximum memory that the messages of all destinations may take; null: a third of the heap
 * @param messageBufferSize memory that bodies of waiting messages may take; null: half of {@code bytesMaximum}, at most 512 MiB
 * @param pagingDirectory for bodies that leave memory and are in no store; null: the directory paging of the store
 * @param storeDirectory in which each JMS server of a cluster has its store; null: servers/NAME/jms of the domain
 * @param messageStore where persistent messages are kept
 * @param messageDataSource the data source whose database has the messages; for a store in a database
 * @param messageTablePrefix with which the names of its tables begin
 * @param messageWriteTimeout for how long a write waits for the database, a second to ten minutes
 * @param replicaMissing what the owner of a replicated store does without a copy
 * @param replicaTimeout for how long writes of a replicated store wait for a copy, 500 ms to a minute
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
                        "Memory that the messages of all destinations of a JMS server may take, for each subscription anew,"
                                + " bodies that have left memory not counted; without it a third of the heap. Then senders "
                                + "wait for room as long as send-timeout of their"
                                + " connection factory says.")
        @Nullable
        DataSize bytesMaximum,

        @Setting(
                help =
                        "Memory that the bodies of waiting messages may take before they leave it, until consumers want them;"
                                + " without it half of bytes-maximum, at most 512MiB. Bodies of persistent messages are in the store"
                                + " already, others go to files in paging-directory. Stored messages leave it whole where their"
                                + " headers take as much, or a quarter of bytes-maximum.",
                min = "64KiB")
        @Nullable
        DataSize messageBufferSize,

        @Setting(
                help =
                        "Directory for bodies that have left memory, with a directory for each JMS server, relative to the"
                                + " domain's; without it the directory paging of the server's store. Its files do not outlive the"
                                + " process.")
        @Nullable
        String pagingDirectory,

        @Setting(
                help = "Directory in which each JMS server has the directory of its store, relative to the domain's;"
                        + " without it servers/NAME/jms. In a cluster all members have to reach it: then another member"
                        + " goes on with the JMS server of one that is gone.")
        @Nullable
        String storeDirectory,

        @Setting(
                help =
                        "Where persistent messages are kept: file, in files of the server's directory or of store-directory;"
                                + " replicated, in files of the server and of another member of the cluster, which has each message"
                                + " before its sender hears and goes on with the JMS server when this one is gone; jdbc, in tables"
                                + " of the database of message-data-source. With replicated a server in no cluster keeps "
                                + "files, and the admin"
                                + " server of a cluster always does.",
                defaultValue = "file")
        StoreKind messageStore,

        @Setting(
                help =
                        "Data source whose database has the messages where message-store is jdbc, by the name under which it is"
                                + " bound on the server: H2, PostgreSQL or MariaDB. Its tables are made where they are missing.")
        @Nullable
        String messageDataSource,

        @Setting(
                help =
                        "With what the names of the tables of message-store: jdbc begin: PREFIX_stores, PREFIX_records and"
                                + " PREFIX_places; a schema may come before it. Each domain that shares a database needs its own.",
                defaultValue = "keelson_jms")
        String messageTablePrefix,

        @Setting(
                help =
                        "For how long a write waits while the database of message-store: jdbc does not answer. Then the send, the"
                                + " acknowledgement or the commit fails, and nothing of it is kept.",
                defaultValue = "10s",
                min = "1s",
                max = "10m")
        Duration messageWriteTimeout,

        @Setting(
                help =
                        "What a replicated store does while no other member has a copy: alone, it goes on, and what is acknowledged"
                                + " meanwhile is on one disk only; wait, senders wait until there is a copy.",
                defaultValue = "alone")
        ReplicaMissing replicaMissing,

        @Setting(
                help =
                        "For how long a replicated store waits for the answer of a copy, and for a new copy, before it goes on as"
                                + " replica-missing says.",
                defaultValue = "3s",
                min = "500ms",
                max = "1m")
        Duration replicaTimeout,

        @Setting(
                help = "After how much a new file of the message store begins. Room that is free again is given back in"
                        + " such steps.",
                defaultValue = "32MiB",
                min = "1MiB",
                max = "1GiB")
        DataSize storeSegmentSize) {
    public JmsSettings {
        if (messageStore == StoreKind.JDBC && messageDataSource == null) {
            throw new SettingException(
                    "message-data-source", "message-store: jdbc needs it, the data source with the messages");
        }
        if (!messageTablePrefix.matches(JdbcSettings.PREFIX)) {
            throw new SettingException(
                    "message-table-prefix",
                    "'" + messageTablePrefix + "' cannot begin a table's name: letters, digits and underscores,"
                            + " at most 41, after a schema and a dot where there is one");
        }
    }

    /** Returns how much memory the messages of a JMS server may take. */
    long memory() {
        return bytesMaximum == null ? Runtime.getRuntime().maxMemory() / 3 : bytesMaximum.bytes();
    }

    /** Returns how much memory bodies of waiting messages may take. */
    long buffer() {
        return messageBufferSize == null ? Math.min(memory() / 2, 512L << 20) : messageBufferSize.bytes();
    }

    /** Returns where a JMS server has bodies that have left memory. */
    Path paging(Path domain, String server) {
        return pagingDirectory == null
                ? store(domain, server).resolve("paging")
                : domain.resolve(pagingDirectory).resolve(server);
    }

    /** Returns the same where the store is in that directory. */
    Path paging(Path domain, String server, Path store) {
        return pagingDirectory == null ? store.resolve("paging") : paging(domain, server);
    }

    /** Returns where a JMS server has its store. */
    Path store(Path domain, String server) {
        return storeDirectory == null
                ? domain.resolve("servers").resolve(server).resolve("jms")
                : domain.resolve(storeDirectory).resolve(server);
    }
}
