package io.keelson.admin.jmx.remote;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.base.config.Setting.Change;
import java.time.Duration;

/**
 * Remote JMX of a domain's servers.
 *
 * @param listenAddress where they listen
 * @param maxConnections how many clients a server has at a time
 * @param idleTimeout after how much silence a client is taken for gone
 */
@Section(
        value = "jmx",
        help =
                "Remote JMX, over TLS and with the roles of users: on servers that have a jmx-port. See docs/manual/jmx.md.")
public record JmxSettings(
        @Setting(
                help = "The address that servers listen at for JMX. An address of all interfaces, such as "
                        + "0.0.0.0, needs servers.NAME.jmx-host-name.",
                defaultValue = "127.0.0.1",
                change = Change.LIVE)
        String listenAddress,

        @Setting(
                help = "How many clients may be connected to a server at a time.",
                defaultValue = "20",
                min = "1",
                max = "1000",
                change = Change.LIVE)
        int maxConnections,

        @Setting(
                help = "After how much silence a client is taken for gone and its connection closed. Clients "
                        + "make themselves heard once a minute.",
                defaultValue = "2m",
                min = "90s",
                max = "1d",
                change = Change.LIVE)
        Duration idleTimeout) {}
