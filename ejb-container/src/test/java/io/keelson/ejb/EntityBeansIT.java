package io.keelson.ejb;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.deploy.Deployer;
import io.keelson.ejb.bmp.Account;
import io.keelson.ejb.bmp.AccountBean;
import io.keelson.ejb.bmp.AccountHome;
import io.keelson.ejb.bmp.BmpServlet;
import io.keelson.ejb.bmp.LocalAccount;
import io.keelson.ejb.bmp.LocalAccountHome;
import io.keelson.ejb.bmp.Refused;
import io.keelson.ejb.bmp.Trace;
import io.keelson.ejb.fixture.Archives;
import io.keelson.ejb.fixture.Database;
import io.keelson.testkit.TestServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Entity beans with bean-managed persistence, on H2. */
@Timeout(120)
class EntityBeansIT {
    @TempDir
    static Path directory;

    private static TestServer server;
    private static Database database;

    private static String entity(String name, boolean reentrant, String views) {
        return """
            <entity>
              <ejb-name>%s</ejb-name>
              %s
              <local-home>io.keelson.ejb.bmp.LocalAccountHome</local-home>
              <local>io.keelson.ejb.bmp.LocalAccount</local>
              <ejb-class>io.keelson.ejb.bmp.AccountBean</ejb-class>
              <persistence-type>Bean</persistence-type>
              <prim-key-class>java.lang.String</prim-key-class>
              <reentrant>%s</reentrant>
            </entity>
            """.formatted(name, views, reentrant);
    }

    private static String descriptor() {
        String remote = "<home>io.keelson.ejb.bmp.AccountHome</home><remote>io.keelson.ejb.bmp.Account</remote>";
        return """
            <ejb-jar xmlns="http://java.sun.com/xml/ns/j2ee" version="2.1">
              <enterprise-beans>%s</enterprise-beans>
              <assembly-descriptor>
                <security-role><role-name>nobody</role-name></security-role>
                <method-permission>
                  <role-name>nobody</role-name>
                  <method><ejb-name>Account</ejb-name><method-name>denied</method-name></method>
                </method-permission>
                <container-transaction>
                  <method><ejb-name>Account</ejb-name><method-name>mandatory</method-name></method>
                  <trans-attribute>Mandatory</trans-attribute>
                </container-transaction>
                <container-transaction>
                  <method><ejb-name>Loose</ejb-name><method-name>*</method-name></method>
                  <trans-attribute>NotSupported</trans-attribute>
                </container-transaction>
              </assembly-descriptor>
            </ejb-jar>
            """.formatted(entity("Account", false, remote)
                + entity("Reentrant", true, "")
                + entity("Lazy", false, "")
                + entity("Loose", false, "")
                + entity("Small", false, "")
                + entity("Eager", false, ""));
    }

    private static final String WEBLOGIC = """
            <weblogic-ejb-jar>
              <weblogic-enterprise-bean>
                <ejb-name>Lazy</ejb-name>
                <entity-descriptor>
                  <persistence><is-modified-method-name>isModified</is-modified-method-name></persistence>
                </entity-descriptor>
              </weblogic-enterprise-bean>
              <weblogic-enterprise-bean>
                <ejb-name>Small</ejb-name>
                <entity-descriptor><pool><max-beans-in-free-pool>1</max-beans-in-free-pool></pool></entity-descriptor>
              </weblogic-enterprise-bean>
              <weblogic-enterprise-bean>
                <ejb-name>Eager</ejb-name>
                <entity-descriptor>
                  <pool><initial-beans-in-free-pool>3</initial-beans-in-free-pool></pool>
                  <persistence><delay-updates-until-end-of-tx>false</delay-updates-until-end-of-tx></persistence>
                </entity-descriptor>
              </weblogic-enterprise-bean>
            </weblogic-ejb-jar>
            """;

    private static String reference(String name, String link) {
        return """
            <ejb-local-ref>
              <ejb-ref-name>ejb/%s</ejb-ref-name>
              <ejb-ref-type>Entity</ejb-ref-type>
              <local-home>io.keelson.ejb.bmp.LocalAccountHome</local-home>
              <local>io.keelson.ejb.bmp.LocalAccount</local>
              <ejb-link>%s</ejb-link>
            </ejb-local-ref>
            """.formatted(name, link);
    }

    @BeforeAll
    static void startServer() throws Exception {
        database = Database.open("create table account(id varchar(20) primary key, balance int)");
        server = TestServer.builder().yaml(database.domain()).start();
        String web = "<web-app xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"6.1\">"
                + reference("reentrant", "Reentrant") + reference("lazy", "Lazy") + reference("loose", "Loose")
                + reference("small", "Small") + reference("eager", "Eager") + "</web-app>";
        Archives ear = new Archives()
                .archive(
                        "beans.jar",
                        new Archives()
                                .classes("", AccountBean.class)
                                .text("META-INF/ejb-jar.xml", descriptor())
                                .text("META-INF/weblogic-ejb-jar.xml", WEBLOGIC))
                .archive("web.war", new Archives().war(BmpServlet.class).text("WEB-INF/web.xml", web))
                .archive(
                        "lib/api.jar",
                        new Archives()
                                .classes(
                                        "",
                                        Account.class,
                                        AccountHome.class,
                                        LocalAccount.class,
                                        LocalAccountHome.class,
                                        Refused.class,
                                        Trace.class));
        server.service(Deployer.class).deploy("bank", ear.write(directory.resolve("bank.ear")), null);
    }

    @AfterAll
    static void stopServer() throws Exception {
        if (server != null) {
            server.close();
        }
        database.close();
    }

    private static String get(String call) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(server.uri("/web/bmp/" + call)).build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                // each method is a transaction of its own; the instance of the pool is used again
                "create; a 5 | set create postCreate:a store:a passivate activate load balance store:a passivate",
                "transaction; 6 | find activate load deposit balance store:a passivate",
                "finder-sees-changes; 1 0",
                "home-method-sees-changes; 7",
                "rolled-back; 100",
                "order; store:y store:x passivate passivate",
                "duplicate; jakarta.ejb.DuplicateKeyException",
                "create-fails; jakarta.ejb.CreateException",
                "post-create-fails; CreateException",
                "not-found; jakarta.ejb.ObjectNotFoundException",
                "several; a 1",
                "home-method; true",
                "identical; true false true",
                "removed; NoSuchObjectLocalException NoSuchObjectException activate load remove",
                "removed-in-transaction; NoSuchObjectLocalException 4",
                "remove-by-handle; ObjectNotFoundException RemoveException",
                "handle; true",
                "meta; String false AccountHome",
                "failed; EJBException TransactionRolledbackLocalException true RemoteException 0",
                "application-exception; Refused Refused",
                "mandatory; TransactionRequiredLocalException TransactionRequiredException",
                "denied; AccessException",
                "loopback; EJBException RemoteException true",
                "unmodified; activate load balance passivate | activate load deposit store:a passivate",
                "no-transaction; activate load deposit store:a passivate 3",
                "pool; store:p1 store:p2 passivate passivate unset",
                "early-update; activate load deposit store:a"
            })
    void beansAreManagedAsTheSpecificationSays(String call, String expected) throws Exception {
        database.run("delete from account");
        if (!call.equals("create")) {
            database.run("insert into account values ('a', 5)");
        }

        assertThat(get(call)).isEqualTo(expected);
    }
}
