/**
 * The JMS server as a resource adapter of other application servers (Jakarta Connectors 2.1): {@link
 * io.keelson.jms.ra.ManagedFactory} makes connections for applications, {@link io.keelson.jms.ra.JmsResourceAdapter} has messages for
 * message-driven beans. All of it is over the client of {@code io.keelson.jms.client}. Threads for messages come from the container's work
 * manager; each activation has one thread of its own that keeps its connection.
 */
@NullMarked
package io.keelson.jms.ra;

import org.jspecify.annotations.NullMarked;
