package io.keelson.deploy.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.Deployer.State;
import io.keelson.deploy.explain.Explanation;
import io.keelson.deploy.explain.Explanation.Lookup;
import io.keelson.deploy.explain.Explanation.Standing;
import io.keelson.deploy.internal.store.Step;
import io.keelson.deploy.spi.BoundNames;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.ForeignDescriptors;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Explanations of archives that are not deployed. */
class ExplainTest {
    private static final String PART = """
            name = store
            exports = jakarta.persistence.*
            suppressed-by = store.Own
            needed-by-files = META-INF/persistence.xml
            needed-by-described-resources = java.lang.SafeVarargs
            """;

    private static final String USER = """
            package shop;
            @jakarta.persistence.Entity
            public class Order {
                static { if (true) throw new IllegalStateException("this class must not be initialised"); }
                static final String A = "java:jboss/datasources/ExampleDS";
                Object a() { return A; }
                Object b() { return "jdbc/__default"; }
                Object c() { return "java:comp/env/own"; }
                org.jboss.as.Vanished d() { return null; }
            }
            """;

    private static final String RESOURCE = """
            package jakarta.annotation;
            @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
            public @interface Resource { String name() default ""; String lookup() default ""; }
            """;

    private static final String LOOKUPS = """
            package shop;
            import jakarta.annotation.Resource;
            public class Lookups {
                @Resource(lookup = "jdbc/orders") Object bound;
                @Resource(lookup = "jdbc/odrers") Object misspelt;
                @Resource(lookup = "java:jboss/datasources/stock") Object translated;
                @Resource(lookup = "java:global/owned") Object own;
                @Resource(lookup = "java:app/x") Object ofApplication;
                @Resource(lookup = "http://localhost/") Object url;
                @Resource(name = "x") Object reference;
            }
            """;

    @TempDir
    Path directory;

    private URLClassLoader flat;
    private Server server;
    private DeploymentException refusal;
    private BoundNames names;

    @BeforeEach
    void start() throws Exception {
        Path jar = new WarFile().text("META-INF/keelson/part.properties", PART).write(directory.resolve("part.jar"));
        flat = new URLClassLoader(new URL[] {jar.toUri().toURL()}, ExplainTest.class.getClassLoader());
        server = new Server(directory.resolve("server"), Step.NONE, flat);
        server.contributors.add(new Contributor() {
            @Override
            public String name() {
                return "reader";
            }

            @Override
            public void descriptors(Deployment deployment) throws DeploymentException {
                if (names != null) {
                    deployment.attach(BoundNames.class, names);
                }
                if (refusal != null) {
                    throw refusal;
                }
                ForeignDescriptors.of(deployment)
                        .read("WEB-INF/jboss-web.xml", List.of("context root /x"), List.of("valve"));
            }

            @Override
            public void prepare(Deployment deployment) {
                throw new AssertionError("an explanation ends before");
            }
        });
    }

    @AfterEach
    void close() throws Exception {
        flat.close();
    }

    private WarFile war() {
        var classes = Sources.compile(
                Map.of("shop.Order", USER, "org.jboss.as.Vanished", "package org.jboss.as; public class Vanished {}"));
        return new WarFile()
                .bytes("WEB-INF/classes/shop/Order.class", classes.get("shop/Order.class"))
                .text("WEB-INF/jboss-web.xml", "<jboss-web/>")
                .text("WEB-INF/jboss-deployment-structure.xml", "<jboss-deployment-structure/>")
                .text("WEB-INF/weblogic.xml", "<weblogic-web-app/>");
    }

    @Test
    void saysThatAPartIsUsedSinceResourcesAreDescribed() throws Exception {
        Path file = new WarFile()
                .classes(
                        "shop.Rates",
                        "package shop; public class Rates { @SafeVarargs static <T> void of(T... all) {} }")
                .write(directory.resolve("rates.war"));
        assertThat(server.deployer
                        .explain("rates", file, "/r", "")
                        .modules()
                        .get(0)
                        .uses())
                .isEmpty();

        Server describing = new Server(directory.resolve("describing"), Step.NONE, flat, true);
        assertThat(describing
                        .deployer
                        .explain("rates", file, "/r", "")
                        .modules()
                        .get(0)
                        .uses())
                .singleElement()
                .satisfies(use -> assertThat(use.because())
                        .startsWith("shop.Rates.of")
                        .endsWith(" has @java.lang.SafeVarargs, and deployment.describe-resources is on"));
    }

    @Test
    void saysWhatIsUsedMissingAndRead() throws Exception {
        Path file = war().text("WEB-INF/classes/META-INF/persistence.xml", "<persistence/>")
                .write(directory.resolve("shop.war"));
        Explanation explanation = server.deployer.explain("shop", file, "/s", "");
        assertThat(explanation.problem()).isNull();
        assertThat(explanation.converted()).isNull();
        Explanation.Module module = explanation.modules().get(0);
        assertThat(module.contextRoot()).isEqualTo("/s");
        assertThat(module.uses())
                .containsExactly(new Explanation.Use(
                        "Jakarta Persistence",
                        "the part 'store' of this server",
                        "shop.Order refers to jakarta.persistence.Entity"));
        assertThat(module.missing())
                .containsExactly(new Explanation.Missing(
                        "org.jboss.as.Vanished",
                        "shop.Order",
                        "the application is made to run inside WildFly or JBoss EAP"));
        assertThat(module.descriptors())
                .containsExactly(
                        new Explanation.Descriptor(
                                "WEB-INF/jboss-deployment-structure.xml", true, List.of(), List.of()),
                        new Explanation.Descriptor(
                                "WEB-INF/jboss-web.xml", true, List.of("context root /x"), List.of("valve")),
                        new Explanation.Descriptor("WEB-INF/weblogic.xml", true, List.of(), List.of()));
        assertThat(module.names())
                .containsExactly(
                        new Explanation.Name(
                                "java:jboss/datasources/ExampleDS",
                                "shop.Order",
                                List.of(
                                        "java:comp/DefaultDataSource",
                                        "ExampleDS",
                                        "jdbc/ExampleDS",
                                        "datasources/ExampleDS",
                                        "jboss/datasources/ExampleDS")),
                        new Explanation.Name(
                                "jdbc/__default",
                                "shop.Order",
                                List.of("java:comp/DefaultDataSource", "java:jdbc/__default")));
    }

