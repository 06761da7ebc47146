package io.keelson.ee.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.deploy.Deployer;
import io.keelson.ee.security.gate.Clerk;
import io.keelson.ee.security.gate.Courier;
import io.keelson.ee.security.gate.Desk;
import io.keelson.ee.security.gate.Errands;
import io.keelson.ee.security.gate.FactoryForAll;
import io.keelson.ee.security.gate.Gate;
import io.keelson.ee.security.gate.IronDoor;
import io.keelson.ee.security.gate.OpenDoors;
import io.keelson.ee.security.gate.OwnPolicies;
import io.keelson.ee.security.gate.OwnPolicy;
import io.keelson.ee.security.gate.Runner;
import io.keelson.ee.security.vault.Basic;
import io.keelson.ee.security.vault.OwnStore;
import io.keelson.ee.security.vault.Vault;
import io.keelson.testkit.TestArchive;
import io.keelson.testkit.TestServer;
import jakarta.security.jacc.Policy;
import jakarta.security.jacc.PolicyConfigurationFactory;
import jakarta.security.jacc.PolicyContext;
import jakarta.security.jacc.PolicyFactory;
import jakarta.security.jacc.WebResourcePermission;
import java.lang.ref.WeakReference;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Applications with policies of Jakarta Authorization, on a whole server. */
@Timeout(300)
class PoliciesIT {
    private static final String[] LOGIN = basic("ann:pw");
    private static final String[] GUEST = basic("bob:pw");
    private static final String PARAMETER = "<web-app xmlns='https://jakarta.ee/xml/ns/jakartaee' version='6.1'>"
            + "<context-param><param-name>jakarta.security.jacc.%s.provider</param-name>"
            + "<param-value>%s</param-value></context-param></web-app>";

    @TempDir
    static Path directory;

    private static TestServer server;

    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeAll
    static void startServer() throws Exception {
        server = TestServer.start();
    }

    @AfterAll
    static void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    @AfterEach
    void undeploy() throws Exception {
        for (var deployed : server.service(Deployer.class).applications()) {
            server.service(Deployer.class).undeploy(deployed.name());
        }
    }

    private static String[] basic(String login) {
        return new String[] {
            "Authorization", "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8))
        };
    }

    private static void deploy(String name, TestArchive war, Class<?>... more) throws Exception {
        war.classes(Gate.class, Basic.class, OwnStore.class, OpenDoors.class).classes(more);
        server.service(Deployer.class).deploy(name, war.write(directory.resolve(name + ".war")), null);
    }

    private HttpResponse<String> get(String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri(path));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    @Test
    void thePolicyOfAnApplicationWithoutOneIsItsConstraints() throws Exception {
        deploy("castle", new TestArchive());

        assertThat(get("/castle/gate/open").statusCode()).isEqualTo(401);
        assertThat(get("/castle/gate/x", LOGIN).body()).isEqualTo("castle ann [keeper] /x false true true false");
        assertThat(PolicyFactory.getPolicyFactory()
                        .getPolicy("castle")
                        .implies(new WebResourcePermission("/elsewhere", "GET")))
                .isTrue();
        assertThat(PolicyFactory.getPolicyFactory()
                        .getPolicy("castle")
                        .implies(new WebResourcePermission("/gate/x", "GET")))
                .isFalse();
        assertThat(PolicyConfigurationFactory.get().inService("castle")).isTrue();
    }

