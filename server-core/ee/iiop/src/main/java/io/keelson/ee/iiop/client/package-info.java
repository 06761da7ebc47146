/**
 * Client of RMI-IIOP that logs in: contexts of a server's names over TLS or within the machine, by the object request broker that the
 * client has on its class path. Needs nothing else of the server. Contexts are not thread-safe, references are.
 */
@NullMarked
package io.keelson.ee.iiop.client;

import org.jspecify.annotations.NullMarked;
