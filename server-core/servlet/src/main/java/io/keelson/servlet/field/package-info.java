/**
 * Values of header fields: cookies, dates, languages, encodings, media types.
 *
 * <p>Parsers and writers without state.
 */
@NullMarked
package io.keelson.servlet.field;

import org.jspecify.annotations.NullMarked;
