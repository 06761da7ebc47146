/**
 * Authentication of requests by the modules that applications register.
 *
 * <p>Specification: Authentication 3.1, 3 Servlet Container Profile.
 */
@NullMarked
package io.keelson.ee.security.authentication;

import org.jspecify.annotations.NullMarked;
