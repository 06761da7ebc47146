/**
 * Paths of requests: their canonical form (Servlet 6.1, 3.5.2) and what they are mapped to (12).
 *
 * <p>Everything here is immutable once built and safe on every thread. The usual request allocates nothing here.
 */
@NullMarked
package io.keelson.servlet.path;

import org.jspecify.annotations.NullMarked;
