/**
 * The management interface: a handler of the network room, not a servlet, so that it answers before applications do and when
 * they do not. Requests are checked on the muxer thread (host, origin, token) and then work on administration's own execute
 * threads. docs/design/management.md tells the whole; {@code docs/reference/management.md} lists the resources.
 */
@NullMarked
package io.keelson.admin;

import org.jspecify.annotations.NullMarked;
