/**
 * Writers of parts of a response: cookies, text, the standard error page (Servlet 6.1, 5).
 */
@NullMarked
package io.keelson.servlet.response;

import org.jspecify.annotations.NullMarked;
