package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A singleton service and its caller as they were written for WebLogic, on two servers: the class in the domain's library, and in the
 * utility jar of an EAR with {@code weblogic-application.xml}.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Tag("whole")
class WebLogicSingletonSystemIT {
    private static final String[] ALL = {"AdminServer", "server-1", "server-2"};
    private static final Path API = LiveServer.HOME.resolve("client/keelson-weblogic-api.jar");

    /** What {@code javax.servlet} has of what the caller uses; an application for Java EE brings none of it. */
    private static final Map<String, String> JAVAX = Map.of(
            "http/HttpServlet",
            "package javax.servlet.http; public abstract class HttpServlet implements java.io.Serializable {"
                    + " protected void doGet(HttpServletRequest q, HttpServletResponse r)"
                    + " throws javax.servlet.ServletException, java.io.IOException {} }",
            "http/HttpServletRequest",
            "package javax.servlet.http; public interface HttpServletRequest extends javax.servlet.ServletRequest {}",
            "http/HttpServletResponse",
            "package javax.servlet.http; public interface HttpServletResponse extends javax.servlet.ServletResponse {}",
            "ServletRequest",
            "package javax.servlet; public interface ServletRequest { String getParameter(String name); }",
            "ServletResponse",
            "package javax.servlet; public interface ServletResponse { java.io.PrintWriter getWriter() throws java.io.IOException; }",
            "ServletException",
            "package javax.servlet; public class ServletException extends Exception { public ServletException(Throwable e) { super(e); } }",
            "annotation/WebServlet",
            "package javax.servlet.annotation;"
                    + " @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)"
                    + " public @interface WebServlet { String[] value(); }");

    @TempDir
    private Path parent;

    private byte[] service;
    private Path serviceClasses;

    @BeforeEach
    void compile() throws Exception {
        serviceClasses = parent.resolve("service-classes");
        service = WarFile.ofLibrary("value", serviceClasses, API).packed();
    }

    /** The caller, for Jakarta EE or as its author has written it for Java EE. */
    private byte[] web(boolean javax) throws Exception {
        Path sources = Files.createDirectories(parent.resolve("web-sources-" + javax));
        String text = Files.readString(Path.of(WebLogicSingletonSystemIT.class
                .getResource("/services/value-web/samples/ValueServlet.java")
                .toURI()));
        Files.writeString(sources.resolve("ValueServlet.java"), javax ? text.replace("jakarta.", "javax.") : text);
        if (javax) {
            for (Map.Entry<String, String> each : JAVAX.entrySet()) {
                Path file = sources.resolve("javax/servlet/" + each.getKey() + ".java");
                Files.createDirectories(file.getParent());
                Files.writeString(file, each.getValue());
            }
        }
        WarFile compiled =
                WarFile.ofCompiled(sources, parent.resolve("web-" + javax), "WEB-INF/classes/", serviceClasses);
        WarFile war = new WarFile();
        compiled.entries().forEach((name, bytes) -> {
            if (name.startsWith("WEB-INF/classes/samples/")) {
                war.bytes(name, bytes);
            }
        });
        return war.packed();
    }

    private static void cli(LiveDomain domain, String... words) {
        LiveServer.Said said = domain.cli(words);
        assertThat(said.exit()).as(said.text()).isZero();
    }

    private static void awaitSays(LiveDomain domain, String server, String path, String says) {
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(domain.ask(server, "GET", path)).isEqualTo(says));
    }

    /** As the author tried it: adds on one server, looks on the other, ends the server that has it. */
    private static void tried(LiveDomain domain, String owner, String other) throws Exception {
        domain.awaitSaid(owner, "activate triggered", "Object now bound in JNDI at ValueService");
        awaitSays(domain, other, "/value/value?name=World", "Hello World, my value is 5");
        assertThat(domain.ask(other, "GET", "/value/value?add=8")).isEqualTo("13");
        awaitSays(domain, owner, "/value/value?name=World", "Hello World, my value is 13");
        domain.process(owner).destroy();
        domain.awaitSaid(owner, "deactivate triggered");
        domain.awaitSaid(other, "activate triggered");
        awaitSays(domain, other, "/value/value?name=World", "Hello World, my value is 5");
    }

    @Test
    void aClassInTheLibraryOfTheDomainIsRegisteredForTheCluster() throws Exception {
        Path war = Files.write(parent.resolve("value.war"), web(false));
        try (LiveDomain domain = LiveDomain.create(parent, 2)) {
            Path library = Files.createDirectories(domain.directory().resolve("lib"));
            Files.write(library.resolve("value-service.jar"), service);
            domain.launch("AdminServer");
            domain.awaitRunning("AdminServer");
            cli(domain, "config", "set", "clusters.cluster-1.migration-basis", "consensus");
            cli(domain, "config", "set", "singleton-services.value.class-name", "samples.ValueService");
            cli(domain, "config", "set", "singleton-services.value.user-preferred-server", "server-2");
            cli(domain, "config", "activate");
            // Who runs already would have to be restarted for it.
            domain.launch("server-1", "server-2");
            domain.awaitRunning("server-1", "server-2");
            cli(domain, "deploy", war.toString(), "--target", "cluster-1");
            tried(domain, "server-2", "server-1");
        }
    }

    @Test
    void anEarForJavaEeBringsItInItsUtilityJar() throws Exception {
        Path ear = Files.write(
                parent.resolve("value.ear"),
                new WarFile()
                        .bytes("value.war", web(true))
                        .bytes("lib/value-service.jar", service)
                        .bytes("lib/weblogic-api.jar", Files.readAllBytes(API))
                        .text(
                                "META-INF/weblogic-application.xml",
                                "<weblogic-application xmlns=\"http://xmlns.oracle.com/weblogic/weblogic-application\">"
                                        + "<singleton-service><class-name>samples.ValueService</class-name>"
                                        + "<name>value</name></singleton-service></weblogic-application>")
                        .packed());
        try (LiveDomain domain = LiveDomain.create(parent, 2)) {
            domain.launch(ALL);
            domain.awaitRunning(ALL);
            cli(domain, "deploy", ear.toString(), "--target", "cluster-1");
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> domain.manage("AdminServer", "singletons")
                            .body()
                            .contains("\"name\":\"value\",\"state\":\"ACTIVE\""));
            boolean first = domain.output("server-1").contains("activate triggered");
            tried(domain, first ? "server-1" : "server-2", first ? "server-2" : "server-1");
        }
    }
}
