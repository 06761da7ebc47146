package io.keelson.cluster.membership;

import io.keelson.base.config.DataSize;
import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A cluster: how its servers find and hear one another.
 *
 * @param transport what carries the messages
 * @param discovery how a server that starts finds the others
 * @param dnsName the name whose addresses are the servers'; with the discovery dns
 * @param discoveryDirectory a directory that all servers share; with the discovery file
 * @param discoveryDataSource where the rows are, by its name in the server tree; with the discovery jdbc
 * @param discoveryTable the table there
 * @param multicastAddress the multicast group; with the transport udp
 * @param multicastPort its port
 * @param encryption whether messages are encrypted with a key that is derived from the domain's
 * @param tls mutual TLS; needed where a server does not listen on loopback
 * @param failureTimeout after how long without a sign of life a server is taken out of the view
 * @param bootstrapSize how many servers must see one another before the cluster decides anything; null for a majority
 * @param sessionCompression which updates of sessions are compressed on direct connections
 * @param sessionCompressionThreshold smaller ones are never compressed
 * @param replicationRequired whether requests of replicated sessions are turned away while no other server is there for the copy
 */
@Section(value = "clusters.*", help = "A cluster of servers.")
public record ClusterSettings(
        @Setting(
                help = "What carries the messages between the servers: tcp, or udp with multicast on loopback.",
                defaultValue = "tcp")
        Transport transport,

        @Setting(
                help = "How a server that starts finds the others: static (the servers of the domain), dns, file, or"
                        + " jdbc; udp finds them by multicast.",
                defaultValue = "static")
        Discovery discovery,

        @Setting(help = "Name whose addresses in the DNS are those of the servers; for the discovery dns.") @Nullable
        String dnsName,

        @Setting(
                help = "Directory that all servers of the cluster share, relative to the domain's; for the discovery"
                        + " file.")
        @Nullable
        Path discoveryDirectory,

        @Setting(
                help = "Data source that all servers of the cluster have, by the name under which it is bound; for the"
                        + " discovery jdbc.")
        @Nullable
        String discoveryDataSource,

        @Setting(
                help = "Table in which the servers write where they are; made when it is missing.",
                defaultValue = "keelson_members")
        String discoveryTable,

        @Setting(help = "Multicast group of the transport udp.", defaultValue = "239.192.71.1")
        String multicastAddress,

        @Setting(help = "Port of the multicast group.", defaultValue = "45771", min = "1", max = "65535")
        int multicastPort,

        @Setting(
                help = "Whether the messages between the servers are encrypted with a key derived from the domain's.",
                defaultValue = "false")
        boolean encryption,

        @Setting(help = "Mutual TLS between the servers; needed where one does not listen on loopback.") @Nullable
        ClusterTls tls,

        @Setting(
                help = "How long a server may give no sign of life before the others go on without it. A server whose"
                        + " process has ended is noticed at once.",
                defaultValue = "3s",
                min = "500ms",
                max = "60s")
        Duration failureTimeout,

        @Setting(
                help = "How many servers, the admin server counted, must see one another before the cluster decides"
                        + " anything; without it a majority of those of the domain.",
                min = "1",
                max = "1000",
                change = Setting.Change.LIVE)
        @Nullable
        Integer bootstrapSize,

        @Setting(
                help =
                        "Which updates of replicated sessions are compressed on their way to another server: auto for those of"
                                + " which it saves more time on the connection than it takes, as measured; always, or never.",
                defaultValue = "auto")
        SessionCompression sessionCompression,

        @Setting(
                help = "Updates of replicated sessions that are smaller are never compressed.",
                defaultValue = "8KiB",
                min = "256B",
                max = "1GiB")
        DataSize sessionCompressionThreshold,

        @Setting(
                help =
                        "Whether requests of replicated sessions are turned away (503) while no other server is there to keep"
                                + " a copy of what they do. Without it they are served, and what they do is on one server alone.",
                defaultValue = "false")
        boolean replicationRequired) {
    private static final String TABLE = "[A-Za-z][A-Za-z0-9_]{0,29}";

    public ClusterSettings {
        if (discovery == Discovery.DNS && dnsName == null) {
            throw new IllegalArgumentException("the discovery dns needs dns-name");
        }
        if (discovery == Discovery.FILE && discoveryDirectory == null) {
            throw new IllegalArgumentException("the discovery file needs discovery-directory");
        }
        if (discovery == Discovery.JDBC && discoveryDataSource == null) {
            throw new IllegalArgumentException("the discovery jdbc needs discovery-data-source");
        }
        if (!discoveryTable.matches(TABLE)) {
            throw new IllegalArgumentException("discovery-table is '" + discoveryTable
                    + "', but must begin with a letter and have at most 30 letters, digits and underscores");
        }
        if (transport == Transport.UDP && discovery != Discovery.STATIC) {
            throw new IllegalArgumentException(
                    "the transport udp finds the servers by multicast; discovery is for the transport tcp");
        }
        if (transport == Transport.UDP && tls != null) {
            throw new IllegalArgumentException("tls is for the transport tcp; udp has encryption");
        }
    }

    /** Choice of the updates of sessions that are compressed. */
    public enum SessionCompression {
        /** Those of which it pays. */
        AUTO,
        ALWAYS,
        NEVER
    }

    /** Protocol that carries the messages. */
    public enum Transport {
        TCP,
        UDP
    }

    /** Ways in which a server finds the others. */
    public enum Discovery {
        /** Members are known from the domain. */
        STATIC,
        /** A name in the DNS has their addresses. */
        DNS,
        /** Members write themselves into a directory that all share. */
        FILE,
        /** Members write themselves into a table that all share. */
        JDBC
    }
}
