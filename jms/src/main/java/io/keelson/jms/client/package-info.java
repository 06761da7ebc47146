/**
 * The classic, simplified and legacy interfaces of Jakarta Messaging 3.1 over a {@link io.keelson.jms.wire.Link}. Connections and
 * contexts are
 * thread-safe; sessions and what is made of them are for one thread at a time, as the specification has it (2.14). The lock of a
 * {@link io.keelson.jms.client.Mailbox} is taken by threads of the server, so nothing calls the server while it holds that.
 */
@NullMarked
package io.keelson.jms.client;

import org.jspecify.annotations.NullMarked;
