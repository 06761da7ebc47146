/**
 * Users of the realm in a directory (LDAP, RFC 4511): a part, opened where the configuration names such a provider. Nothing else knows
 * the library. {@link io.keelson.security.ldap.LdapUsers} is the provider, {@link io.keelson.security.ldap.LdapDirectory} owns the
 * connections, {@link io.keelson.security.ldap.LdapGroups} finds groups in groups. All are thread-safe. See docs/design/realms.md.
 */
@NullMarked
package io.keelson.security.ldap;

import org.jspecify.annotations.NullMarked;
