package io.keelson.ee.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.deploy.Deployer;
import io.keelson.ee.validation.shop.Basket;
import io.keelson.ee.validation.shop.Catalogue;
import io.keelson.ee.validation.shop.Item;
import io.keelson.ee.validation.shop.Lenient;
import io.keelson.ee.validation.shop.Louder;
import io.keelson.ee.validation.shop.Orders;
import io.keelson.ee.validation.shop.Plain;
import io.keelson.ee.validation.shop.PlainServlet;
import io.keelson.ee.validation.shop.ShopServlet;
import io.keelson.ee.validation.shop.Shout;
import io.keelson.ee.validation.shop.Sold;
import io.keelson.testkit.TestArchive;
import io.keelson.testkit.TestServer;
import java.lang.ref.WeakReference;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Applications with constraints on a whole server, with the parts cdi and jpa beside it. */
@Timeout(300)
class ValidationIT {
    private static final String DESCRIPTOR = "WEB-INF/classes/META-INF/validation.xml";
    private static final String SHOUT =
            "<validation-config xmlns=\"https://jakarta.ee/xml/ns/validation/configuration\" version=\"3.0\">"
                    + "<message-interpolator>io.keelson.ee.validation.shop.Shout</message-interpolator></validation-config>";
    static final String UNIT = "<persistence xmlns=\"https://jakarta.ee/xml/ns/persistence\" version=\"3.2\">"
            + "<persistence-unit name=\"shop\"><properties><property "
            + "name=\"jakarta.persistence.schema-generation.database.action\" value=\"drop-and-create\"/></properties>"
            + "</persistence-unit></persistence>";
    private static final String BAD = "number: X-1 is not sold; title: size must be between 0 and 5";

    private static final String SERVICE = "WEB-INF/classes/META-INF/services/jakarta.validation.spi.ValidationProvider";
    private static final String PROVIDER =
            "<validation-config xmlns=\"https://jakarta.ee/xml/ns/validation/configuration\" version=\"3.0\">"
                    + "<default-provider>%s</default-provider></validation-config>";

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

    private static TestArchive shop() {
        return plain().classes(ShopServlet.class, Orders.class, Item.class, Basket.class, Catalogue.class, Sold.class)
                .text("WEB-INF/classes/META-INF/persistence.xml", UNIT);
    }

