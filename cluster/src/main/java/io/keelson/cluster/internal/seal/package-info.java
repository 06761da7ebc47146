/**
 * Authentication of what servers of a cluster send one another, with keys derived from the domain's: the introduction with which a
 * connection begins, and the codes that each frame and each datagram carries. Knows nothing of JGroups. See docs/design/membership.md.
 *
 * <p>No class here starts a thread. Objects belong to one connection unless they say otherwise.
 */
@NullMarked
package io.keelson.cluster.internal.seal;

import org.jspecify.annotations.NullMarked;
