package io.keelson.net.config;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.muxer.Muxer;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Network settings of a server: where it listens, and what it reads sockets with. Address, port, limits and front are those of the channel
 * {@value #DEFAULT_CHANNEL}, which every server has, and with TLS those of the channel {@value #SECURE_CHANNEL} beside it, but for its
 * port.
 *
 * @param listenAddress the address of the channel Default
 * @param listenPort its port; 0 for any that is free
 * @param listenPortEnabled whether the channel Default listens at all
 * @param tls the TLS of the channel DefaultSecure; null for no such channel
 * @param tlsListenPort the port of the channel DefaultSecure; 0 for any that is free
 * @param front who may stand in front of the channels Default and DefaultSecure
 * @param nativeIoEnabled whether to use the native muxer where it loads
 * @param ioUringEnabled whether the native muxer is to be the one on io_uring, where the kernel permits
 * @param socketReaders the number of reader threads; null for half of the processors, at least 1, at most 4
 * @param socketReadersPercent the readers of the Java muxer in percent of the processors
 * @param limits what the channel Default grants its clients
 * @param channels further channels by name
 */
@Section(value = "servers.*", help = "Where a server listens, and what it reads sockets with.")
public record ServerNetwork(
        @Setting(help = "Address that the server listens on.", defaultValue = "127.0.0.1", aliases = "ListenAddress")
        String listenAddress,

        @Setting(
                help = "Port that the server listens on; 0 for any free one.",
                defaultValue = "7001",
                min = "0",
                max = "65535",
                aliases = "ListenPort")
        int listenPort,

        @Setting(
                help = "Whether the server listens on listen-port; false where only its channels with TLS are to be"
                        + " reached.",
                defaultValue = "true",
                aliases = "ListenPortEnabled")
        boolean listenPortEnabled,

        @Setting(help = "TLS of the server: with it the channel DefaultSecure listens on tls-listen-port.") @Nullable
        TlsSettings tls,

        @Setting(
                help = "Port of the channel DefaultSecure, which there is with tls; 0 for any free one.",
                defaultValue = "7002",
                min = "0",
                max = "65535",
                aliases = {"SSLListenPort", "ssl.ListenPort"})
        int tlsListenPort,

        @Setting(help = "Proxies and load balancers in front of the server.")
        FrontSettings front,

        @Setting(
                help = "Whether to use the native muxer (epoll) where it loads.",
                defaultValue = "true",
                aliases = "NativeIOEnabled")
        boolean nativeIoEnabled,

        @Setting(
                help = "Whether the native muxer is to be the one on io_uring where the kernel permits; without"
                        + " native-io-enabled it counts for nothing.",
                defaultValue = "false")
        boolean ioUringEnabled,

        @Setting(
                help = "Threads that read sockets; without it half of the processors, at least 1, at most 4.",
                min = "1",
                max = "1024",
                aliases = "SocketReaders")
        @Nullable
        Integer socketReaders,

        @Setting(
                help =
                        "Threads of the Java muxer in percent of the processors; counts where socket-readers is not set.",
                min = "1",
                max = "99",
                aliases = "ThreadPoolPercentSocketReaders")
        @Nullable
        Integer socketReadersPercent,

        @Setting(help = "Limits of the channel Default.") ChannelLimits limits,

        @Setting(help = "Further channels by name.") Map<String, ChannelSettings> channels) {
    /** The name of the channel that every server has. */
    public static final String DEFAULT_CHANNEL = "Default";

    /** The name of the channel that a server with TLS has beside it. */
    public static final String SECURE_CHANNEL = "DefaultSecure";

    public ServerNetwork {
        if (channels.containsKey(DEFAULT_CHANNEL)) {
            throw new IllegalArgumentException("the channel " + DEFAULT_CHANNEL
                    + " is the one of listen-address, listen-port and limits; give the further channel another name");
        }
        if (channels.containsKey(SECURE_CHANNEL)) {
            throw new IllegalArgumentException("the channel " + SECURE_CHANNEL
                    + " is the one of tls and tls-listen-port; give the further channel another name");
        }
        if (!listenPortEnabled && tls == null && channels.isEmpty()) {
            throw new IllegalArgumentException(
                    "listen-port-enabled is false, and the server has neither tls nor channels:"
                            + " it would not listen anywhere");
        }
        channels = Collections.unmodifiableMap(new LinkedHashMap<>(channels));
    }

    /** The muxer that is asked for. */
    public Muxer.Kind muxer() {
        if (!nativeIoEnabled) {
            return Muxer.Kind.JAVA;
        }
        return ioUringEnabled ? Muxer.Kind.IO_URING : Muxer.Kind.NATIVE;
    }

    /** All channels by name, Default and DefaultSecure first. */
    public Map<String, ChannelSettings> allChannels() {
        Map<String, ChannelSettings> all = new LinkedHashMap<>();
        List<String> http = List.of("http");
        if (listenPortEnabled) {
            all.put(DEFAULT_CHANNEL, new ChannelSettings(listenAddress, listenPort, http, false, limits, null, front));
        }
        if (tls != null) {
            all.put(SECURE_CHANNEL, new ChannelSettings(listenAddress, tlsListenPort, http, false, limits, tls, front));
        }
        all.putAll(channels);
        return all;
    }
}
