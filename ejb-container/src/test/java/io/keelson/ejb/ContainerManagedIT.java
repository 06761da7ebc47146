package io.keelson.ejb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.Deployer;
import io.keelson.ejb.fixture.Archives;
import io.keelson.ejb.fixture.Database;
import io.keelson.ejb.shop.CmpBean;
import io.keelson.ejb.shop.Customer;
import io.keelson.ejb.shop.CustomerBean;
import io.keelson.ejb.shop.CustomerHome;
import io.keelson.ejb.shop.Order;
import io.keelson.ejb.shop.OrderBean;
import io.keelson.ejb.shop.OrderHome;
import io.keelson.ejb.shop.Product;
import io.keelson.ejb.shop.ProductBean;
import io.keelson.ejb.shop.ProductHome;
import io.keelson.ejb.shop.Profile;
import io.keelson.ejb.shop.ProfileBean;
import io.keelson.ejb.shop.ProfileHome;
import io.keelson.ejb.shop.ProfileKey;
import io.keelson.ejb.shop.Removed;
import io.keelson.ejb.shop.ShopServlet;
import io.keelson.testkit.TestServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Entity beans with container-managed persistence, on H2. */
@Timeout(180)
class ContainerManagedIT {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    static Path directory;

    private static TestServer server;
    private static Database database;

    private static String entity(String name, String schema, String key, String fields, String queries) {
        String p = "io.keelson.ejb.shop.";
        StringBuilder all = new StringBuilder();
        for (String each : fields.split(" ")) {
            all.append("<cmp-field><field-name>").append(each).append("</field-name></cmp-field>\n");
        }
        return "<entity><ejb-name>" + name + "</ejb-name><local-home>" + p + name + "Home</local-home><local>" + p
                + name
                + "</local><ejb-class>" + p + name + "Bean</ejb-class>"
                + "<persistence-type>Container</persistence-type>" + key
                + "<reentrant>False</reentrant><cmp-version>2.x</cmp-version>"
                + "<abstract-schema-name>" + schema + "</abstract-schema-name>" + all
                + (key.contains("ProfileKey") ? "" : "<primkey-field>" + fields.split(" ")[0] + "</primkey-field>")
                + queries + "</entity>\n";
    }

    private static String key(String type) {
        return "<prim-key-class>" + type + "</prim-key-class>";
    }

    private static String query(String method, String parameters, String ql) {
        StringBuilder all = new StringBuilder();
        for (String each : parameters.isEmpty() ? new String[0] : parameters.split(" ")) {
            all.append("<method-param>").append(each).append("</method-param>");
        }
        return "<query><query-method><method-name>" + method + "</method-name><method-params>" + all
                + "</method-params></query-method><ejb-ql><![CDATA[" + ql + "]]></ejb-ql></query>\n";
    }

    private static String role(String name, String many, String bean, String field, boolean cascade) {
        return "<ejb-relationship-role><ejb-relationship-role-name>" + name
                + "</ejb-relationship-role-name><multiplicity>" + many + "</multiplicity>"
                + (cascade ? "<cascade-delete/>" : "") + "<relationship-role-source><ejb-name>" + bean
                + "</ejb-name></relationship-role-source><cmr-field><cmr-field-name>" + field
                + "</cmr-field-name></cmr-field></ejb-relationship-role>";
    }

    private static String relation(String name, String one, String other) {
        return "<ejb-relation><ejb-relation-name>" + name + "</ejb-relation-name>" + one + other + "</ejb-relation>\n";
    }

