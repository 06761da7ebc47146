/**
 * The seam of other protocols by which clients reach the JMS server of their server, and their common parts: connections, requests and
 * transactions. State of a connection is confined to its event loop. See docs/design/amqp.md and docs/design/stomp.md.
 */
@NullMarked
package io.keelson.jms.protocol;

import org.jspecify.annotations.NullMarked;
