package io.keelson.ee.iiop.client;

import com.sun.corba.se.pept.transport.Acceptor;
import com.sun.corba.se.spi.orb.ORB;
import com.sun.corba.se.spi.transport.ORBSocketFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** Sockets of a client's broker, in the clear and over TLS. The broker makes it by its class; thread-safe. */
public final class ClientSockets implements ORBSocketFactory {
    /** The broker's word for a socket over TLS. */
    static final String TLS = "KEELSON_TLS";

    private static final int PATIENCE_MILLIS = 10_000;

    private volatile @Nullable Login login;

    /** Makes it, for the broker. */
    public ClientSockets() {}

    static ClientSockets of(org.omg.CORBA.ORB broker) {
        return (ClientSockets) ((ORB) broker).getORBData().getSocketFactory();
    }

    void login(Login of) {
        login = of;
    }

    Login login() {
        return Objects.requireNonNull(login, "set before the first connection");
    }

    @Override
    public void setORB(ORB of) {}

    /** Callbacks are not served; the broker asks for this where an object of the client is exported. */
    @Override
    public ServerSocket createServerSocket(String type, InetSocketAddress address) throws IOException {
        throw new SocketException("objects of a client are not called");
    }

    @Override
    public Socket createSocket(String type, InetSocketAddress address) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.connect(new InetSocketAddress(address.getHostString(), address.getPort()), PATIENCE_MILLIS);
            SSLContext tls = login().tls();
            if (!type.equals(TLS)) {
                return socket;
            }
            if (tls == null) {
                throw new SocketException("the context is one in the clear");
            }
            return secured(tls, socket, login().certified(address.getHostString(), address.getPort()));
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private static Socket secured(SSLContext tls, Socket socket, String name) throws IOException {
        SSLSocket secured = (SSLSocket) tls.getSocketFactory().createSocket(socket, name, socket.getPort(), true);
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secured.setSSLParameters(parameters);
        socket.setSoTimeout(PATIENCE_MILLIS);
        secured.startHandshake();
        socket.setSoTimeout(0);
        return secured;
    }

    @Override
    public void setAcceptedSocketOptions(Acceptor acceptor, ServerSocket serverSocket, Socket socket) {}
}
