package io.keelson.net.tls;

import io.keelson.net.config.TlsSettings;
import java.io.IOException;

/** Keeper of the certificate and the key of channels that have none of their own. Thread-safe. */
@FunctionalInterface
public interface TlsFiles {
    /**
     * Makes the files where they are not there, or where the certificate ends soon. Blocks, so never on a muxer thread. Called before the
     * first handshake, and then as often as the files are looked at, so it must be quick where nothing is to be made.
     *
     * @return the TLS that uses them
     * @throws IOException where they cannot be made; the message says which, and what to do
     */
    TlsSettings ready() throws IOException;
}
