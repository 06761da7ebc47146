package io.keelson.websocket;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A socket to a server, with TLS for {@code wss}. {@link #close} is safe on any thread, streams on one each.
 *
 * <p>Specification: WebSocket 2.2, 3.2.3 SSLContext.
 */
final class ClientSocket {
    private static final Logger LOG = Logger.getLogger(ClientSocket.class);

    private final Socket plain;
    private final Socket socket;
    private final InputStream input;
    private final OutputStream output;

    private ClientSocket(Socket plain, Socket socket) throws IOException {
        this.plain = plain;
        this.socket = socket;
        // The head of the answer is read byte by byte.
        input = new BufferedInputStream(socket.getInputStream());
        output = socket.getOutputStream();
    }

    /**
     * Connects. Blocks.
     *
     * @param plain a socket that is not connected; the caller closes it where this fails
     * @param tls for {@code wss}; null for the JVM's own
     * @throws IOException when the server cannot be reached, or is not the one that its certificate says
     */
    static ClientSocket connect(Socket plain, URI uri, @Nullable SSLContext tls, Duration most) throws IOException {
        boolean secure = secure(uri);
        String host = host(uri);
        int port = uri.getPort() >= 0 ? uri.getPort() : secure ? 443 : 80;
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new UnknownHostException(host);
        }
        plain.connect(address, (int) most.toMillis());
        plain.setTcpNoDelay(true);
        if (!secure) {
            return new ClientSocket(plain, plain);
        }
        SSLSocket socket = (SSLSocket) context(tls).getSocketFactory().createSocket(plain, host, port, true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return new ClientSocket(plain, socket);
    }

    private static SSLContext context(@Nullable SSLContext given) throws IOException {
        try {
            return given == null ? SSLContext.getDefault() : given;
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IOException("this JVM has no TLS as it is configured: " + e.getMessage(), e);
        }
    }

    static boolean secure(URI uri) {
        return "wss".equalsIgnoreCase(uri.getScheme());
    }

    /** Without the brackets of an IPv6 address. */
    private static String host(URI uri) {
        String host = uri.getHost();
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    InputStream input() {
        return input;
    }

    OutputStream output() {
        return output;
    }

    /**
     * Closes it. Idempotent.
     *
     * @param orderly whether the other side is told where TLS has a word for it; else a thread that sends is not waited for
     */
    void close(boolean orderly) {
        try {
            if (!orderly) {
                plain.close();
            }
            socket.close();
            plain.close();
        } catch (IOException e) {
            LOG.debugf(e, "a connection to a WebSocket server could not be closed");
        }
    }
}
