package io.keelson.system;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The rooms and who may know whom: the table of docs/design/architecture.md as data. A room may know what it names here
 * and what those know.
 */
final class Rooms {
    /** The package of each room; the longest match counts. */
    static final Map<String, List<String>> PACKAGES = Map.ofEntries(
            Map.entry("api", List.of("io.keelson.api")),
            Map.entry("base", List.of("io.keelson.base")),
            Map.entry("muxer", List.of("io.keelson.muxer")),
            Map.entry("net", List.of("io.keelson.net", "io.keelson.http")),
            Map.entry("remoting", List.of("io.keelson.remoting", "io.keelson.client")),
            Map.entry("appclient", List.of("io.keelson.appclient")),
            Map.entry("kernel", List.of("io.keelson.kernel")),
            Map.entry("balancer", List.of("io.keelson.balancer")),
            Map.entry("security", List.of("io.keelson.security")),
            Map.entry("transaction", List.of("io.keelson.resource", "io.keelson.tx")),
            Map.entry("deploy", List.of("io.keelson.deploy")),
            Map.entry("component", List.of("io.keelson.component")),
            Map.entry("servlet", List.of("io.keelson.servlet")),
            Map.entry("pages", List.of("io.keelson.pages")),
            Map.entry("conversion", List.of("io.keelson.conversion")),
            Map.entry("websocket", List.of("io.keelson.websocket")),
            Map.entry("jpa", List.of("io.keelson.ee.jpa")),
            Map.entry("ejb", List.of("io.keelson.ejb")),
            Map.entry("jms", List.of("io.keelson.jms")),
            Map.entry("cdi", List.of("io.keelson.ee.cdi")),
            Map.entry("validation", List.of("io.keelson.ee.validation")),
            Map.entry("rest", List.of("io.keelson.ee.rest")),
            Map.entry("security-part", List.of("io.keelson.ee.security")),
            Map.entry("concurrency", List.of("io.keelson.ee.concurrency")),
            Map.entry("faces", List.of("io.keelson.ee.faces")),
            Map.entry("batch", List.of("io.keelson.ee.batch")),
            Map.entry("jcache", List.of("io.keelson.ee.jcache")),
            Map.entry("connectors", List.of("io.keelson.ee.connectors")),
            Map.entry("mail", List.of("io.keelson.ee.mail")),
            Map.entry("soap", List.of("io.keelson.ee.soap")),
            Map.entry("iiop", List.of("io.keelson.ee.iiop")),
            Map.entry("amqp", List.of("io.keelson.ee.amqp")),
            Map.entry("stomp", List.of("io.keelson.ee.stomp")),
            Map.entry("microprofile", List.of("io.keelson.ee.microprofile")),
            Map.entry("opentelemetry", List.of("io.keelson.ee.opentelemetry")),
            Map.entry("cluster", List.of("io.keelson.cluster")),
            Map.entry("session", List.of("io.keelson.session")),
            Map.entry("caches", List.of("io.keelson.cache")),
            Map.entry("admin", List.of("io.keelson.admin")),
            Map.entry("testkit", List.of("io.keelson.testkit")),
            Map.entry("embedded", List.of("io.keelson.embedded")),
            Map.entry("boot", List.of("io.keelson.boot")));

    private static final Map<String, List<String>> KNOWS = Map.ofEntries(
            Map.entry("api", List.of()),
            Map.entry("base", List.of()),
            Map.entry("muxer", List.of("base")),
            Map.entry("net", List.of("muxer", "base")),
            Map.entry("remoting", List.of("net", "api")),
            Map.entry("appclient", List.of("remoting")),
            Map.entry("kernel", List.of("base", "api")),
            Map.entry("balancer", List.of("net", "kernel")),
            Map.entry("security", List.of("kernel")),
            Map.entry("transaction", List.of("kernel", "security")),
            Map.entry("deploy", List.of("kernel")),
            Map.entry("component", List.of("kernel", "security", "deploy")),
            Map.entry("servlet", List.of("net", "component")),
            Map.entry("pages", List.of("servlet")),
            Map.entry("conversion", List.of("deploy")),
            Map.entry("websocket", List.of("servlet")),
            Map.entry("jpa", List.of("component", "transaction")),
            Map.entry("ejb", List.of("component", "remoting", "transaction")),
            Map.entry("jms", List.of("kernel", "remoting", "security", "transaction")),
            Map.entry("cdi", List.of("servlet", "transaction")),
            Map.entry("validation", List.of("component")),
            Map.entry("rest", List.of("component")),
            Map.entry("security-part", List.of("servlet")),
            Map.entry("concurrency", List.of("component")),
            Map.entry("faces", List.of("component")),
            Map.entry("batch", List.of("component")),
            Map.entry("jcache", List.of("component", "caches")),
            Map.entry("connectors", List.of("component")),
            Map.entry("mail", List.of("component")),
            Map.entry("soap", List.of("servlet")),
            Map.entry("iiop", List.of("deploy", "remoting")),
            Map.entry("amqp", List.of("jms")),
            Map.entry("stomp", List.of("jms")),
            Map.entry("microprofile", List.of("servlet")),
            Map.entry("opentelemetry", List.of("servlet")),
            Map.entry("cluster", List.of("kernel")),
            Map.entry("session", List.of("servlet", "cluster", "remoting", "balancer")),
            Map.entry("caches", List.of("session")),
            Map.entry("admin", List.of("kernel", "net", "security", "deploy")),
            Map.entry("testkit", List.of("kernel", "net")),
            Map.entry("embedded", List.of("testkit", "deploy")),
            Map.entry(
                    "boot",
                    List.of(
                            "servlet",
                            "ejb",
                            "admin",
                            "transaction",
                            "jms",
                            "remoting",
                            "appclient",
                            "cluster",
                            "session",
                            "caches",
                            "balancer")));

    private Rooms() {}

    /** Returns what a room may know, itself included. */
    static Set<String> known(String room) {
        Set<String> known = new TreeSet<>();
        collect(room, known);
        return known;
    }

    /** Every room with all that it may know. */
    static Map<String, Set<String>> table() {
        Map<String, Set<String>> table = new LinkedHashMap<>();
        KNOWS.keySet().stream().sorted().forEach(room -> table.put(room, known(room)));
        return table;
    }

    private static void collect(String room, Set<String> into) {
        List<String> direct = KNOWS.get(room);
        if (direct == null) {
            throw new IllegalArgumentException("no such room: " + room);
        }
        if (into.add(room)) {
            direct.forEach(next -> collect(next, into));
        }
    }
}
