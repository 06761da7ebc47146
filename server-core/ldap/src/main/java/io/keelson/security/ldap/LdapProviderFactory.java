package io.keelson.security.ldap;

import com.unboundid.ldap.sdk.LDAPException;
import io.keelson.security.LdapProviderSettings;
import io.keelson.security.RealmProvider;
import io.keelson.security.RealmProviderFactory;
import io.keelson.security.RealmProviderSettings;

/** Makes providers of the type {@code ldap}. */
public final class LdapProviderFactory implements RealmProviderFactory {
    @Override
    public RealmProviderSettings.Type type() {
        return RealmProviderSettings.Type.LDAP;
    }

    @Override
    public RealmProvider make(Wanted wanted) {
        LdapProviderSettings settings = wanted.settings().ldap();
        try {
            return new LdapUsers(wanted.name(), settings, new LdapDirectory(settings, wanted.domain()));
        } catch (LDAPException e) {
            throw new IllegalArgumentException(
                    "realm-providers." + wanted.name() + ".ldap cannot be used: " + e.getMessage(), e);
        }
    }
}
