/**
 * The frames of the WebSocket protocol (RFC 6455, RFC 7692) as bytes: reading, writing, masking, UTF-8, compression. Knows nothing
 * of sockets, threads or the Jakarta API. Readers and writers are owned by one thread at a time; see
 * {@code docs/design/websocket.md}.
 */
@NullMarked
package io.keelson.websocket.frame;

import org.jspecify.annotations.NullMarked;
