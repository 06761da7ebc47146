/**
 * STOMP on the channels of a server. All state of a connection is confined to its event loop; what may block, a login and the opening of
 * the JMS server, runs on a work manager. See docs/design/stomp.md.
 */
@NullMarked
package io.keelson.ee.stomp;

import org.jspecify.annotations.NullMarked;
