package io.keelson.servlet.spi;

/**
 * Registry of the rooms that keep sessions; a service of the servlet container. {@link StoreType#MEMORY} is its own. Add providers in
 * {@code start} of a subsystem: applications are deployed later. Thread-safe.
 */
public interface SessionStores {
    /**
     * Adds a provider.
     *
     * @throws IllegalStateException when there is one for one of its types
     */
    void add(SessionStoreProvider provider);
}
