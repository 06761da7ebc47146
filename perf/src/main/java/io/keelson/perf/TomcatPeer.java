package io.keelson.perf;

import java.nio.file.Path;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;

/**
 * Tomcat 11, embedded, with its default connector: one poller, at most 200 threads, no access log. Arguments: port, work
 * directory, protocol, key store. Runs until it is killed.
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
        Protocol protocol = Protocol.of(args[2]);
        if (protocol.tls()) {
            connector.setSecure(true);
            connector.setScheme("https");
            connector.setProperty("SSLEnabled", "true");
            SSLHostConfig host = new SSLHostConfig();
            SSLHostConfigCertificate certificate =
                    new SSLHostConfigCertificate(host, SSLHostConfigCertificate.Type.RSA);
            certificate.setCertificateKeystoreFile(args[3]);
            certificate.setCertificateKeystorePassword(KeyMaterial.PASSWORD);
            host.addCertificate(certificate);
            connector.addSslHostConfig(host);
        }
        if (protocol.http2()) {
            connector.addUpgradeProtocol(new Http2Protocol());
        }
        tomcat.setConnector(connector);
        tomcat.addWebapp(BenchWar.CONTEXT_PATH, application.toString());
        tomcat.start();
        tomcat.getServer().await();
    }
}
