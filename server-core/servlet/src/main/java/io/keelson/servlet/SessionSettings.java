package io.keelson.servlet;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.servlet.spi.StoreType;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Default of the domain for where sessions are kept, for all applications that say nothing themselves. */
@Section(value = "servlet", help = "The servlet container: defaults and limits for all web applications.")
public record SessionSettings(
        @Setting(help = "Where sessions are kept, for applications whose weblogic.xml does not say.")
        Rules sessions) {
    /** In memory. */
    public static final SessionSettings MEMORY = new SessionSettings(new Rules(
            StoreType.MEMORY,
            "session_db",
            1028,
            null,
            "wl_servlet_sessions",
            Duration.ofSeconds(60),
            10_000,
            Duration.ofSeconds(30)));

    /** Rules by which sessions are kept. */
    public record Rules(
            @Setting(
                    help = "The store. What this server does not have refuses the applications that would use it;"
                            + " replicated-if-clustered and async-replicated-if-clustered mean memory on a server without"
                            + " a cluster.",
                    defaultValue = "memory")
            StoreType persistentStoreType,

            @Setting(
                    help = "Where the store file has its files: absolute, or below the server's directory. Each"
                            + " application has a directory of its own there.",
                    defaultValue = "session_db")
            String persistentStoreDir,

            @Setting(
                    help = "How many sessions of an application stay in memory that are in a store as well; -1 for no"
                            + " limit. max-in-memory-sessions of weblogic.xml counts before it. No effect on memory and"
                            + " replicated.",
                    defaultValue = "1028",
                    min = "-1",
                    max = "100000000")
            int cacheSize,

            @Setting(
                    help =
                            "Which data source jdbc and async-jdbc use: the JNDI name of one of data-sources, which is its"
                                    + " own name where it has no jndi-names.")
            @Nullable
            String persistentDataSourceJndiName,

            @Setting(
                    help = "The table of jdbc and async-jdbc; it is made where it is not there.",
                    defaultValue = "wl_servlet_sessions",
                    pattern = "[A-Za-z_][A-Za-z0-9_$]*(\\.[A-Za-z_][A-Za-z0-9_$]*){0,2}")
            String persistentStoreTable,

            @Setting(
                    help = "async-jdbc: how long a session that has changed waits at most before it is written.",
                    defaultValue = "60s",
                    min = "100ms",
                    max = "1h")
            Duration persistentSessionFlushInterval,

            @Setting(
                    help = "async-jdbc: where so many sessions wait they are written sooner; where twice as many do,"
                            + " requests wait at their ends.",
                    defaultValue = "10000",
                    min = "1",
                    max = "10000000")
            int persistentSessionFlushThreshold,

            @Setting(
                    help = "async-jdbc: how long such a request waits; then it ends all the same.",
                    defaultValue = "30s",
                    min = "0s",
                    max = "10m")
            Duration persistentAsyncQueueTimeout) {}
}
