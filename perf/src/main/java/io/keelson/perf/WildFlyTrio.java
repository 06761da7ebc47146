package io.keelson.perf;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

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
    private final int offset = WildFlyServer.offset();

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
            archive(
                    WildFlyServer.create(wildfly, work().resolve(server))
                            .deployments()
                            .resolve("journal.war"),
                    Map.of(
                            "META-INF/singleton-deployment.xml",
                            SINGLETON,
                            "WEB-INF/web.xml",
                            String.format(Locale.ROOT, WEB_XML, SingletonListener.class.getName())),
                    "WEB-INF/classes/",
                    SingletonListener.class);
        }
    }

    @Override
    ProcessBuilder command(String server) {
        List<String> options = new ArrayList<>(jvm);
        options.add("-Dperf.journal=" + journal());
        WildFlyServer of = new WildFlyServer(wildfly, work().resolve(server));
        return new ProcessBuilder(
                of.command(options, of.ofGroup(offset, servers().indexOf(server))));
    }
}
