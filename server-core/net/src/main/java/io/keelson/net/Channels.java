package io.keelson.net;

import io.keelson.net.spi.ProtocolProvider;
import io.keelson.net.tls.ChannelTls;
import io.keelson.net.tls.TlsFiles;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The channels of this server. Published by the network subsystem. Thread-safe. */
public interface Channels {
    /** The channels that listen now. */
    List<ListeningChannel> listening();

    /** Returns how these are now. */
    List<ChannelRuntime> states();

    /** Returns what reads their sockets; empty before the start. */
    List<MuxerRuntime> muxers();

    /**
     * Makes a protocol known to channels that name it. Called before the server is in ADMIN, by the {@code start} of the
     * subsystem that speaks it.
     *
     * @throws IllegalStateException when there is one of that name
     */
    void register(ProtocolProvider protocol);

    /**
     * Has the channels that serve administration, and have no TLS of their own, speak TLS beside what they speak in the clear: those for
     * administration only, and where there are none the channel Default. Called before the server is in ADMIN, at most once.
     *
     * @param standard whether the channel Default serves administration where no channel is for it only
     * @param files cares for certificate and key; asked when the first client speaks TLS
     */
    void speakTlsBeside(boolean standard, TlsFiles files);

    /** Returns whether a channel speaks TLS beside what it speaks in the clear. */
    boolean tlsBeside(String channel);

    /**
     * The TLS of a channel, read now where that waits for its first client. May block for the disk.
     *
     * @return null where the channel has none, or where there is no such channel
     * @throws IOException where certificate and key cannot be made or used
     */
    @Nullable
    ChannelTls openTls(String channel) throws IOException;

    /** The TLS of a channel; null where it has none, where it waits for its first client, or where there is no such channel. */
    @Nullable
    ChannelTls tls(String channel);

    /**
     * Reads certificates, keys and trust of a channel again.
     *
     * @throws IOException where they cannot be used: the channel keeps what it has; the message says what is wrong
     * @throws IllegalArgumentException where the channel has no TLS
     */
    default void reloadTls(String channel) throws IOException {
        ChannelTls tls = openTls(channel);
        if (tls == null) {
            throw new IllegalArgumentException("there is no channel " + channel + " with TLS");
        }
        tls.reload();
    }

    /**
     * The port to which a request that needs TLS is sent: that of the front, where one is configured, else of a channel for
     * applications that has TLS and listens; empty where there is none.
     */
    OptionalInt confidentialPort();

    /**
     * Says how to find out whether somebody looks at this server's readiness now. Where somebody does, suspending the server
     * lets applications serve on for the {@code drain-period}, so that a load balancer has noticed before the doors close.
     */
    void observed(BooleanSupplier looked);

    /** Returns whether some channel for applications asks clients for certificates. */
    boolean asksForCertificates();

    /**
     * Says which certificates count no more: a client that shows one is refused from now on, on each channel that asks for certificates,
     * and the connections of those who have shown one are closed. To be called again when other certificates have become such.
     *
     * @param certificates asked on muxer threads for what the channel's trust vouches for, so it must not block for long
     * @return how many connections were closed
     */
    int refuse(Predicate<X509Certificate> certificates);

    /**
     * A channel that listens.
     *
     * @param name its name
     * @param address where it listens; the port is the real one where 0 was configured
     * @param protocols what it speaks
     * @param admin whether it is for administration only
     * @param secure whether it speaks TLS, and nothing in the clear
     * @param certificates whether it asks clients for certificates in the handshake
     */
    record ListeningChannel(
            String name,
            InetSocketAddress address,
            List<String> protocols,
            boolean admin,
            boolean secure,
            boolean certificates) {
        public ListeningChannel {
            protocols = List.copyOf(protocols);
        }
    }
}
