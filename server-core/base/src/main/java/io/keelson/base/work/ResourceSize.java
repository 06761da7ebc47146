package io.keelson.base.work;

/** How large a resource is that work waits for, as its owner says. Made by {@link WorkManagers#dataSource}. Thread-safe. */
public interface ResourceSize extends AutoCloseable {
    /**
     * Says that the resource has another size now.
     *
     * @param connections at least 1
     */
    void resize(int connections);

    /** Says that the resource is gone. Constraints that are bound to it keep the last size until it comes back. */
    @Override
    void close();
}
