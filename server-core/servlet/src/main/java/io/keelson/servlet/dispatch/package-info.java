/**
 * Dispatches: forward, include, error pages and asynchronous dispatches, into the own application or another (Servlet 6.1, 9 and 10.9).
 *
 * <p>Owned as the request is.
 */
@NullMarked
package io.keelson.servlet.dispatch;

import org.jspecify.annotations.NullMarked;
