package io.keelson.ee.security.vault;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Named;
import jakarta.security.enterprise.identitystore.LdapIdentityStoreDefinition;

/** Users in the directory that a test has started. */
@LdapIdentityStoreDefinition(
        url = "${directory.url}",
        callerSearchBase = "dc=bank",
        callerSearchFilter = "(&(uid=%s)(objectClass=person))",
        groupSearchBase = "dc=bank",
        groupSearchFilter = "(&(member=%s)(objectClass=group))",
        groupNameAttribute = "g")
@Named
@ApplicationScoped
public class Directory {
    /** The system property with the address. */
    public static final String URL = "io.keelson.test.directory";

    public String getUrl() {
        return System.getProperty(URL);
    }
}
