/**
 * Muxers: threads that read many sockets. The native one is epoll through JNR-FFI, the Java one {@code java.nio}; both
 * are Netty 4.2 I/O handlers, so that everything above sees event loops and channels only.
 */
@NullMarked
package io.keelson.muxer;

import org.jspecify.annotations.NullMarked;
