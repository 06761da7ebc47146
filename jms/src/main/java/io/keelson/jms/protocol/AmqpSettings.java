package io.keelson.jms.protocol;

import io.keelson.base.config.DataSize;
import io.keelson.base.config.Setting;
import java.time.Duration;

/**
 * AMQP of a server.
 *
 * @param enabled true if the server's own channels speak it
 * @param anonymous true if clients need not log in
 * @param maxMessageSize the largest message
 * @param maxConnections how many connections may be open at a time
 * @param maxTransactionSize how many bytes the open transactions of a connection have sent, together
 * @param loginTimeout for how long a client may take until its connection is open
 * @param idleTimeout after how long without a sign of life a client is given up
 */
public record AmqpSettings(
        @Setting(help = "Whether the channels Default and DefaultSecure speak AMQP 1.0.", defaultValue = "false")
        boolean enabled,

        @Setting(
                help = "Whether clients may connect without a login (SASL ANONYMOUS). They may do what users may.",
                defaultValue = "false")
        boolean anonymous,

        @Setting(help = "The largest message by AMQP.", defaultValue = "10MiB", min = "4KiB", max = "1GiB")
        DataSize maxMessageSize,

        @Setting(
                help = "Connections by AMQP that are open at a time; further ones are closed.",
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
                help = "For how long a client may take to log in and open its connection.",
                defaultValue = "10s",
                min = "1s",
                max = "5m")
        Duration loginTimeout,

        @Setting(
                help = "After how long without a sign of life a client is given up.",
                defaultValue = "60s",
                min = "2s",
                max = "1h")
        Duration idleTimeout) {}
