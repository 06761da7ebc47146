package io.keelson.servlet;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the operator for how an application is served, by the name of its deployment. Read when the application is deployed.
 *
 * @param virtualHost see its help
 * @param compression see its help
 */
@Section("applications.*")
public record ServingSettings(
        @Setting(
                help = "The virtual host that the application is deployed to; without it the default one, which serves"
                        + " what no virtual host does.",
                reference = "virtual-hosts")
        @Nullable
        String virtualHost,

        @Setting(help = "Whether responses are compressed, in place of what weblogic.xml and servlet.compression say.")
        @Nullable
        Boolean compression) {
    /** Settings of an application about which the domain says nothing. */
    public static final ServingSettings NONE = new ServingSettings(null, null);
}
