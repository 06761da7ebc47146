package io.keelson.ee.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.deploy.Deployer;
import io.keelson.ee.jpa.fixture.Archives;
import io.keelson.ee.jpa.shop.Code;
import io.keelson.ee.jpa.shop.Item;
import io.keelson.ee.jpa.shop.Picture;
import io.keelson.ee.jpa.shop.Place;
import io.keelson.ee.jpa.shop.ShopServlet;
import io.keelson.ee.jpa.shop.Shouting;
import io.keelson.ee.jpa.shop.Stamping;
import io.keelson.ee.jpa.shop.Unidentified;
import io.keelson.ee.jpa.trade.Account;
import io.keelson.ee.jpa.trade.Keyed;
import io.keelson.ee.jpa.trade.Note;
import io.keelson.ee.jpa.trade.Numbered;
import io.keelson.ee.jpa.trade.Order;
import io.keelson.ee.jpa.trade.TradeServlet;
import io.keelson.kernel.naming.Naming;
import io.keelson.testkit.TestServer;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import javax.naming.Context;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Applications with persistence units on a whole server with its default data source. */
@Timeout(120)
class PersistenceIT {
    private static final String CLASSES = "WEB-INF/classes/";
    private static final String DESCRIPTOR = CLASSES + "META-INF/persistence.xml";
    private static final String CREATE =
            "<property name=\"jakarta.persistence.schema-generation.database.action\" value=\"drop-and-create\"/>";

    @TempDir
    static Path directory;

    private static TestServer server;
    private final HttpClient http = HttpClient.newHttpClient();

    @BeforeAll
    static void start() throws Exception {
        server = TestServer.start();
    }

