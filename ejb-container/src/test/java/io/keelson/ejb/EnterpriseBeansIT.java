package io.keelson.ejb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.Deployer;
import io.keelson.ejb.cdi.Basket;
import io.keelson.ejb.cdi.Built;
import io.keelson.ejb.cdi.CdiServlet;
import io.keelson.ejb.cdi.Journal;
import io.keelson.ejb.cdi.Loud;
import io.keelson.ejb.cdi.Mark;
import io.keelson.ejb.cdi.Mistyped;
import io.keelson.ejb.cdi.Pricing;
import io.keelson.ejb.cdi.PricingBean;
import io.keelson.ejb.ear.OrderBean;
import io.keelson.ejb.ear.OrderServlet;
import io.keelson.ejb.ear.Orders;
import io.keelson.ejb.fixture.Archives;
import io.keelson.ejb.strict.Ledger;
import io.keelson.ejb.strict.OtherBean;
import io.keelson.ejb.strict.Remotely;
import io.keelson.ejb.strict.RemotelyBean;
import io.keelson.ejb.strict.RemotelyServlet;
import io.keelson.ejb.strict.StrictServlet;
import io.keelson.ejb.strict.Till;
import io.keelson.ejb.war.BeanServlet;
import io.keelson.ejb.war.Broken;
import io.keelson.ejb.war.Cart;
import io.keelson.ejb.war.Counted;
import io.keelson.ejb.war.Greeter;
import io.keelson.ejb.war.Guarded;
import io.keelson.ejb.war.Shouting;
import io.keelson.ejb.war.Slow;
import io.keelson.ejb.war.Starter;
import io.keelson.ejb.war.Visits;
import io.keelson.testkit.TestServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Enterprise beans of web modules and of enterprise applications, on a server in the test's JVM. */
class EnterpriseBeansIT {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    static Path directory;

    private static TestServer server;

    @BeforeAll
    static void startServer() throws Exception {
        server = TestServer.start();
        deploy("beans.war", war());
        deploy(
                "shop.ear",
                new Archives()
                        .archive("beans.jar", new Archives().classes("", OrderBean.class))
                        .archive("web.war", new Archives().war(OrderServlet.class))
                        .archive("lib/api.jar", new Archives().classes("", Orders.class)));
    }

    private static final Class<?>[] BEANS = {
        Mark.class, Loud.class, Pricing.class, PricingBean.class, Journal.class, Basket.class, Built.class
    };

    private static Archives war() {
        return new Archives()
                .war(
                        BeanServlet.class,
                        Greeter.class,
                        Shouting.class,
                        Visits.class,
                        Starter.class,
                        Cart.class,
                        Slow.class,
                        Guarded.class)
                .archive("WEB-INF/lib/counted.jar", new Archives().classes("", Counted.class))
                .text("WEB-INF/web.xml", """
                    <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1">
                      <ejb-local-ref>
                        <ejb-ref-name>ejb/visits</ejb-ref-name>
                        <local>io.keelson.ejb.war.Visits</local>
                        <ejb-link>Counter</ejb-link>
                      </ejb-local-ref>
                    </web-app>
                    """);
    }

    @AfterAll
    static void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    private static void deploy(String file, Archives archive) throws Exception {
        String name = file.substring(0, file.indexOf('.'));
        server.service(Deployer.class).deploy(name, archive.write(directory.resolve(file)), null);
    }

