/** An application whose members log in at a provider of OpenID Connect. */
package io.keelson.ee.security.club;
