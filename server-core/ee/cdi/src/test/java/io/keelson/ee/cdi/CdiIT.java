package io.keelson.ee.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.deploy.Deployer;
import io.keelson.ee.cdi.webapp.Asked;
import io.keelson.ee.cdi.webapp.Cart;
import io.keelson.ee.cdi.webapp.Ended;
import io.keelson.ee.cdi.webapp.Greeter;
import io.keelson.ee.cdi.webapp.Ledger;
import io.keelson.ee.cdi.webapp.LedgerServlet;
import io.keelson.ee.cdi.webapp.Loud;
import io.keelson.ee.cdi.webapp.Needy;
import io.keelson.ee.cdi.webapp.ShopServlet;
import io.keelson.ee.cdi.webapp.Visits;
import io.keelson.testkit.TestArchive;
import io.keelson.testkit.TestServer;
import java.net.CookieManager;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A web application with beans, on a server with the part on its class path. */
class CdiIT {
    @TempDir
    static Path directory;

    private static TestServer server;
    private final HttpClient client =
            HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

    @BeforeAll
    static void startServer() throws Exception {
        server = TestServer.start();
        deploy("shop", shop());
    }

    @AfterAll
    static void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    private static TestArchive shop() {
        return new TestArchive()
                .classes(
                        ShopServlet.class,
                        Visits.class,
                        Cart.class,
                        Asked.class,
                        Ended.class,
                        Greeter.class,
                        Loud.class,
                        Ledger.class,
                        LedgerServlet.class);
    }

    private static void deploy(String name, TestArchive war) throws Exception {
        server.service(Deployer.class).deploy(name, war.write(directory.resolve(name + ".war")), null);
    }

    private String get(String path) throws Exception {
        HttpResponse<String> response =
                client.send(HttpRequest.newBuilder(server.uri(path)).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body();
    }

    @Test
    void aServletGetsABeanOfItsApplication() throws Exception {
        int first = Integer.parseInt(get("/shop/shop/visits"));

        assertThat(get("/shop/shop/visits")).isEqualTo(String.valueOf(first + 1));
    }

    @Test
    void aSessionKeepsItsBeanAndAnotherHasItsOwn() throws Exception {
        assertThat(get("/shop/shop/cart")).isEqualTo("1");
        assertThat(get("/shop/shop/cart")).isEqualTo("2");
        assertThat(new CdiIT().get("/shop/shop/cart")).isEqualTo("1");
        assertThat(get("/shop/shop/invalidate")).isEqualTo("gone");
        assertThat(get("/shop/shop/cart")).isEqualTo("1");
    }

    @Test
    void aRequestHasItsBeanAlsoOnAnotherThreadAndDestroysItAtItsEnd() throws Exception {
        int before = Integer.parseInt(get("/shop/shop/ended"));
        assertThat(get("/shop/shop/asked")).isEqualTo("/shop1/shop2");
        assertThat(get("/shop/shop/async")).isEqualTo("/shop1 /shop2");

        await().untilAsserted(() -> assertThat(get("/shop/shop/ended")).isEqualTo(String.valueOf(before + 2)));
    }

    @Test
    void interceptorsResourcesAndBuiltInBeansWork() throws Exception {
        assertThat(get("/shop/shop/greet")).isEqualTo("HELLO ADA FROM SHOP");
        assertThat(get("/shop/shop/principal")).isEqualTo("anonymous");
        assertThat(get("/shop/shop/context")).isEqualTo("/shop");
    }

    @Test
    void aTransactionalMethodCommitsOrRollsBackAsItsExceptionSays() throws Exception {
        assertThat(get("/shop/ledger/work")).isEqualTo("active2 [worked committed, draft of 2]");
        assertThat(get("/shop/ledger/fail")).isEqualTo("IllegalStateException [failed rolled back]");
        assertThat(get("/shop/ledger/checked")).isEqualTo("IOException [checked committed]");
        assertThat(get("/shop/ledger/listed")).isEqualTo("IOException [listed rolled back]");
        assertThat(get("/shop/ledger/spared")).isEqualTo("IllegalStateException [spared committed]");
        assertThat(get("/shop/ledger/mandatory")).isEqualTo("TransactionalException TransactionRequiredException []");
        assertThat(get("/shop/ledger/never")).isEqualTo("done []");
        assertThat(get("/shop/ledger/user")).isEqualTo("active []");
    }

    @Test
    void aTransactionalMethodDoesNotGetTheUserTransaction() throws Exception {
        assertThat(get("/shop/ledger/within"))
                .isEqualTo("refused refused refused refused refused refused begun refused  []");
        assertThat(get("/shop/ledger/user")).isEqualTo("active []");
    }

    @Test
    void asynchronousObserversRunInTheApplicationsContext() throws Exception {
        assertThat(get("/shop/shop/events")).startsWith("fired on ").contains("shop");
    }

    @Test
    void theBeanManagerIsBoundAndCurrent() throws Exception {
        assertThat(get("/shop/shop/manager")).isEqualTo("true true");
    }

    @Test
    void anUnsatisfiedBeanFailsTheDeploymentAndNoOther() throws Exception {
        assertThatThrownBy(() -> deploy("broken", shop().classes(Needy.class)))
                .hasMessageContaining("WELD-001408")
                .hasMessageContaining("io.keelson.ee.cdi.webapp.Needy.visit")
                .hasMessageContaining("did you mean Visits?");

        assertThat(get("/shop/shop/visits")).isNotEmpty();
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith("weld"));
    }

    @Test
    void aBeansXmlThatIsNoneIsRefusedWithItsLine() {
        assertThatThrownBy(
                        () -> deploy("broken", shop().text("WEB-INF/beans.xml", "<beans>\n<interceptors>\n</beans>")))
                .hasMessageContaining("WEB-INF/beans.xml")
                .hasMessageContaining("3");
        assertThatThrownBy(() ->
                        deploy("broken", shop().text("WEB-INF/beans.xml", "<beans bean-discovery-mode='everything'/>")))
                .hasMessageContaining("WEB-INF/beans.xml:1")
                .hasMessageContaining("everything");
    }
}
