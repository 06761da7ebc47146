/**
 * The JMS server: destinations, subscriptions, connections and branches over a store. {@link io.keelson.jms.broker.JmsServer} has one lock;
 * nothing blocks under it. See docs/design/jms.md.
 */
@NullMarked
package io.keelson.jms.broker;

import org.jspecify.annotations.NullMarked;
