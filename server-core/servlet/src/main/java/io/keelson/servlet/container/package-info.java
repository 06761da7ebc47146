/**
 * The container proper: one {@link io.keelson.servlet.container.WebApplication} with its context, servlets, filters and
 * listeners, and the requests that run in it (Servlet 6.1, 2 to 6, 9 to 12).
 *
 * <p>A {@link io.keelson.servlet.container.ServletExchange} owns a request and its response; one thread at a time works on
 * it, handed over through the application's work manager. What belongs to the application is built on the deploying
 * thread and read-only from then on, or says in its javadoc what guards it. See docs/design/servlet.md.
 */
@NullMarked
package io.keelson.servlet.container;

import org.jspecify.annotations.NullMarked;