    @AfterAll
    static void stop() {
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

    private static String unit(String name, String content) {
        return "<persistence xmlns=\"https://jakarta.ee/xml/ns/persistence\" version=\"3.2\">\n<persistence-unit name=\""
                + name + "\">\n" + content + "<properties>" + CREATE + "</properties></persistence-unit></persistence>";
    }

    private static Archives war(String descriptor) {
        return new Archives()
                .classes(CLASSES, Item.class, Stamping.class, Shouting.class, ShopServlet.class)
                .text(DESCRIPTOR, descriptor);
    }

    private static void deploy(String name, Archives archive) throws Exception {
        server.service(Deployer.class).deploy(name, archive.write(directory.resolve(name + ".war")), "/" + name);
    }

    private String ask(String path) throws IOException, InterruptedException {
        URI uri = server.uri(path);
        return http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                .body();
    }

    @Test
    void entitiesAreWrittenInTransactionsAndFoundAgain() throws Exception {
        deploy("shop", war(unit("shop", "")));

        assertThat(ask("/shop/do/add?name=pen")).isEqualTo("added");
        assertThat(ask("/shop/do/add-and-roll-back?name=ink")).isEqualTo("rolled back");
        assertThat(ask("/shop/do/add?name=cup")).isEqualTo("added");
        assertThat(ask("/shop/do/names")).isEqualTo("pen,cup");
        assertThat(ask("/shop/do/rename?name=pen")).isEqualTo("pen!,cup");
        assertThat(ask("/shop/do/cached?name=cup")).isEqualTo("true");
        assertThat(ask("/shop/do/evict")).isEqualTo("evicted");
        assertThat(ask("/shop/do/details?name=cup")).isEqualTo("CUP stamped about cup");
        assertThat(ask("/shop/do/without-transaction?name=x")).startsWith("TransactionRequiredException");
        assertThat(ask("/shop/do/woven")).contains("ManagedEntity", "PersistentAttributeInterceptable");
    }

    @Test
    void aFactoryThatTheApplicationMakesTakesPartInTransactions() throws Exception {
        deploy(
                "shop",
                war(unit(
                        "shop",
                        "<jta-data-source>java:comp/DefaultDataSource</jta-data-source>"
                                + "<class>io.keelson.ee.jpa.shop.Item</class>")));

        assertThat(ask("/shop/do/joins-by-itself")).isEqualTo("false true false");
    }

    @Test
    void aUnitOfASharedLibraryIsOneForAllModules() throws Exception {
        Archives library = new Archives()
                .classes("", Item.class, Stamping.class, Shouting.class)
                .text("META-INF/persistence.xml", unit("stock", ""));
        Archives one = new Archives().classes(CLASSES, ShopServlet.class);
        Archives ear = new Archives()
                .archive("lib/model.jar", library)
                .archive("one.war", one)
                .archive("two.war", one);
        server.service(Deployer.class).deploy("all", ear.write(directory.resolve("all.ear")), null);

        assertThat(ask("/one/do/add?name=pen")).isEqualTo("added");
        assertThat(ask("/two/do/names")).isEqualTo("pen");
        assertThat(ask("/two/do/cached?name=pen")).isEqualTo("true");
        assertThat(ask("/two/do/woven")).contains("ManagedEntity");
    }

    @Test
    void aDataSourceThatIsNotThereIsSaidWithItsLine() throws Exception {
        deploy("good", war(unit("shop", "")));

        for (String name : List.of("jdbc/nothing", "java:app/jdbc/nothing")) {
            assertThatThrownBy(() -> deploy("shop", war(unit("shop", from(name) + "\n"))))
                    .hasMessageContaining(DESCRIPTOR + ":3: the data source '" + name
                            + "' of the persistence unit 'shop' is not there");
        }
        assertThat(ask("/good/do/add?name=pen")).isEqualTo("added");
    }

    @Test
    void aUnitWrittenForAnotherServerIsServedByOurProviderAndDataSource() throws Exception {
        String unit = unit("shop", """
                <provider>org.eclipse.persistence.jpa.PersistenceProvider</provider>
                <jta-data-source>java:jboss/datasources/ShopDS</jta-data-source>
                """);
        unit = unit.replace(CREATE, "<property name=\"eclipselink.ddl-generation\" value=\"drop-and-create-tables\"/>");
        assertThat(unit).contains("eclipselink");
        deploy("shop", war(unit));

        assertThat(ask("/shop/do/provider")).startsWith("org.hibernate.");
        assertThat(ask("/shop/do/add?name=pen")).isEqualTo("added");
        assertThat(ask("/shop/do/names")).isEqualTo("pen");
        assertThat(ask("/shop/do/evict")).isEqualTo("evicted");
        assertThat(ask("/shop/do/late?name=pen")).isEqualTo("new");
    }

    @Test
    void schemasThatEntitiesNameAreMadeWithTheTablesOfAUnitOfEclipseLink() throws Exception {
        String unit = unit("shop", "")
                .replace(CREATE, "<property name=\"eclipselink.ddl-generation\" value=\"create-tables\"/>");
        deploy("shop", war(unit).text(CLASSES + "META-INF/orm.xml", """
                <entity-mappings xmlns="https://jakarta.ee/xml/ns/persistence/orm" version="3.2"><persistence-unit-metadata>
                <persistence-unit-defaults><schema>APP</schema></persistence-unit-defaults></persistence-unit-metadata></entity-mappings>
                """));

        assertThat(ask("/shop/do/add?name=pen")).isEqualTo("added");
    }

    @Test
    void aUnitOfTomeeIsServedByOurProviderAndDataSource() throws Exception {
        String schema =
                "<property name=\"openjpa.jdbc.SynchronizeMappings\" value=\"buildSchema(SchemaAction='drop,add')\"/>";
        for (String source : List.of("shopDatabase", "java:openejb/Resource/Shop Database")) {
            deploy("shop", war(unit("shop", from(source)).replace(CREATE, schema)));

            assertThat(ask("/shop/do/provider")).startsWith("org.hibernate.");
            assertThat(ask("/shop/do/add?name=pen")).isEqualTo("added");
            assertThat(ask("/shop/do/names")).isEqualTo("pen");
        }
    }

    @Test
    void aDataSourceThatAnAdministratorOfAnotherServerMakesIsTheDefaultOneUnlessItIsMisspelt() throws Exception {
        deploy("shop", ofLiberty(unit("shop", from("jdbc/ShopDataSource"))));
        assertThat(ask("/shop/do/add?name=pen")).isEqualTo("added");

        deploy("shop", war(unit("shop", "").replace("drop-and-create", "drop")));
        for (int time = 0; time < 2; time++) { // the tables are there the second time
            deploy("shop", ofLiberty(unit("shop", from("jdbc/ShopDataSource")).replace(CREATE, "")));
            assertThat(ask("/shop/do/add?name=pen")).isEqualTo("added");
        }

        Context names = server.service(Naming.class).context();
        names.createSubcontext("stock").bind("orders", "any");
        try {
            assertThatThrownBy(() -> deploy("misspelt", ofLiberty(unit("misspelt", from("stock/ordres")))))
                    .hasMessageContaining("did you mean stock/orders?");
        } finally {
            names.unbind("stock/orders");
            names.destroySubcontext("stock");
        }
    }

    private static Archives ofLiberty(String unit) {
        return war(unit).text("WEB-INF/ibm-web-bnd.xml", "<web-bnd version='1.2'/>");
    }

    private static String from(String source) {
        return "<jta-data-source>" + source + "</jta-data-source>";
    }

    private static Archives trade(String descriptor) {
        return new Archives()
                .classes(
                        CLASSES,
                        Account.class,
                        Keyed.class,
                        Note.class,
                        Numbered.class,
                        Order.class,
                        TradeServlet.class)
                .text(DESCRIPTOR, descriptor);
    }

    @Test
    void identifiersOfAGenericTypeAreUuidsAndReservedWordsAreNamesOfTables() throws Exception {
        deploy("trade", trade(unit("trade", "")));

        assertThat(ask("/trade/trade/order")).isEqualTo("7 t");
        assertThat(ask("/trade/trade/note")).isEqualTo("4");
    }

    @Test
    void aDialectOfAnEarlierHibernateIsLeftOut() throws Exception {
        String old = "<property name=\"hibernate.dialect\" value=\"org.hibernate.dialect.MySQL8Dialect\"/>";
        deploy("trade", trade(unit("trade", "").replace(CREATE, CREATE + old)));

        assertThat(ask("/trade/trade/note")).isEqualTo("4");
    }

    @Test
    void aTableOfIdentifiersHoldsTheLastOneThatWasGiven() throws Exception {
        deploy("trade", trade(unit("trade", "")));
        assertThat(ask("/trade/trade/account")).isEqualTo("1");
        assertThat(ask("/trade/trade/account")).isEqualTo("2");
        assertThat(ask("/trade/trade/keys")).isEqualTo("1");

        deploy("trade", trade(unit("trade", "").replace("drop-and-create", "none")));
        assertThat(ask("/trade/trade/account")).isEqualTo("1001");
    }

    @Test
    void lazyStateIsReadLaterUnlessTheUnitIsHibernates() throws Exception {
        deploy("trade", trade(unit("trade", "")));
        assertThat(ask("/trade/trade/plain")).isEqualTo("1");
        assertThat(ask("/trade/trade/late")).isEqualTo("0");

        String ofHibernate =
                unit("trade", "").replace(CREATE, CREATE + "<property name=\"hibernate.show_sql\" value=\"false\"/>");
        deploy("trade", trade(ofHibernate));
        assertThat(ask("/trade/trade/plain")).isEqualTo("1");
        assertThat(ask("/trade/trade/late")).startsWith("LazyInitializationException");
    }

    @Test
    void tablesThatNobodyHasMadeHaveNoConstraintsThatOtherProvidersHaveNot() throws Exception {
        deploy("trade", trade(unit("trade", "")));
        assertThat(ask("/trade/trade/owned-by-nobody")).contains("Referential integrity");
        assertThat(ask("/trade/trade/twins-of-one")).contains("Unique index");

        deploy("trade", trade(unit("trade", "").replace("drop-and-create", "drop")));
        deploy(
                "trade",
                trade(unit("trade", from("jdbc/TradeDataSource")).replace(CREATE, ""))
                        .text("WEB-INF/ibm-web-bnd.xml", "<web-bnd version='1.2'/>"));
        assertThat(ask("/trade/trade/owned-by-nobody")).isEqualTo("1");
        assertThat(ask("/trade/trade/twins-of-one")).isEqualTo("2");
        assertThat(ask("/trade/trade/late")).isEqualTo("0");
    }

    @Test
    void aValueWithAGetterOfNoFieldIsNoObstacleToWeaving() throws Exception {
        deploy("shop", war(unit("shop", "")).classes(CLASSES, Place.class, Code.class));

        assertThat(ask("/shop/do/woven")).contains("ManagedEntity");
        assertThat(ask("/shop/do/add?name=pen")).isEqualTo("added");
    }

    @Test
    void anEntityWithoutAnIdIsSaidWithItsClass() {
        assertThatThrownBy(() -> deploy("shop", war(unit("shop", "")).classes(CLASSES, Unidentified.class)))
                .hasMessageContaining(DESCRIPTOR + ":2: the persistence unit 'shop' cannot be built: ")
                .hasMessageContaining(Unidentified.class.getName())
                .hasMessageContaining("identifier");
    }

    @Test
    void aBrokenDescriptorIsSaidWithItsLine() {
        assertThatThrownBy(() -> deploy("shop", war("<persistence>\n<persistence-unit name=\"a\">")))
                .hasMessageContaining(DESCRIPTOR + ":2: not well-formed XML");
        assertThatThrownBy(() -> deploy("shop", war(unit("shop", "<jta-datasource>x</jta-datasource>"))))
                .hasMessageContaining(
                        DESCRIPTOR + ":3: the element <jta-datasource> is unknown; did you mean jta-data-source?");
        assertThatThrownBy(() -> deploy("shop", war(unit("shop", "<class>io.keelson.ee.jpa.shop.Itm</class>"))))
                .hasMessageContaining(DESCRIPTOR
                        + ":3: the class 'io.keelson.ee.jpa.shop.Itm' of the persistence unit 'shop' is not in the application;"
                        + " did you mean io.keelson.ee.jpa.shop.Item?");
    }

    @Test
    void aComponentThatNeedsAUnitInAModuleWithoutOneIsToldSo() throws Exception {
        deploy("shop", new Archives().classes(CLASSES, Item.class, Stamping.class, Shouting.class, ShopServlet.class));

        assertThat(ask("/shop/do/names"))
                .contains(ShopServlet.class.getName(), "needs a persistence unit, and the module sees none");
    }

    @Test
    void aReferenceToAnAmbiguousUnitIsSaidWithClassAndField() {
        String two = unit("shop", "").replace("</persistence>", "<persistence-unit name=\"stock\"/></persistence>");

        assertThatThrownBy(() -> deploy("shop", war(two)))
                .hasMessageContaining(ShopServlet.class.getName())
                .hasMessageContaining("set its unitName to one of shop, stock");
    }

    @Test
    void anApplicationsOwnEclipseLinkTakesPartInTransactions() throws Exception {
        Archives war = war(unit("shop", "")).classes(CLASSES, Picture.class);
        try (Stream<Path> jars = Files.list(Path.of("target/eclipselink"))) {
            for (Path jar : (Iterable<Path>) jars::iterator) {
                war.file("WEB-INF/lib/" + jar.getFileName(), jar);
            }
        }
        deploy("shop", war);

        assertThat(ask("/shop/do/provider")).startsWith("org.eclipse.persistence.");
        assertThat(ask("/shop/do/add?name=pen")).isEqualTo("added");
        assertThat(ask("/shop/do/add-and-roll-back?name=ink")).isEqualTo("rolled back");
        assertThat(ask("/shop/do/names")).isEqualTo("pen");
        assertThat(ask("/shop/do/evict")).isEqualTo("evicted");
        assertThat(ask("/shop/do/details?name=pen")).isEqualTo("PEN stamped about pen");
        assertThat(ask("/shop/do/woven")).contains("PersistenceWeaved", "PersistenceWeavedFetchGroups");
        assertThat(ask("/shop/do/picture?name=pen")).isEqualTo("false pen true");
    }

    @Test
    void anApplicationsOwnHibernateTakesPartInTransactions() throws Exception {
        Archives war = war(unit("shop", ""));
        try (Stream<Path> jars = Files.list(Path.of("target/hibernate"))) {
            for (Path jar : (Iterable<Path>) jars::iterator) {
                war.file("WEB-INF/lib/" + jar.getFileName(), jar);
            }
        }
        deploy("shop", war);

        assertThat(ask("/shop/do/add?name=pen")).isEqualTo("added");
        assertThat(ask("/shop/do/add-and-roll-back?name=ink")).isEqualTo("rolled back");
        assertThat(ask("/shop/do/names")).isEqualTo("pen");
        assertThat(ask("/shop/do/details?name=pen")).isEqualTo("PEN stamped about pen");
    }

    @Test
    void nothingIsLeftAfterUndeployment() throws Exception {
        for (int i = 0; i < 6; i++) {
            deploy("shop", war(unit("shop", "")));
            assertThat(ask("/shop/do/add?name=pen")).isEqualTo("added");
            assertThat(ask("/shop/do/remember?name=loader" + i)).isEqualTo("remembered");
            server.service(Deployer.class).undeploy("shop");
        }
        for (int i = 0; i < 6; i++) {
            WeakReference<?> loader = (WeakReference<?>) System.getProperties().remove("loader" + i);
            await().atMost(Duration.ofSeconds(60)).until(() -> {
                System.gc();
                return loader.get() == null;
            });
        }
    }
}
