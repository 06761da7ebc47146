/**
 * Compressed responses: whether a response is compressed, and the compressing. It stands between the container's response and the
 * connection, so that it is the same for every version of HTTP.
 *
 * <p>{@code Compression} is immutable; a {@code CompressedResponse} belongs to its request's thread; {@code Compressors} is safe
 * on every thread and owns the memory outside the heap that the JDK's deflaters hold.
 */
@NullMarked
package io.keelson.servlet.compress;

import org.jspecify.annotations.NullMarked;