    private static TestArchive plain() {
        try {
            return new TestArchive()
                    .classes(
                            PlainServlet.class, Plain.class, Class.forName("io.keelson.ee.validation.shop.Violations"));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
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
    void validatorsOfEveryOriginHaveConstraintValidatorsThatAreInjected() throws Exception {
        deploy("shop", shop());

        for (String origin :
                new String[] {"resource", "factory", "injected", "injectedFactory", "comp", "compFactory"}) {
            assertThat(get("/shop/shop/" + origin)).as(origin).isEqualTo(BAD);
        }
    }

    @Test
    void methodsOfBeansAreValidated() throws Exception {
        deploy("shop", shop());

        assertThat(get("/shop/shop/order?number=K-1&count=10")).isEqualTo("100");
        assertThat(get("/shop/shop/order?number=K-1&count=11"))
                .isEqualTo("violated: order.<return value>: must be less than or equal to 100");
        assertThat(get("/shop/shop/order?number=X&count=0"))
                .isEqualTo("violated: order.count: must be greater than 0; order.number: X is not sold");
    }

    @Test
    void entitiesAreValidatedInTheirLifeCycle() throws Exception {
        deploy("shop", shop());

        assertThat(get("/shop/shop/store?number=K-2&title=short")).isEqualTo("stored");
        assertThat(get("/shop/shop/store?number=X-2&title=much+too+long"))
                .isEqualTo("violated: " + BAD.replace("X-1", "X-2"));
    }

    @Test
    void anApplicationWithoutBeansHasValidators() throws Exception {
        deploy("plain", plain());

        assertThat(get("/plain/plain"))
                .isEqualTo("count: must be greater than or equal to 3; name: must not be null by the server's");
    }

    @Test
    void theDescriptorIsRead() throws Exception {
        deploy("plain", plain().classes(Shout.class).text(DESCRIPTOR, SHOUT));

        assertThat(get("/plain/plain")).isEqualTo("count: Min!; name: NotNull! by the server's");
    }

    @Test
    void theDescriptorIsReadWithBeans() throws Exception {
        deploy("shop", shop().classes(Shout.class).text(DESCRIPTOR, SHOUT));

        assertThat(get("/shop/shop/resource")).isEqualTo("number: Sold!; title: Size!");
        assertThat(get("/shop/shop/injected")).isEqualTo("number: Sold!; title: Size!");
    }

    @Test
    void aDescriptorThatIsWrongFailsTheDeployment() {
        assertThatThrownBy(() -> deploy("plain", plain().text(DESCRIPTOR, SHOUT.replace("Shout", "Absent"))))
                .hasMessageContaining("META-INF/validation.xml")
                .hasMessageContaining("io.keelson.ee.validation.shop.Absent");
        assertThatThrownBy(() -> deploy("shop", shop().text(DESCRIPTOR, SHOUT.replace("Shout", "Absent"))))
                .hasMessageContaining("io.keelson.ee.validation.shop.Absent");
        assertThatThrownBy(() -> deploy("plain", plain().text(DESCRIPTOR, "<validation-config>")))
                .hasMessageContaining("META-INF/validation.xml");
    }

    @Test
    void aProviderOfTheApplicationKeepsTheServersAwayAndIsForgotten() throws Exception {
        TestArchive war = plain();
        for (String brought : new String[] {
            "org.hibernate.validator.HibernateValidator",
            "com.fasterxml.classmate.TypeResolver",
            "org.jboss.logging.Logger",
            "org.apache.el.ExpressionFactoryImpl"
        }) {
            Path jar = Path.of(Class.forName(brought)
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            war.bytes("WEB-INF/lib/" + jar.getFileName(), Files.readAllBytes(jar));
        }
        deploy("own", war);

        assertThat(get("/own/plain?remember=own")).endsWith("by its own");
        server.service(Deployer.class).undeploy("own");
        goes("own");
    }

    @Test
    void aProviderThatTheServerDoesNotKnowServesItsApplication() throws Exception {
        TestArchive named =
                plain().classes(Lenient.class).text("WEB-INF/beans.xml", "").text(SERVICE, Lenient.class.getName());
        TestArchive library = plain().text("WEB-INF/beans.xml", "")
                .library(
                        "lenient.jar",
                        new TestArchive()
                                .below("", Lenient.class)
                                .text(
                                        "META-INF/services/jakarta.validation.spi.ValidationProvider",
                                        Lenient.class.getName()));
        deploy("named", named.text(DESCRIPTOR, PROVIDER.formatted(Lenient.class.getName())));
        deploy("library", library);
        deploy("shop", shop());

        assertThat(get("/named/plain?remember=named")).isEqualTo(" by its own");
        assertThat(get("/library/plain")).isEqualTo(" by its own");
        assertThat(get("/shop/shop/injected")).isEqualTo(BAD);
        server.service(Deployer.class).undeploy("named");
        goes("named");
    }

    @Test
    void aProviderThatOnlyTheDescriptorNamesIsLookedForWhenItIsUsed() throws Exception {
        deploy("plain", plain().classes(Lenient.class).text(DESCRIPTOR, PROVIDER.formatted(Lenient.class.getName())));

        HttpResponse<String> response = client.send(
                HttpRequest.newBuilder(server.uri("/plain/plain")).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(500);
    }

    @Test
    void aProviderThatExtendsTheServersUsesTheServersLibrary() throws Exception {
        deploy("shop", shop().classes(Louder.class).text(SERVICE, Louder.class.getName()));

        assertThat(get("/shop/shop/injected")).isEqualTo(BAD);
        assertThat(get("/shop/shop/order?number=X&count=0")).startsWith("violated: order.count");
    }

    @Test
    void aProviderThatIsNotThereFailsTheDeployment() {
        assertThatThrownBy(() -> deploy("plain", plain().text(DESCRIPTOR, PROVIDER.formatted("absent.Provider"))))
                .hasMessageContaining("absent.Provider");
    }

    private static void goes(String remembered) {
        WeakReference<?> loader = (WeakReference<?>) System.getProperties().remove(remembered);
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            System.gc();
            return loader.get() == null;
        });
    }
}
