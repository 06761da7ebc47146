package io.keelson.remoting.config;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;

/**
 * The native protocol of a server.
 *
 * @param remoting its limits
 */
@Section("servers.*")
public record ServerRemoting(
        @Setting(help = "Remote calls by the native protocol, keelson:// and keelsons://.")
        RemotingSettings remoting) {}