    private static String descriptor() {
        String text = "java.lang.String";
        return "<ejb-jar xmlns=\"http://java.sun.com/xml/ns/j2ee\" version=\"2.1\"><enterprise-beans>\n"
                + entity(
                        "Customer",
                        "Customers",
                        key(text),
                        "id name credit since",
                        query("findByName", text, "SELECT OBJECT(c) FROM Customers c WHERE c.name = ?1")
                                + query("findRich", "int", "SELECT OBJECT(c) FROM Customers AS c WHERE c.credit > ?1")
                                + query(
                                        "findWithoutOrders",
                                        "",
                                        "select object(c) from Customers c where c.orders is empty")
                                + query("findByOrder", "int", "SELECT o.customer FROM Orders o WHERE o.number = ?1")
                                + query(
                                        "findOwner",
                                        "io.keelson.ejb.shop.Order",
                                        "SELECT OBJECT(c) FROM Customers c WHERE ?1 MEMBER OF c.orders")
                                + query(
                                        "findBuyersOf",
                                        text,
                                        "SELECT DISTINCT OBJECT(c) FROM Customers c, IN(c.orders) o, IN(o.products) p"
                                                + " WHERE p.id = ?1")
                                + query(
                                        "findLike",
                                        text + " int int",
                                        "SELECT OBJECT(c) FROM Customers c WHERE (c.name LIKE ?1 OR c.name IN ('x', 'y'))"
                                                + " AND c.credit BETWEEN ?2 AND ?3 AND NOT (c.credit + 1) * 2 = 7"
                                                + " AND LENGTH(CONCAT(c.name, 'z')) > 2")
                                + query(
                                        "ejbSelectNames",
                                        "int",
                                        "SELECT c.name FROM Customers c WHERE c.credit > ?1 ORDER BY c.name DESC")
                                + query(
                                        "ejbSelectProfiles",
                                        text,
                                        "SELECT COUNT(DISTINCT c.profile) FROM Customers c WHERE c.id <> ?1")
                                + query("ejbSelectAverage", "", "SELECT AVG(c.credit) FROM Customers c")
                                + query(
                                        "ejbSelectCount",
                                        text,
                                        "SELECT COUNT(o) FROM Orders o WHERE o.state = ?1 AND o.customer IS NOT NULL"))
                + entity(
                        "Order",
                        "Orders",
                        key("java.lang.Integer"),
                        "number state total",
                        query("findAll", "", "SELECT OBJECT(o) FROM Orders o ORDER BY o.customer.name DESC, o.number")
                                + query("findOf", text, "SELECT OBJECT(o) FROM Orders o WHERE o.customer.name = ?1")
                                + query(
                                        "findWith",
                                        "io.keelson.ejb.shop.Product",
                                        "SELECT OBJECT(o) FROM Orders o, IN(o.products) p WHERE p = ?1"))
                + entity("Product", "Product", key(text), "id", "")
                + entity("Profile", "Profile", key("io.keelson.ejb.shop.ProfileKey"), "site number text", "")
                + "</enterprise-beans><relationships>"
                + relation(
                        "customer-orders",
                        role("customer", "One", "Customer", "orders", false),
                        role("order", "Many", "Order", "customer", true))
                + relation(
                        "order-products",
                        role("order", "Many", "Order", "products", false),
                        role("product", "Many", "Product", "orders", false))
                + relation(
                        "customer-profile",
                        role("customer", "One", "Customer", "profile", false),
                        role("profile", "One", "Profile", "customer", false))
                + "</relationships></ejb-jar>";
    }

    private static final String MAPPING = """
            <weblogic-rdbms-jar>
              <weblogic-rdbms-bean>
                <ejb-name>Customer</ejb-name>
                <data-source-name>shop</data-source-name>
                <table-map>
                  <table-name>CUSTOMER</table-name>
                  <field-map><cmp-field>id</cmp-field><dbms-column>C_ID</dbms-column></field-map>
                  <field-map><cmp-field>name</cmp-field><dbms-column>C_NAME</dbms-column></field-map>
                </table-map>
              </weblogic-rdbms-bean>
              <weblogic-rdbms-bean><ejb-name>Order</ejb-name><data-source-name>shop</data-source-name></weblogic-rdbms-bean>
              <weblogic-rdbms-bean><ejb-name>Product</ejb-name><data-source-name>shop</data-source-name></weblogic-rdbms-bean>
              <weblogic-rdbms-bean>
                <ejb-name>Profile</ejb-name>
                <data-source-name>shop</data-source-name>
                <table-map>
                  <table-name>PROFILE</table-name>
                  <verify-columns>Version</verify-columns>
                  <optimistic-column>CHANGES</optimistic-column>
                </table-map>
              </weblogic-rdbms-bean>
              <weblogic-rdbms-relation>
                <relation-name>customer-orders</relation-name>
                <weblogic-relationship-role>
                  <relationship-role-name>order</relationship-role-name>
                  <relationship-role-map>
                    <column-map>
                      <foreign-key-column>CUST</foreign-key-column><key-column>C_ID</key-column>
                    </column-map>
                  </relationship-role-map>
                </weblogic-relationship-role>
              </weblogic-rdbms-relation>
              <weblogic-rdbms-relation>
                <relation-name>order-products</relation-name>
                <table-name>ORDERED</table-name>
              </weblogic-rdbms-relation>
              <create-default-dbms-tables>CreateOnly</create-default-dbms-tables>
            </weblogic-rdbms-jar>
            """;

    private static final String WEBLOGIC = """
            <weblogic-ejb-jar>
              <weblogic-enterprise-bean>
                <ejb-name>Profile</ejb-name>
                <entity-descriptor>
                  <entity-cache><concurrency-strategy>Optimistic</concurrency-strategy></entity-cache>
                </entity-descriptor>
              </weblogic-enterprise-bean>
            </weblogic-ejb-jar>
            """;