    private int statusOf(String method, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.uri(path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        return client.send(request, BodyHandlers.discarding()).statusCode();
    }

    @Test
    void methodsThatNobodyKnowsAreRefused() throws Exception {
        deploy("castle", new TestArchive(), OwnPolicy.class);

        assertThat(statusOf("PATCH", "/castle/gate/open")).isEqualTo(405);
        assertThat(statusOf("FROBNICATE", "/castle/gate/open")).isEqualTo(403);
    }

    private void decidesByItsPolicy(String application) throws Exception {
        assertThat(get("/" + application + "/gate/x").statusCode()).isEqualTo(401);
        assertThat(get("/" + application + "/gate/open").body())
                .isEqualTo(application + " nobody none /open false false false true");
        assertThat(get("/" + application + "/gate/x", LOGIN).body())
                .isEqualTo(application + " ann [keeper] /x false true true true");
        assertThat(get("/" + application + "/gate/shut", LOGIN).statusCode()).isEqualTo(403);
        assertThat(get("/" + application + "/gate/broken", LOGIN).statusCode()).isEqualTo(500);
        assertThat(get("/" + application + "/gate/x", GUEST).statusCode()).isEqualTo(403);
    }

    @Test
    void aPolicyThatAListenerSetsDecides() throws Exception {
        deploy("castle", new TestArchive(), OwnPolicy.class);
        decidesByItsPolicy("castle");
    }

    @Test
    void aFactoryThatTheDescriptorNamesDecides() throws Exception {
        deploy(
                "castle",
                new TestArchive()
                        .text("WEB-INF/web.xml", PARAMETER.formatted("PolicyFactory", OwnPolicies.class.getName())),
                OwnPolicies.class);
        decidesByItsPolicy("castle");
    }

    @Test
    void aFactoryThatIsSetForAllDecidesForItsApplicationAlone() throws Exception {
        PolicyFactory before = PolicyFactory.getPolicyFactory();
        deploy("castle", new TestArchive(), FactoryForAll.class, OwnPolicies.class);
        deploy("tower", new TestArchive());

        decidesByItsPolicy("castle");
        assertThat(get("/tower/gate/open").statusCode()).isEqualTo(401);
        assertThat(get("/tower/gate/shut", LOGIN).body()).isEqualTo("tower ann [keeper] /shut false true true false");
        assertThat(PolicyFactory.getPolicyFactory()).isNotNull();
        assertThat(before == null || before == PolicyFactory.getPolicyFactory()).isTrue();
    }

    @Test
    void aFactoryOfConfigurationsGetsThePermissions() throws Exception {
        deploy(
                "castle",
                new TestArchive()
                        .text(
                                "WEB-INF/web.xml",
                                PARAMETER.formatted("PolicyConfigurationFactory", IronDoor.class.getName())),
                IronDoor.class,
                OwnPolicy.class);

        decidesByItsPolicy("castle");
        assertThat(get("/castle/gate/iron", LOGIN).statusCode()).isEqualTo(403);
        assertThat(PolicyConfigurationFactory.get().inService("castle")).isTrue();
    }

    @Test
    void beansAreCalledInTheContextOfTheirModule() throws Exception {
        deploy("castle", new TestArchive(), Clerk.class, Desk.class);

        assertThat(get("/castle/desk").body()).isEqualTo("denied; denied; castle ann true false false; castle true");
        assertThat(get("/castle/desk?login=1", LOGIN).body())
                .isEqualTo("2d; denied; castle ann true true false; castle true");
    }

    @Test
    void aPolicyDecidesAboutBeans() throws Exception {
        deploy("castle", new TestArchive(), OwnPolicy.class, Clerk.class, Desk.class);

        assertThat(get("/castle/desk").body()).isEqualTo("denied; burnt; castle ann true false true; castle true");
        assertThat(get("/castle/desk?login=1", LOGIN).body())
                .isEqualTo("2d; burnt; castle ann true true true; castle true");
        assertThat(get("/castle/desk?login=1", GUEST).body())
                .isEqualTo("denied; burnt; castle ann true false true; castle true");
    }

    @Test
    void modulesOfAnEnterpriseApplicationHaveContextsOfTheirOwn() throws Exception {
        Path ear = new TestArchive()
                .bytes(
                        "lib/doors.jar",
                        new TestArchive().below("", OpenDoors.class).packed())
                .bytes("clerks.jar", new TestArchive().below("", Clerk.class).packed())
                .bytes(
                        "hall.war",
                        new TestArchive()
                                .classes(Desk.class, Gate.class, OwnPolicy.class, Basic.class, OwnStore.class)
                                .packed())
                .write(directory.resolve("castle.ear"));
        server.service(Deployer.class).deploy("castle", ear, null);

        assertThat(get("/hall/gate/open").body()).isEqualTo("castle#hall nobody none /open false false false true");
        assertThat(get("/hall/desk?login=1", LOGIN).body())
                .isEqualTo("2d; denied; castle#clerks ann false true false; castle#hall true");
        Policy ofWeb = PolicyFactory.getPolicyFactory().getPolicy("castle#hall");
        PolicyFactory.getPolicyFactory().setPolicy("castle#clerks", ofWeb);
        // It lets the coins burn, and refuses what the constraints of the web module do not know.
        assertThat(get("/hall/desk?login=1", LOGIN).body()).isEqualTo("denied; burnt; denied; castle#hall true");
    }

    @Test
    void aFactoryThatCannotBeMadeRefusesTheApplication() {
        assertThatThrownBy(() -> deploy(
                        "castle",
                        new TestArchive()
                                .text("WEB-INF/web.xml", PARAMETER.formatted("PolicyFactory", "no.such.Factory"))))
                .hasStackTraceContaining("no.such.Factory");
        assertThat(PolicyContext.getContextID()).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            executor | castle ann
            stage    | castle ann, castle ann
            cdi      | castle ann
            bean     | castle ann
            async    | castle ann
            chained  | castle ann
            bare     | null nobody, castle ann
            plain    | null nobody
            """)
    void theContextFollowsTheWorkToOtherThreads(String by, String said) throws Exception {
        deploy("castle", new TestArchive(), Errands.class, Runner.class, Courier.class);

        assertThat(get("/castle/errands/" + by, LOGIN).body()).isEqualTo(said);
    }

    @Test
    void nothingOfAnApplicationIsLeft() throws Exception {
        deploy("castle", new TestArchive(), FactoryForAll.class, OwnPolicies.class);
        assertThat(PolicyContext.getHandlerKeys()).contains("weather");
        PolicyFactory factory = PolicyFactory.getPolicyFactory();
        assertThat(factory.getPolicy("castle").getClass().getName()).isEqualTo(OpenDoors.class.getName());
        WeakReference<ClassLoader> loader =
                new WeakReference<>(factory.getPolicy("castle").getClass().getClassLoader());
        assertThat(get("/castle/gate/x", LOGIN).statusCode()).isEqualTo(200);
        undeploy();
        await().until(() -> {
            System.gc();
            return loader.get() == null;
        });

        assertThat(PolicyContext.getHandlerKeys())
                .contains(PolicyContext.PRINCIPAL_MAPPER)
                .doesNotContain("weather");
        assertThat(factory.getPolicy("castle")).isNull();
        assertThat(PolicyConfigurationFactory.get().getPolicyConfiguration("castle"))
                .isNull();
        assertThat(PolicyConfigurationFactory.get().inService("castle")).isFalse();
        assertThatThrownBy(() -> factory.setPolicy("castle", null)).isInstanceOf(IllegalStateException.class);
        deploy("castle", new TestArchive());
        assertThat(get("/castle/gate/open").statusCode()).isEqualTo(401);
        assertThat(get("/castle/gate/x", LOGIN).body()).contains("ann [keeper]");
    }

    @Test
    void anApplicationThatDoesNotReferToThemHasNoContext() throws Exception {
        server.service(Deployer.class)
                .deploy(
                        "bank",
                        new TestArchive()
                                .classes(Vault.class, Basic.class, OwnStore.class)
                                .write(directory.resolve("bank.war")),
                        null);

        assertThat(get("/bank/vault", LOGIN).body()).startsWith("ann");
        assertThat(PolicyFactory.getPolicyFactory().getPolicy("bank")).isNull();
    }
}
