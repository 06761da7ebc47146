package io.keelson.ejb.entity;

import io.keelson.base.time.Ticker;
import io.keelson.ejb.context.Phase;
import io.keelson.kernel.spi.transaction.TransactionControl;
import jakarta.ejb.EntityContext;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The surroundings of an entity bean: its module and the services of its server. Thread-safe. */
public interface EntitySurroundings {
    /** Returns the name of the module, for messages. */
    String module();

    /** Returns the context object of all beans. */
    EntityContext context();

    /** Returns the transactions of the server. */
    TransactionControl transactions();

    /** Returns the clock of the server. */
    Ticker ticker();

    /** Returns how long a call waits at most for an entity object that another transaction has. */
    Duration longestWait();

    /** Ends what the container keeps for an entity object that is removed: its timers. Follows the calling thread's transaction. */
    void removed(Object key);

    /** Code that may throw anything. */
    interface Body<T> {
        /** Runs it. */
        T run() throws Throwable;
    }

    /**
     * Runs code of the bean in the context of its module.
     *
     * @param key the primary key of the entity object; null: the instance has no identity
     */
    <T> T run(Phase phase, @Nullable Object key, Body<T> body) throws Throwable;
}
