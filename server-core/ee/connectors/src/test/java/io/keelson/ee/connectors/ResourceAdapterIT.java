package io.keelson.ee.connectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.deploy.Deployer;
import io.keelson.ee.connectors.ledger.Imported;
import io.keelson.ee.connectors.ledger.Ledger;
import io.keelson.ee.connectors.ledger.LedgerActivation;
import io.keelson.ee.connectors.ledger.LedgerAdapter;
import io.keelson.ee.connectors.ledger.LedgerBranch;
import io.keelson.ee.connectors.ledger.LedgerConnection;
import io.keelson.ee.connectors.ledger.LedgerFactory;
import io.keelson.ee.connectors.ledger.Shelf;
import io.keelson.ee.connectors.shop.Bookkeeper;
import io.keelson.ee.connectors.shop.Cashier;
import io.keelson.ee.connectors.shop.Drawer;
import io.keelson.ee.connectors.shop.Marking;
import io.keelson.ee.connectors.shop.Till;
import io.keelson.kernel.naming.Naming;
import io.keelson.testkit.TestArchive;
import io.keelson.testkit.TestServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A resource adapter, a message-driven bean and a servlet that use it, on a whole server. */
@Timeout(300)
class ResourceAdapterIT {
    private static final String WEBLOGIC = "<weblogic-connector><properties><property><name>colour</name>"
            + "<value>%s</value></property></properties><outbound-resource-adapter><connection-definition-group>"
            + "<connection-factory-interface>io.keelson.ee.connectors.ledger.Ledger</connection-factory-interface>"
            + "<connection-instance><jndi-name>eis/ledger</jndi-name></connection-instance>"
            + "</connection-definition-group></outbound-resource-adapter></weblogic-connector>";

    private static final String MAPPED = String.format(WEBLOGIC, "red")
            .replace(
                    "<outbound",
                    "<security><security-work-context><inbound-mapping-required>true</inbound-mapping-required>"
                            + "<caller-principal-mapping><eis-caller-principal>bob</eis-caller-principal>"
                            + "<mapped-caller-principal><principal-name>nobody-here</principal-name>"
                            + "</mapped-caller-principal></caller-principal-mapping></security-work-context></security>"
                            + "<outbound");

    @TempDir
    static Path directory;

