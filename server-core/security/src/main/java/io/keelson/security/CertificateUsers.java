package io.keelson.security;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import javax.naming.NamingException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/** Finds the name of a user in the subject of a certificate that was checked. Immutable and thread-safe. */
public final class CertificateUsers {
    /** Name that {@link LdapName} gives the address of e-mail; people write {@code E} or {@code EMAILADDRESS}. */
    private static final String EMAIL = "1.2.840.113549.1.9.1";

    private final String attribute;
    private final @Nullable String delimiter;

    /** Makes it of the settings. */
    public CertificateUsers(CertificateSettings settings) {
        String type = settings.userNameMapperAttributeType();
        this.attribute = type.equalsIgnoreCase("E") || type.equalsIgnoreCase("EMAILADDRESS") ? EMAIL : type;
        this.delimiter = settings.userNameMapperAttributeDelimiter();
    }

    /** Returns the name of the user; empty where the subject has none. Of several the most specific counts. */
    public Optional<String> user(X500Principal subject) {
        String name = subject.getName();
        try {
            List<Rdn> parts = new LdapName(name).getRdns();
            for (int i = parts.size() - 1; i >= 0; i--) {
                var value = parts.get(i).toAttributes().get(attribute);
                if (value != null && value.get() != null) {
                    return Optional.ofNullable(upToDelimiter(text(value.get())));
                }
            }
        } catch (NamingException e) {
            SecurityLog.LOG.debugf(e, "the subject %s is no name", name);
        }
        return Optional.empty();
    }

    private @Nullable String upToDelimiter(@Nullable String whole) {
        int end = whole == null || delimiter == null ? -1 : whole.indexOf(delimiter);
        return whole == null || end < 0 ? whole : whole.substring(0, end);
    }

    /** An attribute that {@link LdapName} does not know by name is given as it is encoded: a tag, a length, and text. */
    private static @Nullable String text(Object value) {
        if (value instanceof String text) {
            return text;
        }
        if (value instanceof byte[] der && der.length >= 2 && (der[1] & 0x80) == 0 && der.length == der[1] + 2) {
            return new String(der, 2, der[1], StandardCharsets.UTF_8);
        }
        return null;
    }
}
