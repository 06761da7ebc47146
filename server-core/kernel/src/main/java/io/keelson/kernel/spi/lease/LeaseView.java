package io.keelson.kernel.spi.lease;

import java.time.Duration;
import java.util.Optional;

/**
 * State of a lease as this server last heard of it; it may be old, and proves nothing.
 *
 * @param name what is owned
 * @param owner the name of the server that owns it; empty: nobody
 * @param epoch of the last grant
 * @param duration of the last grant
 */
public record LeaseView(String name, Optional<String> owner, long epoch, Duration duration) {}
