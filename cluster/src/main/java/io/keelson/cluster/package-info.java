/**
 * Several servers as one: membership, and leases that say which server owns a name.
 *
 * <p>What decides is pure ({@code List<Action> step(Event, now)}) and knows no thread, socket, file or clock; those are
 * the seams of {@link io.keelson.cluster.io}. Other people's libraries stay in {@code io.keelson.cluster.internal}.
 */
@NullMarked
package io.keelson.cluster;

import org.jspecify.annotations.NullMarked;
