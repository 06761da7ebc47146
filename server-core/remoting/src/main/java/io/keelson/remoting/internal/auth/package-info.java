/**
 * Logins of the native protocol: SCRAM-SHA-256 (RFC 5802, RFC 7677) with and without channel binding (RFC 5929), and nobody.
 */
@NullMarked
package io.keelson.remoting.internal.auth;

import org.jspecify.annotations.NullMarked;