    private static String get(String path) throws Exception {
        HttpResponse<String> response =
                CLIENT.send(HttpRequest.newBuilder(server.uri(path)).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body();
    }

    private static String call(String what) throws Exception {
        return get("/beans/call/" + what);
    }

    @Test
    void aServletCallsABeanWhoseInterceptorRunsAround() throws Exception {
        assertThat(call("greet")).matches("HELLO ADA OF BEANS, VISIT \\d+");
    }

    @Test
    void allPortableNamesLeadToTheBean() throws Exception {
        assertThat(call("same")).isEqualTo("true");
        assertThat(call("names")).isEqualTo("true");
        assertThat(call("descriptor")).isEqualTo("true");
    }

    @Test
    void theContainerBeginsTransactionsAndTellsOfFailures() throws Exception {
        assertThat(call("transaction")).isEqualTo("true false refused");
        assertThat(call("joined")).isEqualTo("EJBTransactionRolledbackException by IllegalStateException 1");
        assertThat(call("fail")).isEqualTo("EJBException by IllegalStateException");
        assertThat(call("hidden")).isEqualTo("EJBException");
    }

    @Test
    void aBeanMayManageItsTransactionsItself() throws Exception {
        assertThat(call("own")).isEqualTo("status 0");
        assertThat(call("leaves")).isEqualTo("EJBException by IllegalStateException");
    }

    @Test
    void startupSingletonsAreMadeInTheirOrderInTransactions() throws Exception {
        assertThat(call("startup")).isEqualTo("started in transaction true starter counter");
    }

    @Test
    void aStatefulBeanBelongsToItsClientUntilItIsRemoved() throws Exception {
        assertThat(call("cart")).isEqualTo("[apple, plum][pear]bought [apple, plum] gone");
    }

    @Test
    void asynchronousMethodsAnswerFailAndHearOfCancellation() throws Exception {
        assertThat(call("asynchronous")).isEqualTo("abab and later");
        assertThat(call("failing")).isEqualTo("ExecutionException by EJBException by IllegalStateException");
        assertThat(call("cancel")).isEqualTo("false heard of it");
    }

    @Test
    void aBeanRunsAsItsRoleAndOthersAreRefused() throws Exception {
        assertThat(call("guarded")).isEqualTo("anonymous hears: told to clerk true");
        assertThat(call("secret")).isEqualTo("EJBAccessException");
    }

    @Test
    void anEnterpriseApplicationCallsTheBeansOfItsModules() throws Exception {
        assertThat(get("/web/order")).matches("tea from beans, \\d+ truetruetrue");
    }

    @Test
    void sessionBeansAreBeansOfCdi() throws Exception {
        deploy("inject.war", new Archives().war(CdiServlet.class).war(BEANS));

        assertThat(get("/inject/cdi/price")).isEqualTo("TEA COSTS 3! AFTER TEA! crowns");
        assertThat(get("/inject/cdi/built")).isEqualTo("1");
        assertThat(get("/inject/cdi/basket")).isEqualTo("3 ended 0");
        assertThat(get("/inject/cdi/basket")).isEqualTo("3 ended 1");
    }

    @Test
    void aFieldOfAnotherTypeThanItsBeanIsADefinitionError() {
        assertThatThrownBy(() -> deploy(
                        "mistyped.war", new Archives().war(Mistyped.class).war(BEANS)))
                .hasMessageContaining("@EJB on field 'pricing' of class io.keelson.ejb.cdi.Mistyped")
                .hasMessageContaining("is to be a java.lang.Integer")
                .hasMessageContaining("is a io.keelson.ejb.cdi.Pricing");
    }

    @Test
    void sessionBeansOfAModuleAreInjectedIntoAnother() throws Exception {
        deploy(
                "mall.ear",
                new Archives()
                        .archive("mall.jar", new Archives().classes("", BEANS))
                        .archive("mallweb.war", new Archives().war(CdiServlet.class)));

        assertThat(get("/mallweb/cdi/price")).isEqualTo("TEA COSTS 3! AFTER TEA! crowns");
    }

    @Test
    void singletonsEndInTheReverseOrder() throws Exception {
        System.clearProperty("keelson.test.ejb.ended");
        deploy("ending.war", war());
        server.service(Deployer.class).undeploy("ending");

        assertThat(System.getProperty("keelson.test.ejb.ended")).isEqualTo("counter starter ");
    }

    @Test
    void aStandAloneModuleIsDeployed() throws Exception {
        deploy("alone.jar", new Archives().classes("", OrderBean.class, Orders.class));

        assertThat(server.service(Deployer.class).applications().toString()).contains("alone");
        server.service(Deployer.class).undeploy("alone");
    }

    @Test
    void membersAndPluralsDeclareNamesAndReferencesAreEqualAsTheSpecificationSays() throws Exception {
        deploy(
                "strict.war",
                new Archives()
                        .archive("WEB-INF/lib/beans.jar", new Archives().classes("", Ledger.class, Till.class))
                        .war(StrictServlet.class, StrictServlet.class.getSuperclass()));

        assertThat(get("/strict/strict/names")).isEqualTo("Till Till Ledger Till true true");
        assertThat(get("/strict/strict/equal")).isEqualTo("true false");
        assertThat(get("/strict/strict/supports")).isEqualTo("refused");
        assertThat(get("/strict/strict/status")).isEqualTo("0 true");
        assertThat(get("/strict/strict/completion")).isEqualTo("gone");
        server.service(Deployer.class).undeploy("strict");
    }

    @Test
    void aRemoteInterfacePassesValuesUnlessTheDescriptorSaysOtherwise() throws Exception {
        Class<?>[] classes = {RemotelyServlet.class, RemotelyBean.class, Remotely.class};
        deploy("values.war", new Archives().war(classes));
        deploy("shared.war", new Archives().war(classes).text("WEB-INF/weblogic-ejb-jar.xml", """
                        <weblogic-ejb-jar>
                          <weblogic-enterprise-bean>
                            <ejb-name>RemotelyBean</ejb-name>
                            <enable-call-by-reference>True</enable-call-by-reference>
                          </weblogic-enterprise-bean>
                        </weblogic-ejb-jar>
                        """));

        assertThat(get("/values/remotely/change")).isEqualTo("mine changed changed");
        assertThat(get("/values/remotely/take")).isEqualTo("refused by NotSerializableException");
        assertThat(get("/values/remotely/nothing")).isEqualTo("no name no view");
        assertThat(get("/shared/remotely/change")).isEqualTo("changed changed again");
        assertThat(get("/shared/remotely/take")).isEqualTo("taken");
        server.service(Deployer.class).undeploy("values");
        server.service(Deployer.class).undeploy("shared");
    }

    @Test
    void aReferenceOfADescriptorTakesTheBeanNameOfItsAnnotation() throws Exception {
        deploy(
                "linked.war",
                new Archives()
                        .war(RemotelyServlet.class, RemotelyBean.class, OtherBean.class, Remotely.class)
                        .text("WEB-INF/web.xml", """
                                <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1">
                                  <ejb-ref>
                                    <ejb-ref-name>ejb/which</ejb-ref-name>
                                    <remote>io.keelson.ejb.strict.Remotely</remote>
                                  </ejb-ref>
                                </web-app>
                                """));

        assertThat(get("/linked/remotely/nothing")).isEqualTo("no name no view");
        server.service(Deployer.class).undeploy("linked");
    }

    @Test
    void aReferenceToNothingAndABrokenRuleAreRefused() {
        Archives incomplete = new Archives()
                .war(
                        BeanServlet.class,
                        Greeter.class,
                        Shouting.class,
                        Visits.class,
                        Starter.class,
                        Slow.class,
                        Guarded.class);
        assertThatThrownBy(() -> deploy("missing.war", incomplete))
                .hasMessageContaining("@EJB on field 'visits'")
                .hasMessageContaining("'Counter', and the application has none");
        assertThatThrownBy(() -> deploy("broken.war", new Archives().war(Broken.class)))
                .hasMessageContaining("must not be final (Enterprise Beans 4.0 Core, 4.9.2)");
    }
}
