package io.keelson.net.config;

import io.keelson.base.config.Setting;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Proxies and load balancers in front of a channel, and what is believed of them about their clients. Nothing is believed
 * of anybody else.
 *
 * @param trustedProxies their addresses, or ranges of addresses as {@code 10.0.0.0/8}
 * @param forwardedHeaders the header fields in which they say who their client is
 * @param proxyProtocol whether every connection begins with the PROXY protocol, version 1 or 2
 * @param frontendHttpsPort the port at which clients reach a front with TLS, for redirects; null for the server's own
 */
public record FrontSettings(
        @Setting(
                help =
                        "Addresses of proxies that are believed what they say of their clients, as 10.0.0.5 or 10.0.0.0/8;"
                                + " empty for none.")
        List<String> trustedProxies,

        @Setting(
                help = "Header fields in which trusted proxies say who their client is; they must set or remove each of"
                        + " them.",
                defaultValue = "x-forwarded")
        ForwardedHeaders forwardedHeaders,

        @Setting(
                help =
                        "Whether trusted proxies begin each connection with the PROXY protocol, version 1 or 2; all other"
                                + " connections are then closed.",
                defaultValue = "false")
        boolean proxyProtocol,

        @Setting(
                help =
                        "Port at which clients reach the proxy with TLS; requests that need TLS are redirected there. Without"
                                + " it to a channel of this server with TLS.",
                min = "1",
                max = "65535")
        @Nullable
        Integer frontendHttpsPort) {
    public FrontSettings {
        trustedProxies = List.copyOf(trustedProxies);
        trustedProxies.forEach(AddressRange::parse);
        if (proxyProtocol && trustedProxies.isEmpty()) {
            throw new IllegalArgumentException("proxy-protocol is true, but nobody is trusted to speak it; name the"
                    + " proxies in trusted-proxies");
        }
    }

    /** The addresses of the trusted proxies. */
    public List<AddressRange> trusted() {
        return trustedProxies.stream().map(AddressRange::parse).toList();
    }
}
