package io.keelson.perf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Calls of stateful beans of two servers that are a cluster, of the same WARs on Keelson and WildFly: without a copy of the state on the
 * other server, and with one. Each thread of the client has a bean of its own; all beans are on the first server.
 */
final class EjbStateful {
    /** Name of the application without a copy: its bean is not passivation-capable, which both servers take for that. */
    private static final String LOCAL = "local";

    private static final String COPIED = "copied";

    private static final String EJB_JAR = """
            <?xml version="1.0" encoding="UTF-8"?>
            <ejb-jar xmlns="https://jakarta.ee/xml/ns/jakartaee" version="4.0">
              <enterprise-beans>
                <session>
                  <ejb-name>Cart</ejb-name>
                  <business-remote>%s</business-remote>
                  <ejb-class>%s</ejb-class>
                  <session-type>Stateful</session-type>
                  <passivation-capable>%s</passivation-capable>
                </session>
              </enterprise-beans>
            </ejb-jar>
            """;

    private final StudySetup setup;

    EjbStateful(StudySetup setup) {
        this.setup = setup;
    }

    /** Measures, adds both cells to the report, and returns what is kept with a copy. */
    String run(RemoteReport report) throws Exception {
        Map<String, Map<String, List<RemoteSample>>> cells = new LinkedHashMap<>();
        for (int round = 1; round <= setup.options().number("rounds"); round++) {
            for (String server : List.of("keelson", "wildfly")) {
                try (SessionPair pair = pair(server, setup.work().resolve("stateful-" + server + '-' + round))) {
                    for (String cell : List.of(LOCAL, COPIED)) {
                        RemoteSample sample = turn(pair, cell);
                        cells.computeIfAbsent(cell, name -> new LinkedHashMap<>())
                                .computeIfAbsent(server, name -> new ArrayList<>())
                                .add(sample);
                        System.err.printf(
                                Locale.ROOT,
                                "stateful, %s, round %d, %s: %.0f calls/s, %d failures%n",
                                cell,
                                round,
                                server,
                                sample.callsPerSecond(),
                                sample.failures());
                    }
                }
            }
        }
        cells.forEach((cell, samples) -> report.add("stateful " + cell, samples));
        return kept(cells.getOrDefault(LOCAL, Map.of()), cells.getOrDefault(COPIED, Map.of()));
    }

    private String kept(Map<String, List<RemoteSample>> local, Map<String, List<RemoteSample>> copied) {
        StringBuilder table = new StringBuilder(
                "\nStateful beans with 1 KiB of state: calls/s with a copy on another server, of those without."
                        + "\n\n| Server | kept |\n|---|---|\n");
        copied.forEach((server, turns) -> table.append(String.format(
                Locale.ROOT,
                "| %s | %s |%n",
                server,
                Statistics.ratio(
                        rates(turns),
                        rates(local.getOrDefault(server, List.of())),
                        Long.parseLong(setup.options().text("seed"))))));
        return table.toString();
    }

    private static double[] rates(List<RemoteSample> turns) {
        return turns.stream().mapToDouble(RemoteSample::callsPerSecond).toArray();
    }

    private SessionPair pair(String server, Path in) throws IOException, InterruptedException {
        Files.createDirectories(in);
        List<String> archives = List.of(LOCAL, COPIED);
        return server.equals("keelson")
                ? SessionPair.keelson(setup.distribution(), in, setup.jvm(), archives, domain -> {}, EjbStateful::write)
                : SessionPair.wildfly(
                        setup.wildfly(), in, setup.jvm(), archives, EjbStateful::write, "/copied/ready.txt");
    }

    private static void write(Path war, String cell) throws IOException {
        Trio.archive(
                war,
                Map.of(
                        "ready.txt",
                        "ready",
                        "WEB-INF/ejb-jar.xml",
                        String.format(
                                Locale.ROOT,
                                EJB_JAR,
                                EjbCart.class.getName(),
                                EjbCartBean.class.getName(),
                                cell.equals(COPIED))),
                "WEB-INF/classes/",
                EjbCart.class,
                EjbCartBean.class);
    }

    private RemoteSample turn(SessionPair pair, String cell) throws IOException, InterruptedException {
        ServerProcess first = pair.servers().get(0);
        boolean ours = pair.name().equals("keelson");
        return ClientTurn.run(
                first,
                setup.work(),
                List.of((ours
                                ? setup.distribution().resolve("client/keelson-client.jar")
                                : setup.wildfly().resolve("bin/client/jboss-client.jar"))
                        .toString()),
                RemoteLoad.class,
                List.of(
                        ours
                                ? "io.keelson.client.ContextFactory"
                                : "org.wildfly.naming.client.WildFlyInitialContextFactory",
                        (ours ? "keelson://127.0.0.1:" : "remote+http://127.0.0.1:") + first.port(),
                        "ejb:/" + cell + "/Cart!" + EjbCart.class.getName() + RemoteLoad.STATEFUL,
                        setup.options().text("threads"),
                        "0",
                        "0",
                        setup.options().text("warm-up"),
                        setup.options().text("seconds")));
    }
}
