/**
 * The native protocol between two JVMs: frames, handshake, heart-beats, credits, fragments. A connection is a state machine
 * that knows neither sockets nor threads ({@link io.keelson.remoting.internal.wire.WireConnection}); an adapter puts it on a
 * Netty channel. Everything here is confined to one event loop, or to a test's thread, unless it says otherwise.
 */
@NullMarked
package io.keelson.remoting.internal.wire;

import org.jspecify.annotations.NullMarked;
