package io.keelson.ejb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.Deployer;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ejb.fixture.Archives;
import io.keelson.ejb.fixture.Said;
import io.keelson.ejb.management.BeanRuntime;
import io.keelson.ejb.management.EjbAdministration;
import io.keelson.ejb.pool.BrokenBean;
import io.keelson.ejb.pool.PoolServlet;
import io.keelson.ejb.pool.PooledBean;
import io.keelson.testkit.TestServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Pools and transactions of session beans as {@code weblogic-ejb-jar.xml} says, or a deployment plan. */
@Timeout(120)
class PoolSettingsIT {
    private static final String DESCRIPTOR = """
            <weblogic-ejb-jar>
              <weblogic-enterprise-bean>
                <ejb-name>PooledBean</ejb-name>
                <stateless-session-descriptor>
                  <pool>
                    <max-beans-in-free-pool>4</max-beans-in-free-pool>
                    <initial-beans-in-free-pool>3</initial-beans-in-free-pool>
                  </pool>
                </stateless-session-descriptor>
                <transaction-descriptor>
                  <trans-timeout-seconds>1</trans-timeout-seconds>
                </transaction-descriptor>
              </weblogic-enterprise-bean>
            </weblogic-ejb-jar>
            """;

    @TempDir
    static Path directory;

    private static TestServer server;

    @BeforeAll
    static void start() throws Exception {
        server = TestServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static void deploy(String name, String descriptor, String plan, Class<?>... beans) throws Exception {
        Archives war = new Archives()
                .war(beans)
                .classes("WEB-INF/classes/", PoolServlet.class, PooledBean.class)
                .text("WEB-INF/weblogic-ejb-jar.xml", descriptor);
        server.service(Deployer.class).deploy(name, war.write(directory.resolve(name + ".war")), null, plan);
    }

    private static String get(String path) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(server.uri(path)).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static BeanRuntime bean(String name) {
        return server.service(EjbAdministration.class).runtimes().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theFirstInstancesAreThereBeforeTheFirstCall() throws Exception {
        deploy("filled", DESCRIPTOR, "");
        assertThat(bean("filled/PooledBean").free()).isEqualTo(3);
        assertThat(get("/filled/call")).isEqualTo("called");
        assertThat(bean("filled/PooledBean").free()).isEqualTo(3);
    }

    @Test
    void aTransactionOfTheBeanHasItsTimeOut() throws Exception {
        deploy("overdue", DESCRIPTOR, "");
        // The call itself sees that its transaction is over; its client hears that it was rolled back.
        assertThat(get("/overdue/overdue")).isEqualTo("EJBTransactionRolledbackException");
    }

    @Test
    void aPlanHasOtherValues() throws Exception {
        deploy(
                "planned",
                DESCRIPTOR,
                "WEB-INF/weblogic-ejb-jar.xml:\n"
                        + "  weblogic-enterprise-bean[ejb-name=PooledBean]/stateless-session-descriptor/pool:\n"
                        + "    initial-beans-in-free-pool: 1\n");
        assertThat(bean("planned/PooledBean").free()).isEqualTo(1);
    }

    @Test
    void instancesThatCannotBeMadeAreSaid() throws Exception {
        try (Said said = new Said()) {
            deploy("broken", DESCRIPTOR.replace("PooledBean", "BrokenBean"), "", BrokenBean.class);
            assertThat(said.messages())
                    .anyMatch(each -> each.contains("BrokenBean") && each.contains("before the first call"));
        }
        assertThat(get("/broken/call")).isEqualTo("called");
    }

    @Test
    void moreAtTheStartThanThereMayBeIsRefused() {
        String wrong = DESCRIPTOR.replace(">3<", ">5<");
        assertThatThrownBy(() -> deploy("wrong", wrong, ""))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("WEB-INF/weblogic-ejb-jar.xml:6:")
                .hasMessageContaining("fewer than the 5 instances");
        String negative = DESCRIPTOR.replace(">1<", ">-1<");
        assertThatThrownBy(() -> deploy("negative", negative, ""))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("WEB-INF/weblogic-ejb-jar.xml:11:");
    }
}
