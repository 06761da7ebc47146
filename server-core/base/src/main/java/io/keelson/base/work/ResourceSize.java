package io.keelson.base.work;

/** Size of a resource for which work waits, as its owner reports it. Made by {@link WorkManagers#dataSource}. Thread-safe. */
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
