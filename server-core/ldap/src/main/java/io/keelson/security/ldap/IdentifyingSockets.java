package io.keelson.security.ldap;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * Sockets whose handshake fails where the certificate is not for the host that was meant (RFC 4513, 3.1.3; RFC 2830), so that nothing is
 * said to it. The library's own check comes after the handshake, and let a certificate for another host pass at a loopback address.
 * Immutable.
 */
final class IdentifyingSockets extends SSLSocketFactory {
    private final SSLSocketFactory sockets;

    IdentifyingSockets(SSLSocketFactory sockets) {
        this.sockets = sockets;
    }

    private static Socket identifying(Socket made) {
        SSLSocket socket = (SSLSocket) made;
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("LDAPS");
        socket.setSSLParameters(parameters);
        return socket;
    }

    @Override
    public String[] getDefaultCipherSuites() {
        return sockets.getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return sockets.getSupportedCipherSuites();
    }

    @Override
    public Socket createSocket() throws IOException {
        return identifying(sockets.createSocket());
    }

    @Override
    public Socket createSocket(Socket beneath, String host, int port, boolean close) throws IOException {
        return identifying(sockets.createSocket(beneath, host, port, close));
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return identifying(sockets.createSocket(host, port));
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
        return identifying(sockets.createSocket(host, port, local, localPort));
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return identifying(sockets.createSocket(host, port));
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
        return identifying(sockets.createSocket(host, port, local, localPort));
    }
}
