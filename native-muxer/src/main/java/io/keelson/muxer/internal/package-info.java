/**
 * The native muxer: epoll and sockets of the C library, called through JNR-FFI, as a Netty I/O handler with channels of
 * its own.
 *
 * <p>Threads: everything that a loop or a channel holds belongs to the event loop's thread, except a socket's options and
 * its open/closed state, which {@link io.keelson.muxer.internal.NativeSocket} guards, and the wake-up.
 */
@NullMarked
package io.keelson.muxer.internal;

import org.jspecify.annotations.NullMarked;
