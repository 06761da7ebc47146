/**
 * HTTP/1.1 on a connection: a decoder, an encoder, and the exchange between them.
 *
 * <p>Threads: a connection belongs to the event loop of its channel. What the loop owns is touched on the loop only; a
 * request's exchange belongs to one thread at a time, which passes what it writes to the loop as tasks. See
 * docs/design/http.md.
 */
@NullMarked
package io.keelson.http.internal;

import org.jspecify.annotations.NullMarked;
