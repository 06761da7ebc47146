package io.keelson.balancer;

import io.keelson.base.config.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a load balancer.
 *
 * @param servers the servers behind it: names of the domain, or host and port; empty for all of the domain
 * @param method how a request without a session finds its server
 * @param checkInterval how often a server is asked whether it is ready
 * @param checkTimeout how long its answer may take
 * @param connectTimeout how long a connection to a server may take
 * @param responseTimeout how long a server may neither take nor send anything of a request under way
 * @param tunnelIdleTimeout how long an upgraded connection may be silent in both directions
 * @param idleTimeout how long a connection to a server is kept without a request
 * @param maxConnections the most connections to one server
 * @param https whether the servers are reached by their channels with TLS
 * @param serverCertificates whose certificates are trusted there
 * @param threads how many loops pass requests on; null for half of the processors, at least 1, at most 4
 */
public record BalancerSettings(
        @Setting(
                help =
                        "Servers behind the balancer: names of servers of this domain, or host:port. Without it all servers of"
                                + " the domain but the admin server and balancers; the admin server where it is the only one.")
        List<String> servers,

        @Setting(
                help =
                        "How a request without a session finds its server; one with a session goes to the server that has"
                                + " it.",
                defaultValue = "round-robin")
        BalancingMethod method,

        @Setting(
                help = "How often each server is asked whether it is ready.",
                defaultValue = "1s",
                min = "50ms",
                max = "1m")
        Duration checkInterval,

        @Setting(
                help = "How long a server may take to say whether it is ready; beyond, it gets no requests.",
                defaultValue = "2s",
                min = "50ms",
                max = "1m")
        Duration checkTimeout,

        @Setting(
                help = "How long a connection to a server may take, with its TLS handshake.",
                defaultValue = "2s",
                min = "10ms",
                max = "1m")
        Duration connectTimeout,

        @Setting(
                help =
                        "How long a server may neither take nor send anything of a request that is under way; beyond, the"
                                + " answer is 504.",
                defaultValue = "60s",
                min = "100ms",
                max = "1d")
        Duration responseTimeout,

        @Setting(
                help = "How long a connection that was upgraded, as one of WebSocket, may be silent both ways.",
                defaultValue = "10m",
                min = "1s",
                max = "7d")
        Duration tunnelIdleTimeout,

        @Setting(
                help = "How long a connection to a server is kept without a request; less than the server's own"
                        + " idle-timeout.",
                defaultValue = "20s",
                min = "100ms",
                max = "1d")
        Duration idleTimeout,

        @Setting(
                help = "Most connections to one server; a request beyond goes to another, or is answered with 503.",
                defaultValue = "1000",
                min = "1",
                max = "100000")
        int maxConnections,

        @Setting(
                help = "Whether the servers are reached by TLS: those of the domain at their tls-listen-port.",
                defaultValue = "false")
        boolean https,

        @Setting(
                help =
                        "File with the certificates in PEM form that are trusted with https: those of the servers, or of who"
                                + " vouches for them. Relative to the domain's directory.")
        @Nullable
        Path serverCertificates,

        @Setting(
                help = "Threads that pass requests on; without it half of the processors, at least 1, at most 4.",
                min = "1",
                max = "64")
        @Nullable
        Integer threads) {
    public BalancerSettings {
        servers = List.copyOf(servers);
        if (https && serverCertificates == null) {
            throw new IllegalArgumentException(
                    "https is true, but server-certificates is missing: name the file with the"
                            + " certificates that are trusted");
        }
    }
}
