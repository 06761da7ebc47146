/** The place where an object request broker gets the connections of RMI-IIOP: sockets over the server's own channels. Thread-safe. */
@NullMarked
package io.keelson.remoting.iiop;

import org.jspecify.annotations.NullMarked;
