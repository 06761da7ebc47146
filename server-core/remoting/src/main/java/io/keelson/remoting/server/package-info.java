/**
 * The native protocol on a server: its place beside HTTP on a port, and its life cycle.
 */
@NullMarked
package io.keelson.remoting.server;

import org.jspecify.annotations.NullMarked;
