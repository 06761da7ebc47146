package io.keelson.ee.connectors;

import io.keelson.ee.connectors.outbound.ManagedConnections;

/**
 * A connection factory with its pool.
 *
 * @param value what applications look up
 */
record OpenFactory(Object value, ManagedConnections pool) implements AutoCloseable {
    @Override
    public void close() {
        pool.close();
    }
}
