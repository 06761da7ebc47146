package io.keelson.remoting.config;

import io.keelson.base.config.DataSize;
import io.keelson.base.config.Setting;
import java.util.List;

/**
 * The protocol of RMI-IIOP.
 *
 * @param enabled whether the server's own channels speak it
 * @param maxMessageSize the largest request, its fragments together
 * @param maxConnections how many connections may be open at a time
 * @param otherMachines whether clients on other machines are served, over TLS
 * @param assertingUsers users who may call on behalf of others
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
        int maxConnections,

        @Setting(
                help =
                        "Whether clients on other machines are served by IIOP, over TLS; those on this machine always are."
                                + " The broker reads a request's header before the user is known.",
                defaultValue = "false")
        boolean otherMachines,

        @Setting(
                help = "Users who may call by IIOP on behalf of others (identity assertion of CSIv2), having logged in"
                        + " themselves: other servers. Empty for nobody.")
        List<String> assertingUsers) {}
