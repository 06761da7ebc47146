/**
 * Links over streams of the native protocol. {@link io.keelson.jms.net.StreamLink} is the client's end, {@link
 * io.keelson.jms.net.LinkAcceptor} the server's; {@link io.keelson.jms.net.ReconnectingLink} survives the loss of a link. Threading is in
 * docs/design/jms.md.
 */
@NullMarked
package io.keelson.jms.net;

import org.jspecify.annotations.NullMarked;
