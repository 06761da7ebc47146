package io.keelson.servlet.server;

import io.keelson.security.Realm;

/**
 * Settings and services that all applications of a server share. Thread-safe.
 *
 * @param version the server's version
 * @param virtualServerName a stable name of the logical host (4.8)
 * @param developmentMode whether a browser on the same machine may see stack traces
 * @param settings limits and defaults
 * @param timers what runs later
 * @param buffers response buffers
 * @param realm the users
 */
public record ServerSide(
        String version,
        String virtualServerName,
        boolean developmentMode,
        ContainerSettings settings,
        Timers timers,
        Buffers buffers,
        Realm realm) {}