    private static TestServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeAll
    static void startServer() throws Exception {
        server = TestServer.builder().yaml("""
                        servers:
                          AdminServer:
                            listen-port: 0
                        adapter-logins:
                          ledger: {user: book, password: ledger}
                          ann: {jndi-names: [eis/ledger], callers: [ann], user: ann-there, password: a}
                        """).start();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @AfterEach
    void undeploy() throws Exception {
        for (var deployed : server.service(Deployer.class).applications()) {
            server.service(Deployer.class).undeploy(deployed.name());
        }
    }

    private static TestArchive classes(TestArchive into, String below) {
        return into.below(
                below,
                Ledger.class,
                LedgerActivation.class,
                LedgerAdapter.class,
                LedgerBranch.class,
                LedgerConnection.class,
                LedgerFactory.class,
                Imported.class,
                Shelf.class);
    }

    private static TestArchive adapter() {
        return new TestArchive()
                .bytes("lib/ledger.jar", classes(new TestArchive(), "").packed())
                .text("META-INF/ra.xml", "<connector version=\"2.1\"><resourceadapter/></connector>");
    }

    private static void deploy(TestArchive adapter) throws Exception {
        deploy(adapter, new TestArchive());
    }

    private static void deploy(TestArchive adapter, TestArchive descriptors) throws Exception {
        TestArchive ear = new TestArchive()
                .bytes("ledger.rar", adapter.packed())
                .bytes(
                        "beans.jar",
                        descriptors.below("", Bookkeeper.class, Marking.class).packed())
                .bytes("till.war", new TestArchive().classes(Till.class).packed());
        server.service(Deployer.class).deploy("shop", ear.write(directory.resolve("shop.ear")), null);
    }

    private String get(String what, String text) throws Exception {
        return client.send(
                        HttpRequest.newBuilder(server.uri("/till/till?what=" + what + "&text=" + text))
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }

    @Test
    void connectionsTakePartInTransactions() throws Exception {
        deploy(adapter());
        assertThat(get("history", "").lines())
                .startsWith("started red")
                .contains("activated 7 shop/Bookkeeper", "activated 8 shop/Marking");

        get("clear", "");
        assertThat(get("commit", "a")).isEqualTo("shared");
        assertThat(get("rollback", "b")).isEqualTo("shared");
        assertThat(get("history", "").lines())
                .containsSubsequence("branch 1 starts", "wrote a plain", "branch 1 commits", "cleaned 1")
                .containsSubsequence("branch 1 starts", "wrote b plain", "branch 1 rolls back", "cleaned 1")
                .doesNotContain("branch 1 prepares", "destroyed 1");
    }

    @Test
    void aConnectionThatIsOpenJoinsTheTransactionThatBegins() throws Exception {
        deploy(adapter());
        get("clear", "");
        get("late", "c");
        assertThat(get("history", "").lines())
                .containsSubsequence("branch 1 starts", "wrote c plain", "branch 1 commits", "cleaned 1");
    }

    @Test
    void applicationsDefineFactoriesAndObjects() throws Exception {
        deploy(adapter());
        assertThat(get("shelf", "")).isEqualTo("9");
        get("clear", "");
        get("local", "d");
        assertThat(get("history", "").lines()).containsSubsequence("local 1 begins", "wrote d bold", "local 1 commits");
        assertThat(get("most", "")).isEqualTo("ResourceAllocationException 2");
    }

    @Test
    void aConnectionThatFailedIsNotUsedAgain() throws Exception {
        deploy(adapter());
        get("clear", "");
        get("fail", "");
        get("commit", "e");
        assertThat(get("history", "").lines())
                .containsSubsequence("destroyed 1", "branch 2 starts", "branch 2 commits");
    }

    @ParameterizedTest
    @ValueSource(strings = {"branch", "local"})
    void theTransactionOfAConnectionThatFailedRollsBack(String style) throws Exception {
        deploy(adapter());
        get("clear", "");
        assertThat(get("failWithin", style)).isEqualTo("rolled back");
        assertThat(get("history", "").lines())
                .containsSubsequence(
                        "wrote " + style + (style.equals("local") ? " bold" : " plain"),
                        style + " 1 rolls back",
                        "destroyed 1")
                .doesNotContain(style + " 1 commits");
    }

    @Test
    void messagesAreReadInTransactions() throws Exception {
        deploy(adapter());
        get("clear", "");
        get("send", "good");
        get("send", "bad");
        get("send", "announced-bad");
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(get("history", "").lines())
                        .contains("delivered good true", "marked good")
                        .contains(
                                "failed bad EJBTransactionRolledbackException",
                                "failed announced-bad EJBTransactionRolledbackException")
                        .filteredOn(each -> each.equals("message rolls back"))
                        .hasSize(2));
        assertThat(get("history", "").lines()).containsSubsequence("message starts", "message commits");
    }

    private void send(String message) throws Exception {
        get("clear", "");
        get("send", message);
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(
                        () -> assertThat(get("history", "").lines()).anyMatch(each -> each.startsWith("at the end ")));
    }

    @Test
    void workBringsATransactionAndAUserOfTheSystemBehindTheAdapter() throws Exception {
        deploy(adapter());
        send("imported-ann-commit");
        assertThat(get("history", "").lines())
                .containsSubsequence(
                        "context is set up",
                        "wrote read imported-ann-commit plain",
                        "wrote caller ann writes true plain",
                        "delivered imported-ann-commit true",
                        "work is done",
                        "votes 0",
                        "awaits 1",
                        "at the end unknown")
                .anyMatch(each -> each.matches("branch \\d+ prepares"))
                .anyMatch(each -> each.matches("branch \\d+ commits"))
                .doesNotContain("message starts");
        send("imported-bob-rollback");
        assertThat(get("history", "").lines())
                .contains("wrote caller bob writes true plain")
                .anyMatch(each -> each.matches("branch \\d+ rolls back"))
                .noneMatch(each -> each.matches("branch \\d+ (prepares|commits)"));
        send("imported-bob-onephase");
        assertThat(get("history", "").lines())
                .anyMatch(each -> each.matches("branch \\d+ commits"))
                .noneMatch(each -> each.matches("branch \\d+ prepares"));
    }

    /** Of two messages one has a user that is mapped, but to nobody whom the realm knows, and one has a user that is not. */
    @Test
    void usersOfTheSystemBehindTheAdapterAreMapped() throws Exception {
        deploy(adapter().text("META-INF/weblogic-ra.xml", MAPPED));
        get("clear", "");
        get("send", "imported-bob-commit");
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(get("history", "").lines()).contains("context failed 3"));
        send("imported-eve-commit");
        assertThat(get("history", "").lines())
                .contains("context is set up")
                .contains("wrote caller anonymous writes false plain");
    }

