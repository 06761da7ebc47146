package io.keelson.perf;

import java.nio.file.Path;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.ee11.webapp.WebAppContext;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Jetty 12.1 with the WAR as a Jakarta EE 11 web application: one acceptor, one selector, at most 200 threads (its default), no
 * request log. Arguments: port, work directory, protocol, key store. Runs until it is killed.
 */
public final class JettyPeer {
    private JettyPeer() {}

    /** Starts it. */
    public static void main(String[] args) throws Exception {
        Path application = Path.of(args[1]).toAbsolutePath().resolve("bench");
        BenchWar.writeExploded(application);
        Server server = new Server(new QueuedThreadPool(200));
        ServerConnector connector = new ServerConnector(server, 1, 1, factories(Protocol.of(args[2]), args));
        connector.setHost("127.0.0.1");
        connector.setPort(Integer.parseInt(args[0]));
        server.addConnector(connector);
        server.setHandler(new WebAppContext(application.toString(), BenchWar.CONTEXT_PATH));
        server.start();
        server.join();
    }

    private static ConnectionFactory[] factories(Protocol protocol, String[] args) {
        HttpConnectionFactory http1 = new HttpConnectionFactory();
        HttpConfiguration configuration = http1.getHttpConfiguration();
        if (!protocol.tls()) {
            return protocol.http2()
                    ? new ConnectionFactory[] {http1, new HTTP2CServerConnectionFactory(configuration)}
                    : new ConnectionFactory[] {http1};
        }
        // The certificate is for an address, which clients do not name in the handshake.
        SecureRequestCustomizer secure = new SecureRequestCustomizer();
        secure.setSniHostCheck(false);
        configuration.addCustomizer(secure);
        SslContextFactory.Server keys = new SslContextFactory.Server();
        keys.setKeyStorePath(args[3]);
        keys.setKeyStorePassword(KeyMaterial.PASSWORD);
        if (!protocol.http2()) {
            return new ConnectionFactory[] {new SslConnectionFactory(keys, http1.getProtocol()), http1};
        }
        ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory();
        alpn.setDefaultProtocol(http1.getProtocol());
        return new ConnectionFactory[] {
            new SslConnectionFactory(keys, alpn.getProtocol()),
            alpn,
            new HTTP2ServerConnectionFactory(configuration),
            http1
        };
    }
}
