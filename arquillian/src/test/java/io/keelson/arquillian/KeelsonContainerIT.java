package io.keelson.arquillian;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jboss.arquillian.container.spi.client.container.DeploymentException;
import org.jboss.arquillian.container.spi.client.container.LifecycleException;
import org.jboss.arquillian.container.spi.client.protocol.metadata.HTTPContext;
import org.jboss.arquillian.container.spi.client.protocol.metadata.ProtocolMetaData;
import org.jboss.arquillian.container.spi.client.protocol.metadata.Servlet;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.EnterpriseArchive;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The adapter by itself: one managed server, and a remote adapter on the same server. */
class KeelsonContainerIT {
    @TempDir
    static Path directory;

    private static final KeelsonContainer MANAGED = new KeelsonContainer();
    private static final KeelsonContainer REMOTE = new KeelsonContainer();

    @BeforeAll
    static void start() throws Exception {
        Path users = Files.writeString(directory.resolve("users"), "# for tests\nann:a pass phrase:Clerk,Boss\n");
        Path yaml = Files.writeString(directory.resolve("small.yaml"), "name: small\nservers:\n  AdminServer: {}\n");
        KeelsonConfiguration managed = managed(directory.resolve("domain"));
        managed.setUsers(users.toString());
        managed.setConfiguration(yaml.toString());
        managed.validate();
        MANAGED.setup(managed);
        MANAGED.start();
        KeelsonConfiguration remote = new KeelsonConfiguration();
        remote.setMode("remote");
        remote.setDomain(directory.resolve("domain").toString());
        remote.validate();
        REMOTE.setup(remote);
        REMOTE.start();
    }

    @AfterAll
    static void stop() throws Exception {
        REMOTE.stop();
        MANAGED.stop();
        assertThat(ServerRecord.running(directory.resolve("domain"))).isEmpty();
    }

    private static KeelsonConfiguration managed(Path domain) {
        KeelsonConfiguration configuration = new KeelsonConfiguration();
        configuration.setDomain(domain.toString());
        return configuration;
    }

    private static WebArchive greeting(String name) {
        return ShrinkWrap.create(WebArchive.class, name).addClass(Greeting.class);
    }

    private static URI base(ProtocolMetaData data) {
        return data.getContexts(HTTPContext.class)
                .iterator()
                .next()
                .getServlets()
                .get(0)
                .getBaseURI();
    }

