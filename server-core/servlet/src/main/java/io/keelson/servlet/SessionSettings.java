package io.keelson.servlet;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.servlet.spi.StoreType;

/** What the domain says of where sessions are kept, for all applications that say nothing themselves. */
@Section(value = "servlet", help = "The servlet container: defaults and limits for all web applications.")
public record SessionSettings(
        @Setting(help = "Where sessions are kept, for applications whose weblogic.xml does not say.")
        Rules sessions) {
    /** In memory. */
    public static final SessionSettings MEMORY = new SessionSettings(new Rules(StoreType.MEMORY, "session_db", 1028));

    /** Where sessions are kept. */
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
            int cacheSize) {}
}
