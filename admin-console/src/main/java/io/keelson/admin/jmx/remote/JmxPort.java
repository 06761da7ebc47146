package io.keelson.admin.jmx.remote;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.base.config.Setting.Change;
import org.jspecify.annotations.Nullable;

/**
 * Port of a server's remote JMX, and the name by which it is reached.
 *
 * @param jmxPort its port; 0: there is none
 * @param jmxHostName the name by which clients reach it; null: the address that it listens at
 */
@Section(value = "servers.*", help = "A server of the domain.")
public record JmxPort(
        @Setting(
                help =
                        "The TCP port of this server's remote JMX; 0: it has none. Needs a channel with TLS, whose certificate it shows.",
                defaultValue = "0",
                min = "0",
                max = "65535",
                change = Change.LIVE)
        int jmxPort,

        @Setting(
                help = "The name or address by which clients of JMX reach this server, and which its certificate "
                        + "is for. Without it the address that it listens at.",
                pattern = "[A-Za-z0-9._:-]{1,253}",
                change = Change.LIVE)
        @Nullable
        String jmxHostName) {}
