package io.keelson.boot;

import io.keelson.admin.cli.Keelson;
import io.keelson.admin.domain.Endpoint;
import io.keelson.admin.domain.ServerStatus;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.Writer;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The applications of the demo: deploys them to its cluster, as a user does, and looks whether they answer on each server of it. */
final class DemoApplications {
    private static final int OK = 200;
    private static final String SINGLETON = "singleton.war";
    private static final String CLUSTER = "cluster-1";
    private static final Duration COUNTER = Duration.ofSeconds(60);

    private final DemoDomain domain;
    private final Path archives;
    private String counterServer = "";

    /**
     * An application of the demo.
     *
     * @param archive its file in the distribution's {@code demo} directory
     * @param path where it answers
     * @param text what it is
     */
    private record Application(String archive, String path, String text) {
        static final List<Application> ALL = List.of(
                new Application(
                        "jetty-demo-jsp.war", "/jetty-demo-jsp/", "written by the Jetty project: pages, tags, EL"),
                new Application("hello.war", "/hello/", "ours: which execute thread answered"),
                new Application("chat.war", "/chat/", "ours: a chat over WebSocket; open it twice"),
                new Application("session-counter.war", "/counter/", "ours: a session that survives its server"),
                new Application(
                        "bookshop.war",
                        "/bookshop/api/books",
                        "ours: beans, entities and transactions on one database; /bookshop/api/cart is a session's"),
                new Application(
                        "orders.war",
                        "/orders/",
                        "ours: messages to a queue of the cluster, received by beans; kill a server, none is lost"),
                new Application(
                        "hello-interfaces.ear",
                        "/hello-web/rest/hello/world",
                        "ours: one bean by REST, by SOAP (/hello/Hello?wsdl), by RMI-IIOP and by the native protocol"),
                new Application(
                        "clock.ear",
                        "/clock/ticks",
                        "ours: a timer that the cluster fires once; /clock/cart is a stateful bean's"),
                new Application(SINGLETON, "/singleton/", "ours: the counter of which the cluster has one"));
    }

    /** Answer of an application: its status, and the text where that is 200. */
    private record Answer(int status, String text) {}

    DemoApplications(DemoDomain domain, Path archives) {
        this.domain = domain;
        this.archives = archives;
    }

    /** Deploys what is not there yet, or is older than this distribution, and waits until all answers. */
    void deploy(PrintStream out) throws IOException, InterruptedException {
        boolean current = current();
        if (!current) {
            out.println("Deploying " + Application.ALL.size() + " applications to the cluster " + CLUSTER + " of "
                    + DemoDomain.MANAGED + " servers ...");
        }
        for (Application application : Application.ALL) {
            if (!current || missing(application)) {
                deploy(application);
            }
        }
        for (ServerStatus server : domain.managed()) {
            for (Application application : Application.ALL) {
                String answer = awaitAnswer(url(server, application));
                if (application.archive().equals(SINGLETON)) {
                    counterServer =
                            answer.substring(answer.lastIndexOf(' ') + 1).strip();
                }
            }
        }
        Files.writeString(domain.deployedMark(), "");
    }

    private boolean missing(Application application) throws IOException {
        for (ServerStatus server : domain.managed()) {
            if (ask(url(server, application)).status() == 404) {
                return true;
            }
        }
        return false;
    }

    private void deploy(Application application) throws IOException {
        int code = Keelson.run(
                Writer.nullWriter(),
                "deploy",
                archives.resolve(application.archive()).toString(),
                "--target",
                CLUSTER,
                "--domain",
                domain.path().toString());
        if (code != 0) {
            throw new IOException(application.archive() + " was not deployed to " + CLUSTER
                    + "; if an earlier version made this demo, 'keelson demo --reset' begins anew");
        }
    }

    /** Returns whether what was deployed last is what this distribution has. */
    private boolean current() throws IOException {
        Path mark = domain.deployedMark();
        for (Application application : Application.ALL) {
            if (!Files.exists(mark)
                    || Files.getLastModifiedTime(archives.resolve(application.archive()))
                                    .compareTo(Files.getLastModifiedTime(mark))
                            > 0) {
                return false;
            }
        }
        return true;
    }

    /** The counter comes when the cluster has formed; the others answer at once. */
    private static String awaitAnswer(String url) throws IOException, InterruptedException {
        long end = System.nanoTime() + COUNTER.toNanos();
        while (true) {
            Answer answer = ask(url);
            if (answer.status() == OK) {
                return answer.text();
            }
            if (answer.status() < 500 || System.nanoTime() > end) {
                throw new IOException(url + " answers with " + answer.status() + " and not with 200");
            }
            Thread.sleep(50);
        }
    }

    private static Answer ask(String url) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(url).toURL().openConnection();
        connection.setReadTimeout(30_000);
        try {
            int status = connection.getResponseCode();
            if (status != OK) {
                return new Answer(status, "");
            }
            try (InputStream in = connection.getInputStream()) {
                return new Answer(status, new String(in.readAllBytes(), StandardCharsets.UTF_8).strip());
            }
        } finally {
            connection.disconnect();
        }
    }

    private static String url(ServerStatus server, Application application) throws IOException {
        return address(server).url() + application.path();
    }

    private static Endpoint address(ServerStatus server) throws IOException {
        Endpoint address = server.address();
        if (address == null) {
            throw new IOException("the server " + server.name() + " is " + server.state() + " and has no address");
        }
        return address;
    }

    /** The server that has the counter. */
    String counterServer() {
        return counterServer;
    }

    /** Returns what there is to look at, on the first server. */
    List<String> shown() throws IOException {
        ServerStatus first = domain.managed().get(0);
        List<String> lines = new ArrayList<>();
        for (Application application : Application.ALL) {
            lines.add(String.format(Locale.ROOT, "  %-42s %s", url(first, application), application.text()));
        }
        return lines;
    }

    /** Returns where the load balancer is. */
    String balancer() throws IOException {
        return address(domain.balancer()).url() + "/counter/";
    }

    /** Returns where the others are. */
    List<String> otherAddresses() throws IOException {
        List<String> addresses = new ArrayList<>();
        for (ServerStatus server : domain.managed()) {
            addresses.add(address(server).url() + "/");
        }
        return addresses.subList(1, addresses.size());
    }
}
