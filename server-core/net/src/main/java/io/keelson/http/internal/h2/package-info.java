/**
 * HTTP/2 below the exchange: frames, header fields in their compressed form, settings, and what a peer may not do too
 * often (RFC 9113, RFC 7541). It knows nothing of requests, handlers or work; {@code io.keelson.http.internal} puts it
 * together to a connection.
 *
 * <p>Threads: all of it is confined to the event loop of its connection, but for {@link
 * io.keelson.http.internal.h2.FieldsEncoder} and {@link io.keelson.http.internal.h2.FrameWriter}, which have no state. See
 * docs/design/http2.md.
 */
@NullMarked
package io.keelson.http.internal.h2;

import org.jspecify.annotations.NullMarked;
