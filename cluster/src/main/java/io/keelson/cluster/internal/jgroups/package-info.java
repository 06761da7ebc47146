/**
 * JGroups, and nothing of it outside: the stack of protocols, how a server proves that it belongs to the domain, and the
 * channel. See docs/design/membership.md.
 *
 * <p>JGroups never makes objects out of bytes here: what is sent is bytes of our own codecs, and a message of any other kind
 * is dropped.
 */
@NullMarked
package io.keelson.cluster.internal.jgroups;

import org.jspecify.annotations.NullMarked;
