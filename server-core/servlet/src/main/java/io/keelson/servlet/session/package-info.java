/**
 * HTTP sessions (Servlet 6.1, 7): ids, cookies, listeners, expiry; kept in a {@link io.keelson.servlet.spi.SessionStore}.
 *
 * <p>One {@link io.keelson.servlet.session.Sessions} an application, thread-safe. Listeners run on the thread that causes
 * the event: an execute thread in the application's context, for expiry too.
 */
@NullMarked
package io.keelson.servlet.session;

import org.jspecify.annotations.NullMarked;
