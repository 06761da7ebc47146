package io.keelson.perf;

import java.io.File;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Starts the servers of a study, each a process with the same heap and collector. Ends them all when it is closed. Used by one
 * thread.
 */
final class Servers implements AutoCloseable {
    /** The same for every server. */
    static final List<String> JVM = List.of("-Xms256m", "-Xmx256m", "-XX:+UseG1GC");

    private final Path distribution;
    private final Path work;
    private final Protocol protocol;
    private final List<ServerProcess> started = new ArrayList<>();

    /** Servers listen on free ports of loopback; domains and logs go to {@code work}. */
    Servers(Path distribution, Path work) {
        this(distribution, work, Protocol.HTTP1);
    }

    /** The same, whose servers speak a protocol beside HTTP/1.1. */
    Servers(Path distribution, Path work, Protocol protocol) {
        this.distribution = distribution;
        this.work = work;
        this.protocol = protocol;
    }

    /** Starts a server that is one reader, selector or loop wide and waits for its first answer. */
    ServerProcess start(Contender contender) throws IOException, InterruptedException {
        return contender.keelson() ? keelson(contender.id(), muxer(contender), 1) : peer(contender);
    }

    private static String muxer(Contender contender) {
        return muxer(contender != Contender.KEELSON_JAVA)
                + (contender == Contender.KEELSON_URING ? " -Dkeelson.servers.AdminServer.io-uring-enabled=true" : "");
    }

    private static String muxer(boolean nativeIo) {
        return "-Dkeelson.NativeIOEnabled=" + nativeIo;
    }

    private ServerProcess peer(Contender contender) throws IOException, InterruptedException {
        int port = FreePorts.one();
        List<String> command = new ArrayList<>(List.of(java()));
        command.addAll(JVM);
        if (contender == Contender.NETTY) {
            // As Keelson's own command has it.
            command.add("-Dio.netty.leakDetection.level=disabled");
        }
        command.addAll(List.of("-cp", classPath(contender), contender.main().getName()));
        command.add(String.valueOf(port));
        command.add(work.resolve(contender.id() + "-" + port).toString());
        command.add(protocol.id());
        if (protocol.tls()) {
            command.add(KeyMaterial.in(work).file().toString());
        }
        return started(contender.id(), port, command, Map.of());
    }

    /** The study's own classes and of its libraries those that the peer needs. */
    private static String classPath(Contender contender) {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.endsWith(".jar")
                        || contender.uses(Path.of(entry).getFileName().toString()))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Starts Keelson with a number of socket readers. */
    ServerProcess keelson(String name, boolean nativeIo, int readers) throws IOException, InterruptedException {
        return keelson(name, muxer(nativeIo), readers);
    }

    private ServerProcess keelson(String name, String muxer, int readers) throws IOException, InterruptedException {
        int port = FreePorts.one();
        KeelsonDomain domain =
                KeelsonDomain.create(distribution, work.resolve("domain-" + port), 0, log(name + "-create"));
        BenchWar.writePacked(domain.directory().resolve("autodeploy/bench.war"));
        String server = " -Dkeelson.servers.AdminServer.";
        String options = String.join(" ", JVM) + (protocol.tls() ? "" : " -Dkeelson.ListenPort=" + port) + " " + muxer
                + " -Dkeelson.SocketReaders=" + readers
                + server + "self-tuning-thread-pool-size-max=200"
                // The studies are of keep-alive connections; no server in them may close one.
                + server + "limits.max-keep-alive-requests=1000000000"
                + server + "limits.idle-timeout=10m";
        if (protocol.tls()) {
            options += server + "listen-port-enabled=false" + server + "tls-listen-port=" + port + server
                    + "tls.key-store=" + KeyMaterial.in(work).file() + server + "tls.password=" + KeyMaterial.PASSWORD;
        }
        return started(name, port, domain.start(), KeelsonDomain.environment(options));
    }

    private ServerProcess started(String name, int port, List<String> command, Map<String, String> environment)
            throws IOException, InterruptedException {
        String path = BenchWar.CONTEXT_PATH + Workload.TEXT.path();
        ServerProcess server = ServerProcess.start(name, port, () -> open(port, path), command, environment, log(name));
        started.add(server);
        return server;
    }

    private HttpURLConnection open(int port, String path) throws IOException {
        URI uri = URI.create(protocol.scheme() + "://127.0.0.1:" + port + path);
        return protocol.tls()
                ? new KeyMaterial(KeyMaterial.file(work)).open(uri)
                : (HttpURLConnection) uri.toURL().openConnection();
    }

    private Path log(String name) throws IOException {
        Files.createDirectories(work);
        return work.resolve(name + ".log");
    }

    /** The command of the JDK that runs the study. */
    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    @Override
    public void close() {
        started.forEach(ServerProcess::close);
    }
}
