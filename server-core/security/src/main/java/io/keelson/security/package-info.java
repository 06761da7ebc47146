/**
 * Authentication of users and their rights: realms of users and groups, and the verifiers of their passwords.
 *
 * <p>Passwords are kept as SCRAM-SHA-256 verifiers, against which BASIC and FORM logins are checked and which the native
 * protocol's own exchange uses as they are. {@link io.keelson.security.Realm} is what other rooms see; {@link
 * io.keelson.security.FileRealm} reads a file of the domain, {@link io.keelson.security.RealmEditor} changes it. All state
 * is thread-safe; nothing here has a thread. See docs/design/security.md.
 */
@NullMarked
package io.keelson.security;

import org.jspecify.annotations.NullMarked;