    @Test
    void descriptorsOfOtherServersNameTheAdapterOfABean() throws Exception {
        deploy(
                adapter(),
                new TestArchive()
                        .text(
                                "META-INF/glassfish-ejb-jar.xml",
                                "<glassfish-ejb-jar><enterprise-beans><ejb><ejb-name>Bookkeeper</ejb-name>"
                                        + "<mdb-resource-adapter><resource-adapter-mid>elsewhere</resource-adapter-mid>"
                                        + "</mdb-resource-adapter></ejb></enterprise-beans></glassfish-ejb-jar>")
                        .text(
                                "META-INF/jboss-ejb3.xml",
                                "<ejb-jar xmlns:r=\"urn:resource-adapter-binding:1.0\"><assembly-descriptor>"
                                        + "<r:resource-adapter-binding><ejb-name>Marking</ejb-name>"
                                        + "<r:resource-adapter-name>shop.ear#ledger.rar</r:resource-adapter-name>"
                                        + "</r:resource-adapter-binding></assembly-descriptor></ejb-jar>"));
        assertThat(get("history", "").lines())
                .contains("activated 8 shop/Marking")
                .noneMatch(each -> each.startsWith("activated 7"));
    }

    @Test
    void theServerSignsOnForItsCallers() throws Exception {
        deploy(adapter());
        assertThat(get("history", "").lines()).contains("signed on as book/ledger");
        send("imported-ann-commit");
        assertThat(get("history", "").lines()).contains("signed on as ann-there/a");
    }

