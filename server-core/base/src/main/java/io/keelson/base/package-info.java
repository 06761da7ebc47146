/**
 * Foundation that the server and its thin client share: time, threads, log, and the contracts by which rooms meet.
 *
 * <p>This room knows no other. Everything in it is either an interface that a room above implements or a small final
 * class without a dependency on the server.
 */
@NullMarked
package io.keelson.base;

import org.jspecify.annotations.NullMarked;
