package io.keelson.perf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Three servers of WildFly as it comes, with {@code standalone-ha.xml} (UDP) on loopback; the service is a singleton deployment. */
final class WildFlyTrio extends Trio {
    private static final String SINGLETON = "<singleton-deployment xmlns=\"urn:jboss:singleton-deployment:1.0\"/>\n";
    private static final String WEB_XML = """
            <?xml version="1.0" encoding="UTF-8"?>
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0" metadata-complete="true">
              <listener><listener-class>%s</listener-class></listener>
            </web-app>
            """;

    private final Path wildfly;
    private final List<String> jvm;
    private final int offset = new SplittableRandom().nextInt(10_000, 20_000);

    WildFlyTrio(Path wildfly, Path work, List<String> jvm) throws IOException {
        super("wildfly", work);
        this.wildfly = wildfly;
        this.jvm = jvm;
    }

    @Override
    List<String> servers() {
        return List.of("node-1", "node-2", "node-3");
    }

    @Override
    String started() {
        return "WFLYSRV0025";
    }

    @Override
    void prepare() throws IOException {
        for (String server : servers()) {
            Path base = work().resolve(server);
            RemotingStudy.copy(wildfly.resolve("standalone"), base);
            archive(
                    Files.createDirectories(base.resolve("deployments")).resolve("journal.war"),
                    Map.of(
                            "META-INF/singleton-deployment.xml",
                            SINGLETON,
                            "WEB-INF/web.xml",
                            WEB_XML.formatted(SingletonListener.class.getName())),
                    "WEB-INF/classes/",
                    SingletonListener.class);
        }
    }

    @Override
    ProcessBuilder command(String server) {
        Path base = work().resolve(server);
        List<String> command = new ArrayList<>(List.of(Servers.java(), "-D[Standalone]"));
        command.addAll(jvm);
        command.addAll(RemotingStudy.WILDFLY_JVM);
        command.addAll(List.of(
                "-Dperf.journal=" + journal(),
                "-Dorg.jboss.boot.log.file=" + base.resolve("server.log"),
                "-Dlogging.configuration="
                        + base.resolve("configuration/logging.properties").toUri(),
                "-jar",
                wildfly.resolve("jboss-modules.jar").toString(),
                "-mp",
                wildfly.resolve("modules").toString(),
                "org.jboss.as.standalone",
                "-Djboss.home.dir=" + wildfly,
                "-Djboss.server.base.dir=" + base,
                "-Djboss.node.name=" + server,
                "-Djboss.socket.binding.port-offset=" + (offset + servers().indexOf(server)),
                "-Djboss.default.multicast.address=230.0." + offset % 256 + '.' + (offset / 256 + 1),
                "-c",
                "standalone-ha.xml",
                "-b",
                "127.0.0.1",
                "-bprivate",
                "127.0.0.1"));
        return new ProcessBuilder(command);
    }
}