    @Test
    void anAdapterByItselfHasNamesUntilItIsUndeployed() throws Exception {
        TestArchive alone = classes(new TestArchive(), "")
                .text("META-INF/ra.xml", "<connector version=\"2.1\"><resourceadapter/></connector>")
                .text("META-INF/weblogic-ra.xml", String.format(WEBLOGIC, "blue"));
        server.service(Deployer.class).deploy("ledger", alone.write(directory.resolve("ledger.rar")), null);
        assertThat(server.service(Naming.class).context().lookup("eis/ledger")).isNotNull();

        TestArchive reader = new TestArchive().classes(Cashier.class, Bookkeeper.class);
        server.service(Deployer.class).deploy("reader", reader.write(directory.resolve("reader.war")), null);
        URI cashier = server.uri("/reader/cashier?text=alone");
        assertThat(client.send(HttpRequest.newBuilder(cashier).build(), BodyHandlers.ofString())
                        .body())
                .contains("started blue");
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(
                                client.send(HttpRequest.newBuilder(cashier).build(), BodyHandlers.ofString())
                                        .body())
                        .contains("delivered alone true"));
        server.service(Deployer.class).undeploy("reader");
        server.service(Deployer.class).undeploy("ledger");
        assertThat(System.getProperty("keelson.test.ledger")).isEqualTo("stopped with 0 readers");
        assertThatThrownBy(() -> server.service(Naming.class).context().lookup("eis/ledger"))
                .isInstanceOf(NameNotFoundException.class);
    }

    @Test
    void aDescriptorOfGlassFishNamesTheFactory() throws Exception {
        String descriptor = "<sun-connector><resource-adapter jndi-name='eis/of/glassfish' max-pool-size='%s'>"
                + "<property name='style' value='bold'/></resource-adapter></sun-connector>";
        TestArchive alone = classes(new TestArchive(), "")
                .text("META-INF/ra.xml", "<connector version=\"2.1\"><resourceadapter/></connector>");
        server.service(Deployer.class)
                .deploy(
                        "ledger",
                        alone.text("META-INF/sun-ra.xml", String.format(descriptor, "3"))
                                .write(directory.resolve("ledger.rar")),
                        null);
        assertThat(server.service(Naming.class).context().lookup("eis/of/glassfish"))
                .isNotNull();
        assertThatThrownBy(() -> server.service(Naming.class).context().lookup("eis/ledger"))
                .isInstanceOf(NamingException.class);

        Path wrong = alone.text("META-INF/sun-ra.xml", String.format(descriptor, "many"))
                .write(directory.resolve("many.rar"));
        assertThatThrownBy(() -> server.service(Deployer.class).deploy("many", wrong, null))
                .hasMessageContaining("META-INF/sun-ra.xml:1:")
                .hasMessageContaining("max-pool-size is 'many'");
    }

    @Test
    void applicationsWithTheSameAdapterHaveNamesOfTheirOwn() throws Exception {
        deploy(adapter());
        TestArchive ear = new TestArchive().bytes("ledger.rar", adapter().packed());
        server.service(Deployer.class).deploy("office", ear.write(directory.resolve("office.ear")), null);
        Object first = server.service(Naming.class).context().lookup("eis/ledger");
        assertThat(server.service(Naming.class).context().lookup("eis/office#ledger"))
                .isNotNull()
                .isNotSameAs(first);
        server.service(Deployer.class).undeploy("office");
        assertThat(server.service(Naming.class).context().lookup("eis/ledger")).isSameAs(first);
        assertThatThrownBy(() -> server.service(Naming.class).context().lookup("eis/office#ledger"))
                .isInstanceOf(NameNotFoundException.class);
    }

    private static TestArchive adapterOf(String factoryInterface) {
        return new TestArchive()
                .bytes("lib/ledger.jar", classes(new TestArchive(), "").packed())
                .text(
                        "META-INF/ra.xml",
                        "<connector version=\"2.1\" metadata-complete=\"true\"><resourceadapter><resourceadapter-class>"
                                + LedgerAdapter.class.getName() + "</resourceadapter-class><outbound-resourceadapter>"
                                + "<connection-definition><managedconnectionfactory-class>"
                                + LedgerFactory.class.getName()
                                + "</managedconnectionfactory-class><config-property><config-property-name>style</config-property-name>"
                                + "<config-property-type>java.lang.String</config-property-type></config-property>"
                                + "<connectionfactory-interface>" + factoryInterface
                                + "</connectionfactory-interface></connection-definition>"
                                + "<transaction-support>XATransaction</transaction-support></outbound-resourceadapter>"
                                + "<adminobject><adminobject-class>" + Shelf.class.getName()
                                + "</adminobject-class><config-property><config-property-name>boards</config-property-name>"
                                + "<config-property-type>int</config-property-type></config-property></adminobject>"
                                + "</resourceadapter></connector>");
    }

    @Test
    void anAdapterMayNameAMoreGeneralInterface() throws Exception {
        deploy(adapterOf("jakarta.resource.Referenceable"));
        get("clear", "");
        get("local", "d");
        assertThat(get("history", "").lines()).containsSubsequence("local 1 begins", "wrote d bold", "local 1 commits");
    }

    @Test
    void aFactoryOfAnotherTypeIsRefused() throws Exception {
        TestArchive ear = new TestArchive()
                .bytes("ledger.rar", adapterOf("jakarta.resource.Referenceable").packed())
                .bytes("drawer.war", new TestArchive().classes(Drawer.class).packed());
        assertThatThrownBy(() -> server.service(Deployer.class)
                        .deploy("drawers", ear.write(directory.resolve("drawers.ear")), null))
                .hasMessageContaining("has no connection factory java.sql.Driver")
                .hasMessageContaining("[jakarta.resource.Referenceable]");
    }

    @Test
    void wrongPropertiesAndNamesAreRefused() {
        TestArchive wrong = classes(new TestArchive(), "")
                .text(
                        "META-INF/ra.xml",
                        "<connector version=\"2.1\"><resourceadapter><config-property><config-property-name>size"
                                + "</config-property-name><config-property-type>java.lang.Integer</config-property-type>"
                                + "<config-property-value>3</config-property-value></config-property></resourceadapter></connector>");
        assertThatThrownBy(() -> server.service(Deployer.class)
                        .deploy("wrong", wrong.write(directory.resolve("wrong.rar")), null))
                .hasMessageContaining("META-INF/ra.xml:1")
                .hasMessageContaining("has no property 'size'");
    }
}