    /** Names in {@code jdbc} and of the application, in a server that has {@code jdbc/orders} and {@code jdbc/stock}. */
    @Test
    void saysWhichNamesThatAreLookedUpAreThere() throws Exception {
        names = new BoundNames() {
            @Override
            public Set<String> beside(String name) {
                return name.startsWith("jdbc/") ? Set.of("orders", "stock") : Set.of();
            }

            @Override
            public boolean translates() {
                return true;
            }
        };
        Map<String, byte[]> classes =
                Sources.compile(Map.of("shop.Lookups", LOOKUPS, "jakarta.annotation.Resource", RESOURCE));
        Path file = new WarFile()
                .bytes("WEB-INF/classes/shop/Lookups.class", classes.get("shop/Lookups.class"))
                .text(
                        "WEB-INF/classes/META-INF/persistence.xml",
                        "<persistence><!-- <jta-data-source>jdbc/old</jta-data-source> --><persistence-unit name='u'>"
                                + "<jta-data-source> eis/none </jta-data-source></persistence-unit></persistence>")
                .text(
                        "WEB-INF/web.xml",
                        "<web-app><data-source><description>d</description><name>java:global/owned</name></data-source>"
                                + "</web-app>")
                .write(directory.resolve("names.war"));

        assertThat(server.deployer
                        .explain("names", file, "/n", "")
                        .modules()
                        .get(0)
                        .lookups())
                .containsExactly(
                        new Lookup("eis/none", "WEB-INF/classes/META-INF/persistence.xml", Standing.MISSING, ""),
                        new Lookup("java:app/x", "shop.Lookups", Standing.OWN, ""),
                        new Lookup("java:global/owned", "shop.Lookups", Standing.OWN, ""),
                        new Lookup("java:jboss/datasources/stock", "shop.Lookups", Standing.TRANSLATED, "jdbc/stock"),
                        new Lookup("jdbc/odrers", "shop.Lookups", Standing.MISSING, "jdbc/orders"),
                        new Lookup("jdbc/orders", "shop.Lookups", Standing.BOUND, ""));
    }

    @Test
    void leavesNothingAndDisturbsNothing() throws Exception {
        server.deployer.explain("shop", war().write(directory.resolve("shop.war")), null, "");
        assertThat(server.deployer.applications()).isEmpty();
        assertThat(server.workManagers.open).isEmpty();
        assertThat(directory.resolve("server/tmp")).isEmptyDirectory();
        assertThat(directory.resolve("server/deployments/records")).isEmptyDirectory();
        assertThat(directory.resolve("server/deployments/content")).isEmptyDirectory();
    }

    @Test
    void namesThePartThatNothingAsksFor() throws Exception {
        Path file = war().write(directory.resolve("shop.war"));
        assertThat(server.deployer
                        .explain("shop", file, null, "")
                        .modules()
                        .get(0)
                        .missing())
                .anySatisfy(missing -> {
                    assertThat(missing.className()).isEqualTo("jakarta.persistence.Entity");
                    assertThat(missing.meaning()).startsWith("the part 'store' of this server has it");
                });
    }

    @Test
    void explainsWhyItWouldBeRefused() throws Exception {
        refusal = new DeploymentException("WEB-INF/web.xml:3:5: wrong");
        Explanation explanation = server.deployer.explain("shop", war().write(directory.resolve("shop.war")), null, "");
        assertThat(explanation.problem()).isEqualTo("WEB-INF/web.xml:3:5: wrong");
        assertThat(explanation.modules()).isEmpty();
        assertThat(directory.resolve("server/deployments/content")).isEmptyDirectory();
    }

    @Test
    void refusesWhatIsNoArchive() {
        Path none = directory.resolve("none.war");
        assertThatThrownBy(() -> server.deployer.explain("shop", none, null, ""))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("there is no archive or directory");
        assertThatThrownBy(() -> server.deployer.explain("a/b", none, null, ""))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("not a name for an application");
        assertThat(server.deployer.applications()).noneMatch(each -> each.state() == State.RUNNING);
    }

    @Test
    void saysWhatWouldBeConverted() throws Exception {
        refusal = null;
        Path file = new WarFile()
                .bytes("WEB-INF/classes/a.jsp", "<%@ page import=\"javax.servlet.http.HttpSession\" %>".getBytes())
                .write(directory.resolve("old.war"));
        assertThat(server.deployer.explain("old", file, null, "").converted()).startsWith("classes: 0, texts: ");
    }
}
