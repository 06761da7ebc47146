package io.keelson.ejb;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.deploy.Deployer;
import io.keelson.ejb.fixture.Archives;
import io.keelson.ejb.fixture.Database;
import io.keelson.ejb.fixture.Said;
import io.keelson.ejb.strategy.Stock;
import io.keelson.ejb.strategy.StockBean;
import io.keelson.ejb.strategy.StockHome;
import io.keelson.ejb.strategy.StockServlet;
import io.keelson.testkit.TestServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The concurrency strategies of entity beans, on H2. */
@Timeout(120)
class EntityStrategiesIT {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    static Path directory;

    private static TestServer server;
    private static Database database;

    private static String entity(String name) {
        return """
            <entity>
              <ejb-name>%s</ejb-name>
              <local-home>io.keelson.ejb.strategy.StockHome</local-home>
              <local>io.keelson.ejb.strategy.Stock</local>
              <ejb-class>io.keelson.ejb.strategy.StockBean</ejb-class>
              <persistence-type>Bean</persistence-type>
              <prim-key-class>java.lang.String</prim-key-class>
              <reentrant>False</reentrant>
            </entity>
            """.formatted(name);
    }

    private static String settings(String name, String cache, String more) {
        return "<weblogic-enterprise-bean><ejb-name>" + name + "</ejb-name><entity-descriptor><entity-cache>" + cache
                + "</entity-cache>" + more + "</entity-descriptor></weblogic-enterprise-bean>";
    }

    @BeforeAll
    static void startServer() throws Exception {
        database = Database.open("create table stock(id varchar(20) primary key, count int)");
        server = TestServer.builder()
                .yaml(database.domain() + "enterprise-beans:\n  longest-wait: 2s\n")
                .start();
        String descriptor = "<ejb-jar xmlns=\"http://java.sun.com/xml/ns/j2ee\" version=\"2.1\"><enterprise-beans>"
                + entity("Database") + entity("Exclusive") + entity("Cached") + entity("ReadOnly") + entity("Writer")
                + entity("Eager")
                + "</enterprise-beans></ejb-jar>";
        String weblogic = "<weblogic-ejb-jar>"
                + settings("Exclusive", "<concurrency-strategy>Exclusive</concurrency-strategy>", "")
                + settings(
                        "Cached",
                        "<concurrency-strategy>Exclusive</concurrency-strategy>"
                                + "<cache-between-transactions>True</cache-between-transactions>",
                        "")
                + settings(
                        "ReadOnly",
                        "<read-timeout-seconds>3600</read-timeout-seconds>"
                                + "<concurrency-strategy>ReadOnly</concurrency-strategy>",
                        "")
                + settings(
                        "Writer",
                        "<concurrency-strategy>Database</concurrency-strategy>",
                        "<invalidation-target><ejb-name>ReadOnly</ejb-name></invalidation-target>")
                + settings(
                        "Eager",
                        "<concurrency-strategy>Database</concurrency-strategy>",
                        "<persistence><delay-updates-until-end-of-tx>False</delay-updates-until-end-of-tx></persistence>")
                + "</weblogic-ejb-jar>";
        Archives ear = new Archives()
                .archive(
                        "beans.jar",
                        new Archives()
                                .classes("", StockBean.class)
                                .text("META-INF/ejb-jar.xml", descriptor)
                                .text("META-INF/weblogic-ejb-jar.xml", weblogic))
                .archive("web.war", new Archives().war(StockServlet.class))
                .archive("lib/api.jar", new Archives().classes("", Stock.class, StockHome.class));
        server.service(Deployer.class).deploy("stock", ear.write(directory.resolve("stock.ear")), null);
    }

    @AfterAll
    static void stopServer() throws Exception {
        if (server != null) {
            server.close();
        }
        database.close();
    }

    @BeforeEach
    void rows() throws Exception {
        database.run("merge into stock key(id) values ('a', 10)");
        database.run("merge into stock key(id) values ('b', 10)");
    }

    private static HttpRequest request(String call) {
        return HttpRequest.newBuilder(server.uri("/web/stock/" + call)).build();
    }

    private static String get(String call) throws Exception {
        return CLIENT.send(request(call), HttpResponse.BodyHandlers.ofString()).body();
    }

    private static CompletableFuture<String> begin(String call) {
        return CLIENT.sendAsync(request(call), HttpResponse.BodyHandlers.ofString())
                .thenApply(HttpResponse::body);
    }

    @Test
    void eachStrategyLoadsWhenItHasTo() throws Exception {
        // each count() is a transaction of its own
        assertThat(get("database")).isEqualTo("10 10 loads 2");
        assertThat(get("exclusive")).isEqualTo("10 10 loads 2");
        assertThat(get("cached")).isEqualTo("10 10 loads 0");
    }

    @Test
    void aReadOnlyBeanIsReadAgainWhenItsWriterHasCommitted() throws Exception {
        get("writer"); // whatever was cached before counts no more
        database.run("update stock set count = 20 where id = 'a'");
        get("writer");

        assertThat(get("read-only")).isEqualTo("21 21 loads 0");
        database.run("update stock set count = 30 where id = 'a'");
        assertThat(get("read-only")).isEqualTo("21 21 loads 0");
        assertThat(get("writer")).isEqualTo("31");
        assertThat(get("read-only-change")).isEqualTo("31");
        assertThat(get("read-only-remove")).contains("read-only");
    }

    @Test
    void oneTransactionAtATimeHasAnExclusiveBean() throws Exception {
        List<CompletableFuture<String>> calls = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            calls.add(begin("increment"));
        }
        for (CompletableFuture<String> each : calls) {
            assertThat(each.get(60, TimeUnit.SECONDS)).isEmpty();
        }

        assertThat(database.rows("select count from stock where id = 'a'")).containsExactly("50");
    }

    @Test
    void aDeadlockOfExclusiveBeansEndsAndNamesBothOrders() throws Exception {
        CompletableFuture<String> one = begin("a-then-b");
        CompletableFuture<String> other = begin("b-then-a");
        List<String> outcomes = List.of(one.get(60, TimeUnit.SECONDS), other.get(60, TimeUnit.SECONDS));

        assertThat(outcomes)
                .anySatisfy(each -> assertThat(each)
                        .startsWith("ConcurrentAccessTimeoutException: another transaction has the entity object")
                        .contains("Exclusive[a]")
                        .contains("Exclusive[b]"));
        // neither lock is left behind
        assertThat(get("increment")).isEmpty();
        assertThat(database.rows("select count from stock where id = 'b'")).isNotEmpty();
    }

    @Test
    void theVictimOfADeadlockInTheDatabaseIsNamedWithBothOrders() throws Exception {
        try (Said said = new Said()) {
            CompletableFuture<String> one = begin("database-a-then-b");
            CompletableFuture<String> other = begin("database-b-then-a");
            List<String> outcomes = List.of(one.get(60, TimeUnit.SECONDS), other.get(60, TimeUnit.SECONDS));

            assertThat(outcomes).containsOnlyOnce("committed");
            assertThat(said.messages())
                    .filteredOn(each -> each.contains("KLS-150031"))
                    .singleElement()
                    .asString()
                    .contains("[Eager[a], Eager[b]]")
                    .contains("[Eager[b], Eager[a]]");
        }
        assertThat(database.rows("select count from stock order by id")).containsExactly("11", "11");
    }
}
