package io.keelson.jms.protocol;

import io.keelson.base.config.DataSize;
import io.keelson.base.config.Setting;
import java.time.Duration;

/**
 * STOMP of a server.
 *
 * @param enabled true if the server's own channels speak it
 * @param anonymous true if clients need not log in
 * @param maxMessageSize the largest body
 * @param maxHeaderSize the largest that the headers of a frame may be together
 * @param maxHeaderCount how many headers a frame may have
 * @param maxConnections how many connections may be open at a time
 * @param maxTransactionSize how many bytes the open transactions of a connection have sent, together
 * @param prefetch how many messages a subscription has that are not acknowledged, unless the client says it
 * @param loginTimeout for how long a client may take until its connection is open
 * @param idleTimeout after how long without a sign of life a client is given up
 */
public record StompSettings(
        @Setting(help = "Whether the channels Default and DefaultSecure speak STOMP.", defaultValue = "false")
        boolean enabled,

        @Setting(
                help = "Whether clients may connect without a login. They may do what users may.",
                defaultValue = "false")
        boolean anonymous,

        @Setting(help = "The largest body of a message by STOMP.", defaultValue = "10MiB", min = "4KiB", max = "1GiB")
        DataSize maxMessageSize,

        @Setting(
                help = "The largest that the headers of a frame may be together.",
                defaultValue = "32KiB",
                min = "1KiB",
                max = "1MiB")
        DataSize maxHeaderSize,

        @Setting(help = "How many headers a frame may have.", defaultValue = "100", min = "16", max = "10000")
        int maxHeaderCount,

        @Setting(
                help = "Connections by STOMP that are open at a time; further ones are closed.",
                defaultValue = "1000",
                min = "1",
                max = "100000")
        int maxConnections,

        @Setting(
                help = "The largest that the messages of all open transactions of a connection may be together.",
                defaultValue = "64MiB",
                min = "4KiB",
                max = "4GiB")
        DataSize maxTransactionSize,

        @Setting(
                help = "How many messages a subscription has at most that are not acknowledged; a client's header"
                        + " prefetch-count says it for one subscription.",
                defaultValue = "100",
                min = "1",
                max = "10000")
        int prefetch,

        @Setting(help = "For how long a client may take to log in.", defaultValue = "10s", min = "1s", max = "5m")
        Duration loginTimeout,

        @Setting(
                help = "After how long a client is given up that has promised heart-beats and gives no sign of life, or"
                        + " that reads nothing of what it is sent.",
                defaultValue = "60s",
                min = "2s",
                max = "1h")
        Duration idleTimeout) {}
