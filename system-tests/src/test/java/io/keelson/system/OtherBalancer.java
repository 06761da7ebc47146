package io.keelson.system;

import static io.keelson.system.CountedSessions.SERVERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A balancer of others, with the configuration of the manual. */
enum OtherBalancer {
    HAPROXY("/usr/sbin/haproxy", "haproxy", "haproxy.cfg", "-db", "-f", "CONFIGURATION"),
    NGINX("/usr/sbin/nginx", "nginx", "nginx.conf", "-g", "daemon off;", "-c", "CONFIGURATION"),
    HTTPD("/usr/sbin/apache2", "apache2", "httpd.conf", "-DFOREGROUND", "-f", "CONFIGURATION");

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final String program;
    private final String debianPackage;
    private final String file;
    private final List<String> arguments;

    OtherBalancer(String program, String debianPackage, String file, String... arguments) {
        this.program = program;
        this.debianPackage = debianPackage;
        this.file = file;
        this.arguments = List.of(arguments);
    }

    /** Where it is not installed the test is skipped, and says so. */
    void assumeInstalled() {
        assumeTrue(
                Files.isExecutable(Path.of(program)),
                this + " is not installed, so it is not tried: apt-get install " + debianPackage);
    }

    /** Starts it on a port of loopback for the domain's servers, and waits until it listens. */
    Process start(LiveDomain domain, int port, Path directory) throws IOException {
        Files.createDirectories(directory);
        String text = Files.readString(Path.of("../docs/manual/load-balancers", file));
        text = text.replace("127.0.0.1:8080", "127.0.0.1:" + port);
        for (int i = 0; i < SERVERS.size(); i++) {
            text = text.replace("127.0.0.1:" + (7003 + 2 * i), domain.address(SERVERS.get(i)));
        }
        for (String place : List.of("/var/run/apache2", "/var/log/apache2", "/var/run", "/var/log/nginx")) {
            text = text.replace(place, directory.toString());
        }
        Path configuration = Files.writeString(directory.resolve(file), text);
        List<String> command = new ArrayList<>(List.of(program));
        arguments.forEach(argument -> command.add(argument.replace("CONFIGURATION", configuration.toString())));
        Path output = directory.resolve("output");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        await().atMost(PATIENCE).until(() -> listens(port) || !process.isAlive());
        assertThat(process.isAlive()).as(Files.readString(output)).isTrue();
        return process;
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }
}
