/**
 * Listening sockets, accepting, and finding out the protocol of a connection.
 *
 * <p>Threads: each channel accepts on a listen thread of its own; an accepted socket belongs to one reader of a muxer.
 */
@NullMarked
package io.keelson.net.internal;

import org.jspecify.annotations.NullMarked;
