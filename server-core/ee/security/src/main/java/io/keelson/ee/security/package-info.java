/**
 * The part {@code security}: Jakarta Security and Jakarta Authentication for applications that use them. See
 * docs/design/security-part.md.
 */
@NullMarked
package io.keelson.ee.security;

import org.jspecify.annotations.NullMarked;
