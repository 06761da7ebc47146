/**
 * The response: head, body and buffer, text, the standard error page (Servlet 6.1, 5).
 *
 * <p>{@link io.keelson.servlet.response.WebResponse} is what the first filter sees. It reaches the rest of the exchange by {@link
 * io.keelson.servlet.response.ResponseExchange}.
 */
@NullMarked
package io.keelson.servlet.response;

import org.jspecify.annotations.NullMarked;
