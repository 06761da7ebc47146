/**
 * Registrations of an application: servlets, filters, listeners and their mappings, from the descriptor and by code, and the
 * routes and chains that are made of them (Servlet 6.1, 2.3, 4.4, 6 and 12).
 *
 * <p>Filled by the deploying thread while the application starts; read-only then. {@link io.keelson.servlet.registration.Routing} is what
 * requests ask.
 */
@NullMarked
package io.keelson.servlet.registration;

import org.jspecify.annotations.NullMarked;
