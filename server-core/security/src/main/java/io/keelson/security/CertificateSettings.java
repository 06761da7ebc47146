package io.keelson.security;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import org.jspecify.annotations.Nullable;

/**
 * Mapping of a client's certificate to a user of the realm.
 *
 * @param userNameMapperAttributeType the attribute of the certificate's subject that has the user's name
 * @param userNameMapperAttributeDelimiter where the name ends within it; empty for the whole
 */
@Section(value = "security", help = "How a client's certificate becomes a user.")
public record CertificateSettings(
        @Setting(
                help = "Attribute of a client certificate's subject that has the name of the user, for CLIENT-CERT and"
                        + " IIOP: CN, UID, E and others.",
                defaultValue = "CN",
                pattern = "[A-Za-z]{1,32}|\\d+(\\.\\d+)+")
        String userNameMapperAttributeType,

        @Setting(
                help =
                        "Where the user's name ends within that attribute, as @ in an address of e-mail; without it the whole"
                                + " is the name.",
                pattern = ".{1,8}")
        @Nullable
        String userNameMapperAttributeDelimiter) {
    /** The defaults. */
    public static CertificateSettings standard() {
        return new CertificateSettings("CN", null);
    }
}
