package io.keelson.kernel.spi.resource;

/**
 * A connection factory of messaging that also makes connections for message endpoints of containers. Rules for code of applications do
 * not bind these: they may have a client id. Thread-safe.
 */
public interface EndpointConnections {
    /**
     * Returns the connection factory of an endpoint, of the same provider and with the same settings.
     *
     * @param clientId that its connections get
     */
    Object forEndpoint(String clientId);
}
