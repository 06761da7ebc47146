package io.keelson.kernel.config;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;

/** The domain itself: the keys at the top of {@code domain.yaml}. */
@Section(value = "", help = "The domain as a whole.")
public record Domain(
        @Setting(
                help = "The name of the domain.",
                defaultValue = "domain",
                pattern = "[A-Za-z0-9][A-Za-z0-9._-]{0,127}")
        String name,

        @Setting(help = "Whether this domain is in production: no automatic deployment.", defaultValue = "false")
        boolean productionMode,

        @Setting(help = "The server that administers the domain.", defaultValue = "AdminServer", reference = "servers")
        String adminServer) {}
