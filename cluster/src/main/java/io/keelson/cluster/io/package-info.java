/**
 * The seams between what decides and the world: messages ({@link io.keelson.cluster.io.Link}), time to run
 * ({@link io.keelson.cluster.io.Scheduler}), records that survive ({@link io.keelson.cluster.io.DurableLog}), and the
 * binary form of both; and what a machine says about its processes ({@link io.keelson.cluster.io.ProcessTable}). A simulator puts its own
 * in their place; time itself is {@link io.keelson.base.time.Ticker}.
 */
@NullMarked
package io.keelson.cluster.io;

import org.jspecify.annotations.NullMarked;
