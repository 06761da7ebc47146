package io.keelson.perf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * A server of WildFly as it comes, with a base directory of its own.
 *
 * @param home of the distribution
 * @param base the server's own copy of {@code standalone}
 */
record WildFlyServer(Path home, Path base) {
    /** Options that WildFly's own script runs it with. */
    private static final List<String> SCRIPT = List.of(
            "-Djava.net.preferIPv4Stack=true",
            "-Djava.awt.headless=true",
            "-Djboss.modules.system.pkgs=org.jboss.byteman",
            "--add-exports=java.desktop/sun.awt=ALL-UNNAMED",
            "--add-exports=java.naming/com.sun.jndi.ldap=ALL-UNNAMED",
            "--add-exports=java.naming/com.sun.jndi.url.ldap=ALL-UNNAMED",
            "--add-exports=java.naming/com.sun.jndi.url.ldaps=ALL-UNNAMED",
            "--add-exports=jdk.naming.dns/com.sun.jndi.dns=ALL-UNNAMED",
            "--add-opens=java.base/com.sun.net.ssl.internal.ssl=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens=java.base/java.io=ALL-UNNAMED",
            "--add-opens=java.base/java.net=ALL-UNNAMED",
            "--add-opens=java.base/java.security=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
            "--add-opens=java.management/javax.management=ALL-UNNAMED",
            "--add-opens=java.naming/javax.naming=ALL-UNNAMED");

    /** Makes the base of a server. */
    static WildFlyServer create(Path home, Path base) throws IOException {
        Path standalone = home.resolve("standalone");
        try (Stream<Path> tree = Files.walk(standalone)) {
            for (Path path : tree.toList()) {
                Path target = base.resolve(standalone.relativize(path).toString());
                Files.createDirectories(target.getParent());
                Files.copy(path, target, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        Files.createDirectories(base.resolve("deployments"));
        return new WildFlyServer(home, base);
    }

    /** Returns where archives are put for it. */
    Path deployments() {
        return base.resolve("deployments");
    }

    /** Returns what starts it on loopback, in the JVM of the study. */
    List<String> command(List<String> jvm, List<String> options) {
        List<String> command = new ArrayList<>(List.of(Servers.java(), "-D[Standalone]"));
        command.addAll(jvm);
        command.addAll(SCRIPT);
        command.addAll(List.of(
                "-Dorg.jboss.boot.log.file=" + base.resolve("server.log"),
                "-Dlogging.configuration="
                        + base.resolve("configuration/logging.properties").toUri(),
                "-jar",
                home.resolve("jboss-modules.jar").toString(),
                "-mp",
                home.resolve("modules").toString(),
                "org.jboss.as.standalone",
                "-Djboss.home.dir=" + home,
                "-Djboss.server.base.dir=" + base));
        command.addAll(options);
        command.addAll(List.of("-b", "127.0.0.1"));
        return command;
    }

    /** Opens all beans of {@code standalone-full.xml} to RMI-IIOP; their names, with application and module, are served at a port. */
    void openToIiop(int port) throws IOException {
        Path file = base.resolve("configuration/standalone-full.xml");
        String text = Files.readString(file);
        String opened = text.replace(
                        "<iiop enable-by-default=\"false\" use-qualified-name=\"false\"",
                        "<iiop enable-by-default=\"true\" use-qualified-name=\"true\"")
                .replace(
                        "name=\"iiop\" interface=\"unsecure\" port=\"3528\"",
                        "name=\"iiop\" interface=\"unsecure\" port=\"" + port + "\"")
                .replace("port=\"3529\"", "port=\"" + FreePorts.one() + "\"");
        if (!opened.contains("<iiop enable-by-default=\"true\"") || !opened.contains("port=\"" + port + "\"")) {
            throw new IOException(file + " is not as it was expected: IIOP cannot be opened");
        }
        Files.writeString(file, opened);
    }

    /** For a group: what is added to the ports of {@code standalone-ha.xml}, of which the highest is below 58,000. */
    static int offset() {
        return new SplittableRandom().nextInt(1_000, 7_500);
    }

    /**
     * The options of a member of a group: {@code standalone-ha.xml}, UDP on loopback.
     *
     * @param offset of the group: of its ports, and in its multicast address
     * @param index of the member in it
     */
    List<String> ofGroup(int offset, int index) {
        return List.of(
                "-Djboss.node.name=" + base.getFileName(),
                "-Djboss.socket.binding.port-offset=" + (offset + index),
                "-Djboss.default.multicast.address=230.0." + offset % 256 + '.' + (offset / 256 + 1),
                "-c",
                "standalone-ha.xml",
                "-bprivate",
                "127.0.0.1");
    }

    /** Returns where a member of a group listens. */
    static int port(int offset, int index) {
        return 8080 + offset + index;
    }
}
