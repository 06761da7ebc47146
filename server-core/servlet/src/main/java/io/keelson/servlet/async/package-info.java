/**
 * Work that goes on after the first dispatch of a request: asynchronous cycles and upgraded connections (Servlet 6.1, 2.3.3.3 and 2.3.3.5).
 *
 * <p>A lock of their own lets one container thread at a time work; the application's code is never called with it held.
 */
@NullMarked
package io.keelson.servlet.async;

import org.jspecify.annotations.NullMarked;
