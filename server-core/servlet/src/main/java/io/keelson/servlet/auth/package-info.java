/**
 * Access control of a web application: constraints, login mechanisms, roles (Servlet 6.1, 13). {@link io.keelson.servlet.auth.WebSecurity}
 * is where the request path meets it.
 *
 * <p>Everything runs on execute threads in the application's context. State of a login lives in the request
 * ({@link io.keelson.servlet.auth.SecuredRequest}) and in the session ({@link io.keelson.servlet.auth.SessionLogin}).
 */
@NullMarked
package io.keelson.servlet.auth;

import org.jspecify.annotations.NullMarked;
