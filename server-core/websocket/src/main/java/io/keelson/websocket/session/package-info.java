/**
 * One open connection and what the application sees of it (Jakarta WebSocket 2.2, chapters 2 and 5).
 *
 * <p>Three parts work side by side. {@link io.keelson.websocket.session.Inlet} reads, on the muxer's thread; what it found it puts into
 * {@link io.keelson.websocket.session.Mailbox}, which runs the application's callbacks one after the other on the application's work
 * manager; {@link io.keelson.websocket.session.Outbox} sends what any thread gives it. {@code docs/design/websocket.md} says who owns
 * what.
 */
@NullMarked
package io.keelson.websocket.session;

import org.jspecify.annotations.NullMarked;
