package io.keelson.perf;

import java.nio.file.Path;
import org.eclipse.jetty.ee11.webapp.WebAppContext;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Jetty 12.1 with the WAR as a Jakarta EE 11 web application: one acceptor, one selector, at most 200 threads (its default), no
 * request log. Arguments: port, work directory, protocol. Runs until it is killed.
 */
public final class JettyPeer {
    private JettyPeer() {}

    /** Starts it. */
    public static void main(String[] args) throws Exception {
        Path application = Path.of(args[1]).toAbsolutePath().resolve("bench");
        BenchWar.writeExploded(application);
        Server server = new Server(new QueuedThreadPool(200));
        HttpConnectionFactory http1 = new HttpConnectionFactory();
        ServerConnector connector = Protocol.of(args[2]) == Protocol.H2C
                ? new ServerConnector(
                        server, 1, 1, http1, new HTTP2CServerConnectionFactory(http1.getHttpConfiguration()))
                : new ServerConnector(server, 1, 1, http1);
        connector.setHost("127.0.0.1");
        connector.setPort(Integer.parseInt(args[0]));
        server.addConnector(connector);
        server.setHandler(new WebAppContext(application.toString(), BenchWar.CONTEXT_PATH));
        server.start();
        server.join();
    }
}
