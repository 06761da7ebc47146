package io.keelson.remoting.config;

import io.keelson.base.config.DataSize;
import io.keelson.base.config.Setting;

/**
 * The protocol of RMI-IIOP.
 *
 * @param enabled whether the server's own channels speak it
 * @param maxMessageSize the largest request, its fragments together
 * @param maxConnections how many connections may be open at a time
 */
public record IiopSettings(
        @Setting(
                help = "Whether the channels Default and DefaultSecure speak IIOP to clients on this machine.",
                defaultValue = "false")
        boolean enabled,

        @Setting(
                help = "Largest request by IIOP, its fragments together; the connection of a larger one is closed.",
                defaultValue = "4MiB",
                min = "64KiB",
                max = "256MiB")
        DataSize maxMessageSize,

        @Setting(
                help = "Connections by IIOP that are open at a time; further ones are closed.",
                defaultValue = "200",
                min = "1",
                max = "100000")
        int maxConnections) {}
