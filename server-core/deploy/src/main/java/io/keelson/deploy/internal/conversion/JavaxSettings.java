package io.keelson.deploy.internal.conversion;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;

/**
 * Settings by which an application made for Java EE is converted, by the name of its deployment. Read when it is deployed.
 *
 * @param javaxMigration see its help
 */
@Section("applications.*")
public record JavaxSettings(
        @Setting(
                help =
                        "Whether the application is converted to Jakarta EE when its classes refer to javax.servlet and the"
                                + " like: auto, or off to deploy it as it is.",
                defaultValue = "auto")
        Mode javaxMigration) {
    /** Settings of applications about which the domain says nothing. */
    public static final JavaxSettings AUTO = new JavaxSettings(Mode.AUTO);

    /** Choice whether to convert. */
    public enum Mode {
        AUTO,
        OFF
    }
}
