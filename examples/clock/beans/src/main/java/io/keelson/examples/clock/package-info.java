/**
 * The beans of the clock: a timer of which the cluster fires one, and a cart that survives its server. {@link
 * io.keelson.examples.clock.Clock} and {@link io.keelson.examples.clock.Cart} are what clients call.
 */
package io.keelson.examples.clock;
