package io.keelson.perf;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Measures how much longer a new server takes to its first answer with an EAR of many stateless beans than with one of a single bean.
 * That is what the deployment of the others costs. The same EARs on Keelson and WildFly, each start of a server that was never started
 * before.
 */
final class EjbDeployment {
    private static final String TEMPLATE = ManyBean0000.class.getSimpleName();
    private static final String READY = "/many/ready.txt";
    private static final String APPLICATION_XML = """
            <?xml version="1.0" encoding="UTF-8"?>
            <application xmlns="https://jakarta.ee/xml/ns/jakartaee" version="10">
              <module><ejb>beans.jar</ejb></module>
              <module><web><web-uri>web.war</web-uri><context-root>/many</context-root></web></module>
            </application>
            """;

    private final StudySetup setup;

    EjbDeployment(StudySetup setup) {
        this.setup = setup;
    }

    /** Measures, and returns the table. */
    String run() throws Exception {
        int many = setup.options().number("beans");
        Map<String, List<Double>> single = new LinkedHashMap<>();
        Map<String, List<Double>> all = new LinkedHashMap<>();
        for (int round = 1; round <= setup.options().number("rounds"); round++) {
            for (String server : List.of("keelson", "wildfly")) {
                double one = start(server, 1, round);
                double more = start(server, many, round);
                single.computeIfAbsent(server, name -> new ArrayList<>()).add(one);
                all.computeIfAbsent(server, name -> new ArrayList<>()).add(more);
                System.err.printf(
                        Locale.ROOT,
                        "deploy, round %d, %s: %.2f s with one bean, %.2f s with %d%n",
                        round,
                        server,
                        one,
                        more,
                        many);
            }
        }
        StringBuilder table = new StringBuilder(String.format(
                Locale.ROOT,
                "%nFrom the start of a new server to its first answer, seconds, medians of the rounds.%n%n"
                        + "| Server | EAR with one bean | with %d | for the others |%n|---|---|---|---|%n",
                many));
        single.forEach((server, one) -> table.append(String.format(
                Locale.ROOT,
                "| %s | %.2f | %.2f | %.2f |%n",
                server,
                Statistics.median(array(one)),
                Statistics.median(array(all.getOrDefault(server, List.of()))),
                Statistics.median(difference(all.getOrDefault(server, List.of()), one)))));
        table.append(String.format(
                Locale.ROOT,
                "| keelson / wildfly | | | %s |%n",
                Statistics.ratio(
                        difference(all.getOrDefault("keelson", List.of()), single.getOrDefault("keelson", List.of())),
                        difference(all.getOrDefault("wildfly", List.of()), single.getOrDefault("wildfly", List.of())),
                        Long.parseLong(setup.options().text("seed")))));
        return table.toString();
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static double[] difference(List<Double> more, List<Double> less) {
        double[] difference = new double[more.size()];
        for (int i = 0; i < difference.length; i++) {
            difference[i] = more.get(i) - less.get(i);
        }
        return difference;
    }

    private double start(String server, int beans, int round) throws IOException, InterruptedException {
        Path in = Files.createDirectories(setup.work().resolve("deploy-" + server + '-' + beans + '-' + round));
        try (StudyServers servers = new StudyServers(in, READY)) {
            return server.equals("keelson") ? keelson(servers, in, beans) : wildfly(servers, in, beans);
        }
    }

    private double keelson(StudyServers servers, Path in, int beans) throws IOException, InterruptedException {
        int port = FreePorts.one();
        KeelsonDomain domain =
                KeelsonDomain.create(setup.distribution(), in.resolve("domain"), 0, in.resolve("create.log"));
        write(domain.directory().resolve("autodeploy/many.ear"), beans);
        return timed(
                servers,
                "keelson",
                port,
                domain.start(),
                KeelsonDomain.environment(String.join(" ", setup.jvm()) + " -Dkeelson.ListenPort=" + port));
    }

    private double wildfly(StudyServers servers, Path in, int beans) throws IOException, InterruptedException {
        int port = FreePorts.one();
        WildFlyServer base = WildFlyServer.create(setup.wildfly(), in.resolve("wildfly"));
        write(base.deployments().resolve("many.ear"), beans);
        return timed(
                servers,
                "wildfly",
                port,
                base.command(
                        setup.jvm(),
                        List.of(
                                "-Djboss.http.port=" + port,
                                "-Djboss.https.port=" + FreePorts.one(),
                                "-Djboss.management.http.port=" + FreePorts.one())),
                Map.of());
    }

    private static double timed(
            StudyServers servers, String name, int port, List<String> command, Map<String, String> environment)
            throws IOException, InterruptedException {
        long begun = System.nanoTime();
        try (ServerProcess unused = servers.start(name, port, command, environment)) {
            return (System.nanoTime() - begun) / 1e9;
        }
    }

    // ---- the EAR ---------------------------------------------------------------------------------------------------

    /** Writes an EAR with so many beans, at most 10,000, and a WAR with a page that tells that it is there. */
    static void write(Path file, int beans) throws IOException {
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream ear = new ZipOutputStream(out)) {
            entry(ear, "META-INF/application.xml", APPLICATION_XML.getBytes(StandardCharsets.UTF_8));
            entry(ear, "beans.jar", jar(beans));
            entry(ear, "web.war", war());
        }
    }

    private static byte[] war() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream war = new ZipOutputStream(bytes)) {
            entry(war, "ready.txt", "ready".getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private static byte[] jar(int beans) throws IOException {
        byte[] template;
        try (InputStream in = ManyBean0000.class.getResourceAsStream(TEMPLATE + ".class")) {
            if (in == null) {
                throw new IOException("the class file of " + TEMPLATE + " is not on the class path");
            }
            template = in.readAllBytes();
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream jar = new ZipOutputStream(bytes)) {
            for (int i = 0; i < beans; i++) {
                String name = TEMPLATE.substring(0, TEMPLATE.length() - 4) + String.format(Locale.ROOT, "%04d", i);
                entry(
                        jar,
                        ManyBean0000.class.getPackageName().replace('.', '/') + '/' + name + ".class",
                        named(template, name));
            }
        }
        return bytes.toByteArray();
    }

    /** A class file with another name in the place of the template's, which is as long: no length in the file changes. */
    private static byte[] named(byte[] template, String name) {
        return new String(template, StandardCharsets.ISO_8859_1)
                .replace(TEMPLATE, name)
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void entry(ZipOutputStream zip, String name, byte[] content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(content);
    }
}
