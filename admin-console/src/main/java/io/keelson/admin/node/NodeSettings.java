package io.keelson.admin.node;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;

/**
 * The node manager of a machine.
 *
 * @param listenPort where it listens on loopback; 0 for any free port, which its record tells
 */
@Section(value = "node-manager", help = "The process that starts, watches and restarts the servers of a machine.")
public record NodeSettings(
        @Setting(
                help =
                        "The port on loopback where the node manager listens; 0 takes any that is free, which commands and"
                                + " the admin server find by themselves.",
                defaultValue = "0",
                min = "0",
                max = "65535")
        int listenPort) {}
