/** Answers that describe a problem (RFC 9457). The mappers are thread-safe. */
@NullMarked
package io.keelson.ee.rest.problem;

import org.jspecify.annotations.NullMarked;
