/**
 * Static content: what files an application serves, and the default servlet that sends them (Servlet 6.1, 12.2; RFC 9110,
 * 13 and 14).
 *
 * <p>The resources of an application are fixed when it is deployed; the content of an exploded one may change. All types
 * are safe on every thread.
 */
@NullMarked
package io.keelson.servlet.statics;

import org.jspecify.annotations.NullMarked;
