/**
 * Parts that are read out of a request: parameters, cookies, dates, languages, parts of a form (Servlet 6.1, 3).
 *
 * <p>Parsers without state of their own; what they return belongs to the request and is confined to its thread.
 */
@NullMarked
package io.keelson.servlet.request;

import org.jspecify.annotations.NullMarked;
