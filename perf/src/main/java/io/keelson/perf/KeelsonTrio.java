package io.keelson.perf;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** An admin server and two managed servers of the distribution; the service is the domain's. */
final class KeelsonTrio extends Trio {
    private final Path distribution;
    private final List<String> jvm;

    KeelsonTrio(Path distribution, Path work, List<String> jvm) throws IOException {
        super("keelson", work);
        this.distribution = distribution;
        this.jvm = jvm;
    }

    @Override
    List<String> servers() {
        return List.of("AdminServer", "server-1", "server-2");
    }

    @Override
    String started() {
        return "KLS-000360";
    }

    private Path domain() {
        return work().resolve("domain");
    }

    private String keelson() {
        return distribution.resolve("bin/keelson").toString();
    }

    @Override
    void prepare() throws IOException, InterruptedException {
        Process create = new ProcessBuilder(
                        keelson(), "domain", "create", domain().toString(), "--managed-servers", "2")
                .redirectErrorStream(true)
                .redirectOutput(work().resolve("create.log").toFile())
                .start();
        if (create.waitFor() != 0) {
            throw new IOException("no domain in " + domain() + "; see " + work().resolve("create.log"));
        }
        Path library = Files.createDirectories(domain().resolve("lib")).resolve("journal.jar");
        archive(library, Map.of(), "", SingletonJournal.class);
        Path file = domain().resolve("domain.yaml");
        Files.writeString(
                file,
                onFreePorts(Files.readString(file)) + "singleton-services:\n  journal: {class-name: "
                        + SingletonJournal.class.getName() + "}\n");
    }

    /** A new domain has the ports of every other. */
    private static String onFreePorts(String domain) throws IOException {
        List<ServerSocket> held = new ArrayList<>();
        try {
            String text = domain;
            for (int i = 0; i < 3; i++) {
                int listen = 7001 + 2 * i;
                int port = pair(held);
                text = text.replace("cluster-port: " + (listen + 100), "cluster-port: " + pair(held))
                        .replace("tls-listen-port: " + (listen + 1), "tls-listen-port: " + (port + 1))
                        .replace("\n    listen-port: " + listen + "\n", "\n    listen-port: " + port + "\n");
                if (i == 0) {
                    text = text.replaceFirst("(?m)^ {2}AdminServer:.*$", "$0\n    listen-port: " + port);
                }
            }
            return text;
        } finally {
            for (ServerSocket socket : held) {
                socket.close();
            }
        }
    }

    /** A free port whose next is free as well, below those that the system gives to outgoing connections. */
    private static int pair(List<ServerSocket> held) throws IOException {
        SplittableRandom random = new SplittableRandom();
        for (int attempt = 0; attempt < 200; attempt++) {
            int port = random.nextInt(20_000, 32_000);
            try {
                held.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
                held.add(new ServerSocket(port + 1, 1, InetAddress.getLoopbackAddress()));
                return port;
            } catch (IOException e) {
                // one of the two is taken: try others
            }
        }
        throw new IOException("no two free ports beside each other");
    }

    @Override
    ProcessBuilder command(String server) {
        ProcessBuilder builder =
                new ProcessBuilder(keelson(), "start", "--domain", domain().toString(), "--server", server);
        builder.environment().put("JAVA_OPTS", String.join(" ", jvm) + " -Dperf.journal=" + journal());
        builder.environment().put("KEELSON_ARCHIVE", "off");
        return builder;
    }
}