    @Test
    void usersOfTheFileHaveTheirGroupsAsRoles() throws Exception {
        WebArchive archive = greeting("guarded.war").setWebXML(new StringAsset("""
                        <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1">
                          <security-constraint>
                            <web-resource-collection>
                              <web-resource-name>all</web-resource-name><url-pattern>/*</url-pattern>
                            </web-resource-collection>
                            <auth-constraint><role-name>Clerk</role-name></auth-constraint>
                          </security-constraint>
                          <login-config><auth-method>BASIC</auth-method></login-config>
                          <security-role><role-name>Clerk</role-name></security-role>
                        </web-app>"""));
        URI greeting = base(MANAGED.deploy(archive)).resolve("greeting");
        String credentials = Base64.getEncoder().encodeToString("ann:a pass phrase".getBytes(StandardCharsets.UTF_8));
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(greeting)
                                .header("Authorization", "Basic " + credentials)
                                .build(),
                        BodyHandlers.ofString());
        assertThat(answer.body()).isEqualTo("hello from /guarded, user ann, a clerk");
        MANAGED.undeploy(archive);
        assertThat(HttpClient.newHttpClient()
                        .send(HttpRequest.newBuilder(greeting).build(), BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void archivesAreDeployedSideBySide() throws Exception {
        List<WebArchive> archives = new ArrayList<>();
        List<CompletableFuture<ProtocolMetaData>> deployments = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            WebArchive archive = greeting("side-" + i + ".war");
            KeelsonContainer container = i % 2 == 0 ? MANAGED : REMOTE;
            archives.add(archive);
            deployments.add(CompletableFuture.supplyAsync(() -> {
                try {
                    return container.deploy(archive);
                } catch (DeploymentException e) {
                    throw new IllegalStateException(e);
                }
            }));
        }
        for (int i = 0; i < 6; i++) {
            assertThat(ClientSideIT.get(base(deployments.get(i).get()).resolve("greeting")))
                    .startsWith("hello from /side-" + i + ",");
            (i % 2 == 0 ? MANAGED : REMOTE).undeploy(archives.get(i));
        }
    }

    @Test
    void servletsOfDescriptorsAndAnnotationsAreNamed() throws Exception {
        WebArchive archive = greeting("named.war").setWebXML(new StringAsset("""
                        <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1">
                          <servlet>
                            <servlet-name>second</servlet-name>
                            <servlet-class>io.keelson.arquillian.Greeting</servlet-class>
                          </servlet>
                          <servlet-mapping><servlet-name>second</servlet-name><url-pattern>/2</url-pattern></servlet-mapping>
                        </web-app>"""));
        HTTPContext context = MANAGED.deploy(archive)
                .getContexts(HTTPContext.class)
                .iterator()
                .next();
        assertThat(context.getServlets())
                .extracting(Servlet::getName)
                .containsExactlyInAnyOrder("default", "second", Greeting.class.getName());
        MANAGED.undeploy(archive);
    }

    @Test
    void modulesOfAnEarAreReachedWhereTheyServe() throws Exception {
        EnterpriseArchive archive = ShrinkWrap.create(EnterpriseArchive.class, "mall.ear")
                .addAsModule(greeting("bakery.war"))
                .addAsModule(greeting("butcher.war"));
        HTTPContext context = MANAGED.deploy(archive)
                .getContexts(HTTPContext.class)
                .iterator()
                .next();
        assertThat(context.getServlets())
                .extracting(Servlet::getContextRoot)
                .containsOnly("/bakery", "/butcher")
                .hasSize(4);
        for (Servlet servlet : context.getServlets()) {
            assertThat(ClientSideIT.get(servlet.getBaseURI().resolve("greeting")))
                    .startsWith("hello from " + servlet.getContextRoot() + ",");
        }
        MANAGED.undeploy(archive);
    }

    @Test
    void failureHasItsCauseAndLeavesNothing() throws Exception {
        WebArchive archive = ShrinkWrap.create(WebArchive.class, "faulty.war").addClass(Faulty.class);
        assertThatThrownBy(() -> REMOTE.deploy(archive))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("faulty.war")
                .hasMessageContaining("java.lang.IllegalStateException: the coffee is out");
        // Neither the adapter nor the server remembers it: the same name can be used at once.
        WebArchive good = greeting("faulty.war");
        REMOTE.deploy(good);
        REMOTE.undeploy(good);
    }

    @Test
    void applicationOfSomebodyElseIsLeftAlone() throws Exception {
        WebArchive theirs = greeting("theirs.war");
        URI uri = base(MANAGED.deploy(theirs)).resolve("greeting");
        WebArchive ours = greeting("theirs.war");
        assertThatThrownBy(() -> REMOTE.deploy(ours)).hasMessageContaining("that the tests did not deploy");
        REMOTE.undeploy(ours);
        assertThat(ClientSideIT.get(uri)).startsWith("hello from /theirs,");
        assertThatThrownBy(() -> MANAGED.deploy(ours)).hasMessageContaining("already; give the archive another name");
        MANAGED.undeploy(ours);
        assertThat(ClientSideIT.get(uri)).startsWith("hello from /theirs,");
        MANAGED.undeploy(theirs);
    }

    /** The server on TLS only: administered through its record, without a word about certificates in the configuration. */
    @Test
    void serverOnTlsOnlyIsManagedAndItsContextIsSecure() throws Exception {
        Path domain = directory.resolve("secured");
        Path yaml = Files.writeString(directory.resolve("secured.yaml"), """
                servers:
                  AdminServer:
                    listen-port-enabled: false
                    tls-listen-port: 0
                    tls: {certificate: security/tls.pem, key: security/tls.key}
                """);
        Files.createDirectories(domain);
        Files.copy(yaml, domain.resolve("domain.yaml"));
        Process tool = new ProcessBuilder(
                        managed(domain).home().resolve("bin/keelson").toString(),
                        "tls",
                        "create-certificate",
                        "--domain",
                        domain.toString())
                .inheritIO()
                .start();
        assertThat(tool.waitFor()).isZero();
        KeelsonConfiguration configuration = managed(domain);
        configuration.setChannel("DefaultSecure");
        KeelsonContainer container = new KeelsonContainer();
        container.setup(configuration);
        container.start();
        WebArchive archive = greeting("secured.war");
        try {
            assertThat(base(container.deploy(archive)).getScheme()).isEqualTo("https");
            container.undeploy(archive);
        } finally {
            container.stop();
        }
        assertThat(ServerRecord.running(domain)).isEmpty();
    }

    @Test
    void serverThatCannotStartSaysWhy() throws Exception {
        Path yaml = Files.writeString(directory.resolve("wrong.yaml"), "servres: {}\n");
        KeelsonConfiguration configuration = managed(directory.resolve("wrong"));
        configuration.setConfiguration(yaml.toString());
        KeelsonContainer container = new KeelsonContainer();
        container.setup(configuration);
        assertThatThrownBy(container::start)
                .isInstanceOf(LifecycleException.class)
                .hasMessageContaining("exit code 2")
                .hasMessageContaining("servres");
    }

    @Test
    void domainThatIsInUseIsNotTakenOver() {
        KeelsonContainer second = new KeelsonContainer();
        second.setup(managed(directory.resolve("domain")));
        assertThatThrownBy(second::start)
                .isInstanceOf(LifecycleException.class)
                .hasMessageContaining("ended with exit code 1");
    }

    @Test
    void remoteServerThatIsNotThereIsSaid() {
        KeelsonConfiguration configuration = new KeelsonConfiguration();
        configuration.setMode("remote");
        configuration.setToken("none");
        configuration.setManagement("http://127.0.0.1:1");
        KeelsonContainer container = new KeelsonContainer();
        container.setup(configuration);
        assertThatThrownBy(container::start)
                .isInstanceOf(LifecycleException.class)
                .hasMessageContaining("There is no server for the tests at http://127.0.0.1:1");
    }
}
