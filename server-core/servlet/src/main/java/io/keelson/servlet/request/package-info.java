/**
 * The request: what arrived, its body, parameters and parts, and what goes on around it: attributes, session, login (Servlet 6.1, 3 and 7).
 *
 * <p>Three layers of one object: {@link io.keelson.servlet.request.WebRequest} is what the first filter sees. It reaches the rest of
 * the exchange by {@link io.keelson.servlet.request.RequestExchange}. Parsers of forms and parts have no state of their own.
 */
@NullMarked
package io.keelson.servlet.request;

import org.jspecify.annotations.NullMarked;
