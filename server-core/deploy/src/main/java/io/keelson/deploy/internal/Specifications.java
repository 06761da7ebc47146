package io.keelson.deploy.internal;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The names of interfaces by the packages of their classes, and the descriptors that belong to other servers. Immutable. */
final class Specifications {
    /** From special to general: the first that fits counts. */
    private static final List<Map.Entry<String, String>> BY_PACKAGE = List.of(
            Map.entry("jakarta.annotation.", "Jakarta Annotations"),
            Map.entry("jakarta.activation.", "Jakarta Activation"),
            Map.entry("jakarta.batch.", "Jakarta Batch"),
            Map.entry("jakarta.data.", "Jakarta Data"),
            Map.entry("jakarta.ejb.", "Jakarta Enterprise Beans"),
            Map.entry("jakarta.el.", "Jakarta Expression Language"),
            Map.entry("jakarta.enterprise.concurrent.", "Jakarta Concurrency"),
            Map.entry("jakarta.enterprise.", "Jakarta CDI"),
            Map.entry("jakarta.decorator.", "Jakarta CDI"),
            Map.entry("jakarta.faces.", "Jakarta Faces"),
            Map.entry("jakarta.inject.", "Jakarta Dependency Injection"),
            Map.entry("jakarta.interceptor.", "Jakarta Interceptors"),
            Map.entry("jakarta.jms.", "Jakarta Messaging"),
            Map.entry("jakarta.json.bind.", "Jakarta JSON Binding"),
            Map.entry("jakarta.json.", "Jakarta JSON Processing"),
            Map.entry("jakarta.jws.", "Jakarta XML Web Services"),
            Map.entry("jakarta.mail.", "Jakarta Mail"),
            Map.entry("jakarta.mvc.", "Jakarta MVC"),
            Map.entry("jakarta.nosql.", "Jakarta NoSQL"),
            Map.entry("jakarta.persistence.", "Jakarta Persistence"),
            Map.entry("jakarta.resource.", "Jakarta Connectors"),
            Map.entry("jakarta.security.auth.message.", "Jakarta Authentication"),
            Map.entry("jakarta.security.enterprise.", "Jakarta Security"),
            Map.entry("jakarta.security.jacc.", "Jakarta Authorization"),
            Map.entry("jakarta.servlet.jsp.", "Jakarta Pages"),
            Map.entry("jakarta.servlet.", "Jakarta Servlet"),
            Map.entry("jakarta.transaction.", "Jakarta Transactions"),
            Map.entry("jakarta.validation.", "Jakarta Validation"),
            Map.entry("jakarta.websocket.", "Jakarta WebSocket"),
            Map.entry("jakarta.ws.rs.", "Jakarta REST"),
            Map.entry("jakarta.xml.bind.", "Jakarta XML Binding"),
            Map.entry("jakarta.xml.soap.", "Jakarta SOAP with Attachments"),
            Map.entry("jakarta.xml.ws.", "Jakarta XML Web Services"),
            Map.entry("org.eclipse.microprofile.config.", "MicroProfile Config"),
            Map.entry("org.eclipse.microprofile.health.", "MicroProfile Health"),
            Map.entry("org.eclipse.microprofile.rest.client.", "MicroProfile REST Client"),
            Map.entry("org.eclipse.microprofile.jwt.", "MicroProfile JWT Authentication"),
            Map.entry("org.eclipse.microprofile.auth.", "MicroProfile JWT Authentication"),
            Map.entry("org.eclipse.microprofile.faulttolerance.", "MicroProfile Fault Tolerance"),
            Map.entry("org.eclipse.microprofile.openapi.", "MicroProfile OpenAPI"),
            Map.entry("org.eclipse.microprofile.metrics.", "MicroProfile Metrics"),
            Map.entry("org.eclipse.microprofile.", "MicroProfile"),
            Map.entry("io.opentelemetry.", "OpenTelemetry"),
            Map.entry("io.keelson.api.", "Keelson's own interfaces"),
            Map.entry("org.jboss.logging.", "JBoss Logging"));

    /** Packages of interfaces of a Jakarta EE server or of the server that an application was written for. */
    private static final List<String> OF_SERVERS = List.of(
            "jakarta.",
            "javax.ejb.",
            "javax.servlet.",
            "javax.ws.rs.",
            "javax.persistence.",
            "javax.enterprise.",
            "javax.jms.",
            "javax.faces.",
            "org.eclipse.microprofile.",
            "org.jboss.",
            "org.wildfly.",
            "io.undertow.",
            "weblogic.",
            "com.ibm.",
            "io.openliberty.",
            "org.glassfish.",
            "com.sun.enterprise.",
            "com.sun.faces.",
            "com.sun.appserv.",
            "fish.payara.",
            "org.apache.catalina.",
            "org.apache.tomee.",
            "org.apache.openejb.",
            "org.eclipse.jetty.",
            "org.omg.",
            "oracle.");

    private static final List<String> DIRECTORIES = List.of("META-INF/", "WEB-INF/");

    /** Readers report these with what they took, or say it in docs/manual/weblogic-xml.md. */
    private static final List<String> READ_WHOLE =
            List.of("weblogic.xml", "weblogic-application.xml", "weblogic-ejb-jar.xml", "weblogic-cmp-rdbms-jar.xml");

    private Specifications() {}

    /** The interface to which a class belongs; empty where it is an application's own or a library's. */
    static Optional<String> of(String className) {
        return BY_PACKAGE.stream()
                .filter(entry -> className.startsWith(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** Returns true if a class is a server's matter rather than a library's. */
    static boolean isOfServers(String className) {
        return OF_SERVERS.stream().anyMatch(className::startsWith)
                || of(className).isPresent();
    }

    /** Returns true if a file is a descriptor for another server. */
    static boolean isForeign(String path) {
        int slash = path.lastIndexOf('/');
        return DIRECTORIES.contains(path.substring(0, slash + 1))
                && path.substring(slash + 1)
                        .matches("(jboss|wildfly|ibm|glassfish|sun|payara|weblogic|geronimo|openejb|tomee)-.+\\.xml|"
                                + "weblogic\\.xml|openejb-jar\\.xml|resources\\.xml|.+-(ds|jms)\\.xml");
    }

    /** Returns true if a reader of this server takes all of a descriptor that it can. */
    static boolean isReadWhole(String path) {
        return READ_WHOLE.contains(path.substring(path.lastIndexOf('/') + 1));
    }
}