    private static Archives ear(String descriptor, String mapping, String web) {
        return new Archives()
                .archive(
                        "beans.jar",
                        new Archives()
                                .classes(
                                        "",
                                        CmpBean.class,
                                        CustomerBean.class,
                                        OrderBean.class,
                                        ProductBean.class,
                                        ProfileBean.class)
                                .text("META-INF/ejb-jar.xml", descriptor)
                                .text("META-INF/weblogic-ejb-jar.xml", WEBLOGIC)
                                .text("META-INF/weblogic-cmp-rdbms-jar.xml", mapping))
                .archive(web, new Archives().war(ShopServlet.class))
                .archive(
                        "lib/api.jar",
                        new Archives()
                                .classes(
                                        "",
                                        Customer.class,
                                        CustomerHome.class,
                                        Order.class,
                                        OrderHome.class,
                                        Product.class,
                                        ProductHome.class,
                                        Profile.class,
                                        ProfileHome.class,
                                        ProfileKey.class,
                                        Removed.class));
    }

    @BeforeAll
    static void startServer() throws Exception {
        database = Database.open();
        server = TestServer.builder().yaml(database.domain()).start();
        server.service(Deployer.class)
                .deploy("shop", ear(descriptor(), MAPPING, "web.war").write(directory.resolve("shop.ear")), null);
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
        for (String each : List.of("ORDERED", "ORDERS", "PRODUCT", "CUSTOMER", "PROFILE")) {
            database.run("delete from " + each);
        }
        database.run("insert into customer(c_id, c_name, credit) values ('c1', 'Anne', 10), ('c2', 'Bob', 20),"
                + " ('c3', 'Charlie', 30)");
        database.run(
                "insert into orders(number, state, cust) values (1, 'new', 'c1'), (2, 'new', 'c1'), (3, 'old', 'c2')");
        database.run("insert into product(id) values ('p1'), ('p2')");
        database.run("insert into ordered select o.number, p.id from orders o, product p"
                + " where o.number = 1 and p.id = 'p1' or o.number = 3 and p.id = 'p2'");
        database.run("insert into profile(site, number, text, changes) values ('s', 1, 'good', 5)");
        database.run("update customer set profile_site = 's', profile_number = 1 where c_id = 'c1'");
    }

    private static HttpRequest request(String call) {
        return HttpRequest.newBuilder(server.uri("/web/shop/" + call)).build();
    }

