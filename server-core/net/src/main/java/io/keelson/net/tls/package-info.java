/**
 * Certificates, keys and trust of channels with TLS: read from files, checked, chosen by the name that a client asks for,
 * and read again when the files change. What is read is immutable; a channel replaces it as a whole. See
 * docs/design/tls.md.
 *
 * <p>Threads: the handshakes' asymmetric cryptography runs on the threads of a {@link io.keelson.net.tls.HandshakePool};
 * files are read by the thread that starts the server, by the timer {@code keelson.tls.Timer}, or by whoever asks for it.
 */
@NullMarked
package io.keelson.net.tls;

import org.jspecify.annotations.NullMarked;
