package io.keelson.remoting.config;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;

/**
 * RMI-IIOP of a server.
 *
 * @param iiop its limits
 */
@Section("servers.*")
public record ServerIiop(
        @Setting(help = "Calls of enterprise beans by RMI-IIOP.")
        IiopSettings iiop) {}
