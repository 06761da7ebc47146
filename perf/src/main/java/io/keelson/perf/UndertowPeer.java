package io.keelson.perf;

import io.undertow.Handlers;
import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import io.undertow.server.handlers.resource.PathResourceManager;
import io.undertow.servlet.Servlets;
import io.undertow.servlet.api.DeploymentInfo;
import io.undertow.servlet.api.DeploymentManager;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;

/**
 * Undertow with the servlets of the WAR, deployed by its interface, since it reads no WAR by itself: one I/O thread, at most 200
 * workers, no access log. Arguments: port, work directory, protocol, key store. Runs until it is killed.
 */
public final class UndertowPeer {
    private UndertowPeer() {}

    /** Starts it. */
    public static void main(String[] args) throws ServletException, IOException, GeneralSecurityException {
        Path files = Path.of(args[1]).toAbsolutePath().resolve("bench");
        BenchWar.writeExploded(files);
        DeploymentInfo deployment = Servlets.deployment()
                .setClassLoader(UndertowPeer.class.getClassLoader())
                .setContextPath(BenchWar.CONTEXT_PATH)
                .setDeploymentName("bench")
                .setResourceManager(new PathResourceManager(files));
        for (Workload workload : Workload.ofServlets()) {
            deployment.addServlet(
                    Servlets.servlet(workload.id(), workload.servlet().asSubclass(HttpServlet.class))
                            .addMapping(workload.path())
                            .setLoadOnStartup(1));
        }
        DeploymentManager manager = Servlets.defaultContainer().addDeployment(deployment);
        manager.deploy();
        Protocol protocol = Protocol.of(args[2]);
        Undertow.Builder builder = Undertow.builder()
                .setIoThreads(1)
                .setServerOption(UndertowOptions.ENABLE_HTTP2, protocol.http2())
                .setWorkerThreads(200)
                .setHandler(Handlers.path().addPrefixPath(BenchWar.CONTEXT_PATH, manager.start()));
        int port = Integer.parseInt(args[0]);
        if (protocol.tls()) {
            builder.addHttpsListener(port, "127.0.0.1", new KeyMaterial(Path.of(args[3])).context());
        } else {
            builder.addHttpListener(port, "127.0.0.1");
        }
        builder.build().start();
    }
}
