package io.keelson.net.config;

import io.keelson.base.config.Setting;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A further channel of a server.
 *
 * @param listenAddress the address to listen on
 * @param listenPort the port; 0 for any that is free
 * @param protocols the protocols that it serves
 * @param admin whether it is for administration only
 * @param limits what it grants its clients
 * @param tls the TLS that it speaks; null in the clear
 * @param front who may stand in front of it
 */
public record ChannelSettings(
        @Setting(help = "Address that the channel listens on.", defaultValue = "127.0.0.1")
        String listenAddress,

        @Setting(
                help = "Port that the channel listens on; 0 for any free one.",
                required = true,
                min = "0",
                max = "65535")
        int listenPort,

        @Setting(help = "Protocols that the channel serves; empty for http.")
        List<String> protocols,

        @Setting(
                help = "Whether the channel is for administration only, with a reader of its own.",
                defaultValue = "false")
        boolean admin,

        @Setting(help = "Limits of the channel; not inherited from the server's own.")
        ChannelLimits limits,

        @Setting(help = "TLS on this channel; without it the channel is in the clear.") @Nullable
        TlsSettings tls,

        @Setting(help = "Proxies and load balancers in front of the channel.")
        FrontSettings front) {
    public ChannelSettings {
        protocols = protocols.isEmpty() ? List.of("http") : List.copyOf(protocols);
    }
}
