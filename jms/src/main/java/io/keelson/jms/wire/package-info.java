/**
 * Requests, replies and messages between a client and a JMS server. {@link io.keelson.jms.wire.Link} is the seam of transports: requests
 * with replies, and messages that come by themselves within a consumer's credit. Everything is a value.
 */
@NullMarked
package io.keelson.jms.wire;

import org.jspecify.annotations.NullMarked;
