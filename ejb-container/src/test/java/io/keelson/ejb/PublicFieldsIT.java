package io.keelson.ejb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.Deployer;
import io.keelson.ejb.account.Account;
import io.keelson.ejb.account.AccountBean;
import io.keelson.ejb.account.AccountHome;
import io.keelson.ejb.account.AccountServlet;
import io.keelson.ejb.account.Entry;
import io.keelson.ejb.account.EntryBean;
import io.keelson.ejb.account.EntryHome;
import io.keelson.ejb.account.EntryKey;
import io.keelson.ejb.fixture.Archives;
import io.keelson.ejb.fixture.Database;
import io.keelson.testkit.TestServer;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Entity beans with container-managed persistence of version 1.x, on H2. */
@Timeout(180)
class PublicFieldsIT {
    private static final String PACKAGE = "io.keelson.ejb.account.";

    private static final String DESCRIPTOR = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE ejb-jar PUBLIC "-//Sun Microsystems, Inc.//DTD Enterprise JavaBeans 2.0//EN"
              "http://java.sun.com/dtd/ejb-jar_2_0.dtd">
            <ejb-jar><enterprise-beans>
              <entity>
                <ejb-name>Account</ejb-name>
                <home>PAccountHome</home><remote>PAccount</remote>
                <ejb-class>PAccountBean</ejb-class>
                <persistence-type>Container</persistence-type>
                <prim-key-class>java.lang.String</prim-key-class>
                <reentrant>False</reentrant>
                <cmp-version>1.x</cmp-version>
                <cmp-field><field-name>id</field-name></cmp-field>
                <cmp-field><field-name>owner</field-name></cmp-field>
                <cmp-field><field-name>balance</field-name></cmp-field>
                <cmp-field><field-name>opened</field-name></cmp-field>
                <cmp-field><field-name>seal</field-name></cmp-field>
                <cmp-field><field-name>open</field-name></cmp-field>
                <cmp-field><field-name>marks</field-name></cmp-field>
                <primkey-field>id</primkey-field>
              </entity>
              <entity>
                <ejb-name>Entry</ejb-name>
                <local-home>PEntryHome</local-home><local>PEntry</local>
                <ejb-class>PEntryBean</ejb-class>
                <persistence-type>Container</persistence-type>
                <prim-key-class>PEntryKey</prim-key-class>
                <reentrant>False</reentrant>
                <cmp-version>1.x</cmp-version>
                <abstract-schema-name>Entries</abstract-schema-name>
                <cmp-field><field-name>account</field-name></cmp-field>
                <cmp-field><field-name>number</field-name></cmp-field>
                <cmp-field><field-name>text</field-name></cmp-field>
                <query>
                  <query-method><method-name>findOf</method-name>
                    <method-params><method-param>java.lang.String</method-param></method-params></query-method>
                  <ejb-ql>SELECT OBJECT(e) FROM Entries e WHERE e.account = ?1 ORDER BY e.number</ejb-ql>
                </query>
              </entity>
            </enterprise-beans></ejb-jar>
            """.replaceAll(">P(Account|Entry)", ">" + PACKAGE + "$1");

    private static final String MAPPING = """
            <weblogic-rdbms-jar>
              <weblogic-rdbms-bean>
                <ejb-name>Account</ejb-name>
                <data-source-name>shop</data-source-name>
                <table-name>ACCOUNTS</table-name>
                <field-map><cmp-field>id</cmp-field><dbms-column>A_ID</dbms-column></field-map>
                <finder>
                  <finder-name>findRich</finder-name>
                  <finder-param>double</finder-param>
                  <finder-query><![CDATA[(orderBy 'balance DESC' (> balance $0))]]></finder-query>
                </finder>
                <finder>
                  <finder-name>findAll</finder-name>
                  <finder-query>(orderBy id)</finder-query>
                </finder>
                <finder>
                  <finder-name>findOf</finder-name>
                  <finder-param>java.lang.String</finder-param>
                  <finder-query>(= owner $0)</finder-query>
                </finder>
                <finder>
                  <finder-name>findLike</finder-name>
                  <finder-param>java.lang.String</finder-param>
                  <finder-param>int</finder-param>
                  <finder-query><![CDATA[(& (like owner $0) (<= balance $1) (isNotNull owner) (! (= id 'x')))]]></finder-query>
                </finder>
              </weblogic-rdbms-bean>
              <weblogic-rdbms-bean><ejb-name>Entry</ejb-name><data-source-name>shop</data-source-name></weblogic-rdbms-bean>
              <create-default-dbms-tables>CreateOnly</create-default-dbms-tables>
            </weblogic-rdbms-jar>
            """;

    private static Archives ear(String descriptor, String mapping, String web) {
        return ear(
                new Archives()
                        .classes("", AccountBean.class, EntryBean.class)
                        .text("META-INF/ejb-jar.xml", descriptor.stripLeading())
                        .text("META-INF/weblogic-cmp-rdbms-jar.xml", mapping),
                web);
    }

    private static Archives ear(Archives beans, String web) {
        return new Archives()
                .archive("beans.jar", beans)
                .archive(web, new Archives().war(AccountServlet.class))
                .archive(
                        "lib/api.jar",
                        new Archives()
                                .classes(
                                        "",
                                        Account.class,
                                        AccountHome.class,
                                        Entry.class,
                                        EntryHome.class,
                                        EntryKey.class));
    }

    private static String get(TestServer server, String call) throws Exception {
        String path = "/web/account/"
                + URLEncoder.encode(call, StandardCharsets.UTF_8).replace("+", "%20");
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(server.uri(path)).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Test
    void fieldsOfTheClassAreCreatedFoundWrittenAndRemoved(@TempDir Path directory) throws Exception {
        try (Database database = Database.open();
                TestServer server = TestServer.builder().yaml(database.domain()).start()) {
            server.service(Deployer.class)
                    .deploy("old", ear(DESCRIPTOR, MAPPING, "web.war").write(directory.resolve("old.ear")), null);

            assertThat(get(server, "create")).isEqualTo("d  Dan  40.0 0 [1, 2] true");
            assertThat(database.rows("select a_id, owner, balance, open from accounts order by a_id"))
                    .containsExactly("a Ada 10.0 TRUE", "b Bob 200.0 TRUE", "c null 3000.0 TRUE", "d Dan 40.0 TRUE");
            assertThat(get(server, "again")).startsWith("DuplicateKeyException: ");
            assertThat(get(server, "text")).isEqualTo("a Ada 10.0 0 [1, 2] true");
            assertThat(get(server, "missing")).startsWith("ObjectNotFoundException: ");

            database.run("update accounts set owner = 'Eva' where a_id = 'a'");
            assertThat(get(server, "change")).isEqualTo("a Eva 15.0 1000 [7, 2] true");
            assertThat(get(server, "text")).isEqualTo("a Eva 15.0 1000 [7, 2] true");
            assertThat(get(server, "marks")).isEqualTo("begun, stamped 7");
            assertThat(get(server, "rename")).contains("has changed its field 'id', which is of its primary key");
            assertThat(get(server, "text")).isEqualTo("a Eva 15.0 1000 [7, 2] true");

            assertThat(get(server, "rich")).isEqualTo("c,d,b");
            assertThat(get(server, "all")).isEqualTo("a,b,c,d");
            assertThat(get(server, "of")).isEqualTo("b");
            assertThat(get(server, "of nobody")).startsWith("ObjectNotFoundException: ");
            assertThat(get(server, "like")).isEqualTo("a");
            assertThat(get(server, "entries")).isEqualTo("first,last");
            assertThat(get(server, "remove")).isEqualTo("a,b");
        }
    }

    @Test
    void aStateThatHasNotChangedIsNotWritten(@TempDir Path directory) throws Exception {
        try (Database database = Database.open();
                TestServer server = TestServer.builder().yaml(database.domain()).start()) {
            server.service(Deployer.class)
                    .deploy("old", ear(DESCRIPTOR, MAPPING, "web.war").write(directory.resolve("old.ear")), null);
            get(server, "create");
            database.run("create table written (what varchar(10))");
            database.run("create trigger noted before update on accounts for each statement call '"
                    + Noted.class.getName() + "'");

            assertThat(get(server, "text")).isEqualTo("a Ada 10.0 0 [1, 2] true");
            assertThat(database.rows("select * from written")).isEmpty();
            get(server, "change");
            assertThat(database.rows("select * from written")).hasSize(1);
        }
    }

    /** Names the file of a bean's mapping. */
    private static String stored(String bean, String file) {
        return "<weblogic-enterprise-bean><ejb-name>" + bean + "</ejb-name><entity-descriptor><persistence>"
                + "<persistence-use><type-identifier>WebLogic_CMP_RDBMS</type-identifier><type-version>6.0</type-version>"
                + "<type-storage>" + file + "</type-storage></persistence-use></persistence></entity-descriptor>"
                + "</weblogic-enterprise-bean>";
    }

    @Test
    void mappingsLieInTheFilesThatBeansName(@TempDir Path directory) throws Exception {
        String entry =
                "<weblogic-rdbms-bean><ejb-name>Entry</ejb-name><data-source-name>shop</data-source-name></weblogic-rdbms-bean>";
        Archives beans = new Archives()
                .classes("", AccountBean.class, EntryBean.class)
                .text("META-INF/ejb-jar.xml", DESCRIPTOR.stripLeading())
                .text(
                        "META-INF/weblogic-ejb-jar.xml",
                        "<weblogic-ejb-jar>" + stored("Account", "META-INF/accounts.xml")
                                + stored("Entry", "META-INF/entries.xml") + "</weblogic-ejb-jar>")
                .text("META-INF/accounts.xml", MAPPING.replace(entry, ""));
        try (Database database = Database.open();
                TestServer server = TestServer.builder().yaml(database.domain()).start()) {
            Deployer deployer = server.service(Deployer.class);
            Path without = ear(beans, "web.war").write(directory.resolve("without.ear"));
            assertThatThrownBy(() -> deployer.deploy("old", without, null))
                    .hasMessageContaining("META-INF/weblogic-ejb-jar.xml")
                    .hasMessageContaining("'META-INF/entries.xml'");

            beans.text("META-INF/entries.xml", "<weblogic-rdbms-jar>" + entry + "</weblogic-rdbms-jar>");
            deployer.deploy("old", ear(beans, "web.war").write(directory.resolve("old.ear")), null);

            assertThat(get(server, "create")).isEqualTo("d  Dan  40.0 0 [1, 2] true");
            assertThat(database.rows("select a_id from accounts where owner = 'Dan'"))
                    .containsExactly("d");
            assertThat(get(server, "rich")).isEqualTo("c,d,b");
        }
    }

    /** Notes statements that update the table. */
    public static final class Noted implements org.h2.api.Trigger {
        @Override
        public void fire(java.sql.Connection connection, Object[] before, Object[] after) throws java.sql.SQLException {
            try (java.sql.Statement statement = connection.createStatement()) {
                statement.execute("insert into written values ('update')");
            }
        }
    }

    @Test
    void aDescriptorOfTheFirstVersionNeedsNoVersionOfPersistence(@TempDir Path directory) throws Exception {
        String old = DESCRIPTOR
                .replace("JavaBeans 2.0", "JavaBeans 1.1")
                .replace("ejb-jar_2_0", "ejb-jar_1_1")
                .replaceAll("<cmp-version>1.x</cmp-version>", "");
        try (Database database = Database.open();
                TestServer server = TestServer.builder().yaml(database.domain()).start()) {
            server.service(Deployer.class)
                    .deploy("old", ear(old, MAPPING, "web.war").write(directory.resolve("old.ear")), null);

            assertThat(get(server, "create")).isEqualTo("d  Dan  40.0 0 [1, 2] true");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "<cmp-field><field-name>owner; <cmp-field><field-name>ownr; has no public field of that name",
                "<cmp-version>1.x; <cmp-version>3.x; has the cmp-version '3.x'",
                "<cmp-version>1.x; <cmp-version>2.x; expected an <abstract-schema-name>",
                "(= owner $0); (= owner $1); character 10: the finder has 1 parameters, no $1",
                "<finder-name>findOf; <finder-name>findIt; has no <query> for findOf(java.lang.String)",
                "<finder-query>(orderBy id)</finder-query>; <finder-sql>1 = 1</finder-sql>; has a <finder-sql>",
                "<cmp-field>id</cmp-field>; <cmp-field>ident</cmp-field>; maps the field 'ident'"
            })
    void aWrongDescriptorIsRefusedWithThePlace(String text, String wrong, String message, @TempDir Path directory)
            throws Exception {
        String descriptor = DESCRIPTOR.replaceFirst(Pattern.quote(text), wrong.replace("$", "\\$"));
        String mapping = MAPPING.replaceFirst(Pattern.quote(text), wrong.replace("$", "\\$"));
        try (Database database = Database.open();
                TestServer server = TestServer.builder().yaml(database.domain()).start()) {
            assertThatThrownBy(() -> server.service(Deployer.class)
                            .deploy(
                                    "wrong",
                                    ear(descriptor, mapping, "web.war").write(directory.resolve("wrong.ear")),
                                    null))
                    .hasMessageContaining(message);
        }
    }
}
