/**
 * AMQP 1.0 on the channels of a server, by Proton as the engine of the protocol. All state of a connection is confined to its event loop;
 * what may block, a login and the opening of the JMS server, runs on a work manager. See docs/design/amqp.md.
 */
@NullMarked
package io.keelson.ee.amqp;

import org.jspecify.annotations.NullMarked;
