/**
 * The seams between what decides and the world: messages ({@link io.keelson.cluster.io.Link}) and their binary form. A test
 * puts its own in their place; time itself is {@link io.keelson.base.time.Ticker}.
 */
@NullMarked
package io.keelson.cluster.io;

import org.jspecify.annotations.NullMarked;
