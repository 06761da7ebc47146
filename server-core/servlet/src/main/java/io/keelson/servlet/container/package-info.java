/**
 * The container proper: one {@link io.keelson.servlet.container.WebApplication} with its context, its start and end, and the way of its
 * requests (Servlet 6.1, 2, 4, 8, 10 and 11).
 *
 * <p>A {@link io.keelson.servlet.container.ServletExchange} owns a request and its response; one thread at a time works on
 * it, handed over through the application's work manager. What belongs to the application is built on the deploying
 * thread and read-only from then on, or says in its javadoc what guards it. See docs/design/servlet.md.
 */
@NullMarked
package io.keelson.servlet.container;

import org.jspecify.annotations.NullMarked;
