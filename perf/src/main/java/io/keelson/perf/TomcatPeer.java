package io.keelson.perf;

import java.nio.file.Path;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http2.Http2Protocol;

/**
 * Tomcat 11, embedded, with its default connector: one poller, at most 200 threads, no access log. Arguments: port, work
 * directory, protocol. Runs until it is killed.
 */
public final class TomcatPeer {
    private TomcatPeer() {}

    /** Starts it. */
    public static void main(String[] args) throws Exception {
        Path work = Path.of(args[1]).toAbsolutePath();
        Path application = work.resolve("bench");
        BenchWar.writeExploded(application);
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(work.toString());
        Connector connector = new Connector();
        connector.setPort(Integer.parseInt(args[0]));
        connector.setProperty("address", "127.0.0.1");
        // Tomcat closes a connection after 100 requests by default; a study of keep-alive connections must not count
        // that.
        connector.setProperty("maxKeepAliveRequests", "-1");
        if (Protocol.of(args[2]) == Protocol.H2C) {
            connector.addUpgradeProtocol(new Http2Protocol());
        }
        tomcat.setConnector(connector);
        tomcat.addWebapp(BenchWar.CONTEXT_PATH, application.toString());
        tomcat.start();
        tomcat.getServer().await();
    }
}