    private static String get(String call) throws Exception {
        return CLIENT.send(request(call), HttpResponse.BodyHandlers.ofString()).body();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "create; c9 Nine 7 0",
                "read; Anne 10 null",
                "list; [Anne, Bob, Charlie]",
                "duplicate; DuplicateKeyException: *",
                "of-nobody; null",
                "not-found; ObjectNotFoundException: *",
                "no-row; ObjectNotFoundException: *",
                "several; FinderException: findByName(java.lang.String) found 2, and returns one",
                "key-changes; TransactionRolledbackLocalException",
                "queries; [c2, c3][c3][c1][c1][c1, c3][1, 2][3]",
                "count-distinct; 1 3 2",
                "select; [Charlie, Anne] 50.0 2",
                "ordered; [3, 1, 2]",
                "one-to-many; true false [2][1, 3] c2 true true true",
                "many-side; 2 1 [1]",
                "assign; [][1, 2] TransactionRolledbackLocalException",
                "one-to-one; s/1 null null s/1 c2",
                "many-to-many; [p1][3][p2][1, 3][][1, 3]",
                "iterate; true IllegalStateException 0",
                "wrong-type; IllegalArgumentException IllegalArgumentException IllegalArgumentException",
                "cascade; [CustomerBean, OrderBean, OrderBean]",
                "remove; []",
                "make-order; [77][77]",
                "alone-get; Anne IllegalStateException"
            })
    void theContainerManagesFieldsAndRelationships(String call, String expected) throws Exception {
        String answer = get(call);
        if (expected.endsWith("*")) {
            assertThat(answer).startsWith(expected.substring(0, expected.length() - 1));
        } else {
            assertThat(answer).isEqualTo(expected);
        }
    }

    @Test
    void changesAreInTheDatabaseAfterTheCommit() throws Exception {
        get("create");
        assertThat(database.rows("select c_name, credit, since from customer where c_id = 'c9'"))
                .singleElement()
                .asString()
                .startsWith("Nine 7 1970-01-0");
        get("make-order");
        assertThat(database.rows("select cust, state, total from orders where number = 77"))
                .singleElement()
                .asString()
                .startsWith("c3 new 12.5");
        assertThat(database.rows("select count(*) from ordered")).containsExactly("3");
        get("many-to-many");
        assertThat(database.rows("select * from ordered order by 1, 2")).containsExactly("1 p2", "3 p2", "77 p1");
        get("one-to-one");
        assertThat(database.rows("select c_id from customer where profile_site = 's'"))
                .containsExactly("c2");
        get("cascade");
        assertThat(database.rows("select number from orders order by 1")).containsExactly("3", "77");
        assertThat(database.rows("select c_id from customer order by 1")).containsExactly("c2", "c3", "c9");
    }

    private static List<String> statements(String call) throws Exception {
        database.run("set query_statistics false");
        database.run("set query_statistics true");
        get(call);
        List<String> rows = database.rows("select sql_statement || ' x' || execution_count from"
                + " information_schema.query_statistics where sql_statement like '%CUSTOMER%'");
        database.run("set query_statistics false");
        return rows;
    }

    @Test
    void asFewStatementsAsPossibleRun() throws Exception {
        // what a finder finds is loaded by its statement
        assertThat(statements("list")).hasSize(1).allMatch(each -> each.startsWith("SELECT") && each.endsWith(" x1"));
        assertThat(statements("read")).hasSize(1).allMatch(each -> each.endsWith(" x1"));
        // nothing is written where nothing has changed
        assertThat(statements("read-only")).noneMatch(each -> each.startsWith("UPDATE"));
        assertThat(statements("same-value")).noneMatch(each -> each.startsWith("UPDATE"));
        // only what has changed
        assertThat(statements("update").stream().filter(each -> each.startsWith("UPDATE")))
                .containsExactlyInAnyOrder(
                        "UPDATE CUSTOMER SET C_NAME = ?, credit = ? WHERE C_ID = ? x1",
                        "UPDATE CUSTOMER SET credit = ? WHERE C_ID = ? x1");
        assertThat(statements("batch")).hasSize(2);
        assertThat(database.rows("select c_name, credit from customer order by 1"))
                .containsExactly("Bob 61", "Charlie 31", "One 51");
    }

    @Test
    void anOptimisticTransactionThatComesLateIsRolledBack() throws Exception {
        assertThat(get("profile")).isEmpty();
        assertThat(database.rows("select text, changes from profile")).containsExactly("better 6");

        CompletableFuture<String> one = CLIENT.sendAsync(request("conflict"), HttpResponse.BodyHandlers.ofString())
                .thenApply(HttpResponse::body);
        CompletableFuture<String> other = CLIENT.sendAsync(request("conflict"), HttpResponse.BodyHandlers.ofString())
                .thenApply(HttpResponse::body);
        List<String> outcomes = List.of(one.get(60, TimeUnit.SECONDS), other.get(60, TimeUnit.SECONDS));

        assertThat(outcomes).containsOnlyOnce("written").anyMatch(each -> each.startsWith("RollbackException: "));
        assertThat(database.rows("select text, changes from profile")).containsExactly("better! 7");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "c.name = ?1; c.nam = ?1; column 43: Customers has no field 'nam'",
                "c.name = ?1; c.name = ?2; column 50: the method has 1 parameters, no ?2",
                "Customers c WHERE c.name; Custom c WHERE c.name; column 23: no bean of the module has the abstract schema",
                "<cmp-field><field-name>credit; <cmp-field><field-name>debit; has no abstract method getDebit()",
                "<primkey-field>id; <primkey-field>ident; names 'ident', which is no cmp-field",
                "<cmr-field-name>orders; <cmr-field-name>order; has no abstract method getOrder()",
                "<abstract-schema-name>Orders; <abstract-schema-name>Customers; which another bean of the module has",
                "<multiplicity>One; <multiplicity>Few; has the multiplicity 'Few'",
                "<method-name>findByName; <method-name>findByNam; has no <query> for findByName(java.lang.String)",
                "<cmp-version>2.x; <cmp-version>3.x; has the cmp-version '3.x'"
            })
    void aWrongDescriptorIsRefusedWithThePlace(String text, String wrong, String message) {
        String descriptor = descriptor().replaceFirst(java.util.regex.Pattern.quote(text), wrong.replace("?", "\\?"));
        String name = "wrong" + Math.abs(wrong.hashCode());

        assertThatThrownBy(() -> server.service(Deployer.class)
                        .deploy(
                                name,
                                ear(descriptor, MAPPING, name + ".war").write(directory.resolve(name + ".ear")),
                                null))
                .hasMessageContaining(message);
    }
}
