/**
 * How parts of a response are written: cookies, text, the standard error page (Servlet 6.1, 5).
 */
@NullMarked
package io.keelson.servlet.response;

import org.jspecify.annotations.NullMarked;
