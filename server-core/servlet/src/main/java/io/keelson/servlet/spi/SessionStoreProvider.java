package io.keelson.servlet.spi;

import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes session stores of some types. One for all applications. Thread-safe.
 *
 * <ol>
 *   <li>{@link #make} MUST refuse what cannot work on this server, and say why and what to do. The container puts the file and the line
 *       before that.
 *   <li>It MUST NOT take what an earlier version of the application still uses; {@link SessionStore#open} may, as that one has ended then.
 *   <li>What it takes has to go with {@link SessionStore#close}, or {@link Deployment#onUndeploy} where the store is never opened.
 * </ol>
 */
public interface SessionStoreProvider {
    /** The types that it makes stores of, as they are after {@link StoreType#on}. */
    Set<StoreType> types();

    /**
     * Makes the store of one application, in the prepare phase.
     *
     * @throws DeploymentException when the application cannot have such a store
     */
    SessionStore make(Wanted wanted) throws DeploymentException;

    /**
     * Store that an application asks for: by its {@code session-descriptor}, else by the domain's {@code servlet.sessions}.
     *
     * @param deployment the application, or the first web application of an EAR whose web applications share their sessions
     * @param application the name under which the sessions are kept: that of the deployment, or of the EAR
     * @param type one of {@link #types}
     * @param directory {@code persistent-store-dir}: relative to a place of the store's choice, or absolute
     * @param mostInMemory how many sessions may stay in memory that are in the store as well: {@code max-in-memory-sessions}, else
     *     {@code cache-size}
     * @param dataSource {@code persistent-data-source-jndi-name}; null where none is named
     * @param table {@code persistent-store-table}
     * @param cookie {@code persistent-store-cookie-name}
     * @param delay for stores that write after the response
     */
    record Wanted(
            Deployment deployment,
            String application,
            StoreType type,
            @Nullable String directory,
            int mostInMemory,
            @Nullable String dataSource,
            String table,
            String cookie,
            Delay delay) {}

    /**
     * Limits on the delay with which sessions are written that need not be in the store at the end of their request.
     *
     * @param interval {@code persistent-session-flush-interval}: how long a session waits at most, as far as the store keeps up
     * @param threshold {@code persistent-session-flush-threshold}: how many wait before they are written sooner
     * @param queueTimeout {@code persistent-async-queue-timeout}: how long a request waits for room where twice as many wait
     */
    record Delay(Duration interval, int threshold, Duration queueTimeout) {}
}
