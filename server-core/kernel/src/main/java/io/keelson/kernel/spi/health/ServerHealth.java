package io.keelson.kernel.spi.health;

/** Says how the server is, as load balancers hear it. Published by the management room. Quick and thread-safe. */
public interface ServerHealth {
    /** Returns true as long as no thread hangs that clients depend on. */
    boolean live();

    /** Returns true if the server takes requests of applications. */
    boolean ready();
}
