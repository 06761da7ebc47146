/**
 * Sessions that the client keeps, sealed, in cookies: {@link io.keelson.session.cookie.CookieSessionStore}. See docs/design/sessions.md.
 */
@NullMarked
package io.keelson.session.cookie;

import org.jspecify.annotations.NullMarked;
