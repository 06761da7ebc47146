/** GIOP on the channels of a server: detection, the limits of messages, and sockets for the broker. See docs/design/iiop.md. */
@NullMarked
package io.keelson.remoting.internal.iiop;

import org.jspecify.annotations.NullMarked;
