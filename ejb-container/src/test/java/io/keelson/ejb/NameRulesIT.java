package io.keelson.ejb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.Deployer;
import io.keelson.ejb.fixture.Archives;
import io.keelson.ejb.rules.Keeper;
import io.keelson.ejb.rules.Managed;
import io.keelson.ejb.rules.RulesServlet;
import io.keelson.ejb.rules.Seeker;
import io.keelson.ejb.rules.Unused;
import io.keelson.ejb.rules.Wrong;
import io.keelson.kernel.naming.Naming;
import io.keelson.testkit.TestServer;
import jakarta.ejb.NoSuchEJBException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import javax.naming.Context;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names below {@code java:comp} that only some components have, names of modules, and references that outlive their application. */
class NameRulesIT {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final String BEANS = "found found NameNotFoundException refused, "
            + "0 found NameNotFoundException found %1$s found %3$s, found found NameNotFoundException, "
            + "%2$s found %3$s NameNotFoundException, NameNotFoundException NameNotFoundException found";

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

    private static Class<?> helper() throws ClassNotFoundException {
        return Class.forName("io.keelson.ejb.rules.Lookups");
    }

    private static Archives beans(String moduleName) throws Exception {
        return new Archives()
                .classes("", Managed.class, Keeper.class, helper())
                .text(
                        "META-INF/ejb-jar.xml",
                        "<ejb-jar xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"4.0\"><module-name>"
                                + moduleName + "</module-name></ejb-jar>");
    }

    private static void deploy(String file, Archives archive) throws Exception {
        server.service(Deployer.class)
                .deploy(file.substring(0, file.indexOf('.')), archive.write(directory.resolve(file)), null);
    }

    private static String call(String root, String name) throws Exception {
        return CLIENT.send(
                        HttpRequest.newBuilder(server.uri(root + "/rules?name=" + name))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Test
    void beansOfAnEjbModuleFindWhatTheyHave() throws Exception {
        Archives web = new Archives().war(RulesServlet.class, helper());
        deploy("rules.ear", new Archives().archive("beans.jar", beans("goods")).archive("web.war", web));
        String told = call("/web", "java:global/rules/goods/Managed");
        Callable<?> left = (Callable<?>) System.getProperties().remove(RulesServlet.REFERENCE + "/web");
        server.service(Deployer.class).undeploy("rules");
        assertThat(told).isEqualTo(BEANS, "rules", "goods", "NameNotFoundException");
        assertThatThrownBy(left::call)
                .isInstanceOf(NoSuchEJBException.class)
                .hasMessageContaining("rules")
                .hasMessageContaining("has been undeployed");
    }

    @Test
    void aModuleThatIsDeployedAloneHasItsDescriptorsName() throws Exception {
        deploy("alone.jar", beans("single"));
        deploy(
                "caller.war",
                new Archives()
                        .war(RulesServlet.class, Managed.class, Keeper.class, helper())
                        .text(
                                "WEB-INF/web.xml",
                                "<web-app xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"6.1\">"
                                        + "<module-name>front</module-name></web-app>"));
        try {
            assertThat(call("/caller", "java:global/front/Managed"))
                    .as("beans of a web module share their names")
                    .isEqualTo(BEANS, "caller", "front", "found");
            assertThat(call("/caller", "java:global/single/Managed"))
                    .startsWith("found found NameNotFoundException refused");
        } finally {
            System.getProperties().remove(RulesServlet.REFERENCE + "/caller");
            server.service(Deployer.class).undeploy("caller");
            server.service(Deployer.class).undeploy("alone");
        }
    }

    @Test
    void aBeanWithContainerManagedTransactionsMustNotAskForAUserTransaction() {
        assertThatThrownBy(() -> deploy("wrong.jar", new Archives().classes("", Wrong.class)))
                .hasMessageContaining("io.keelson.ejb.rules.Wrong.mine: asks for a UserTransaction")
                .hasMessageContaining("8.3.3");
    }

    @Test
    void aLookupThatLeadsToNothingIsRefused() throws Exception {
        Context names = server.service(Naming.class).context();
        names.createSubcontext("counters");
        names.bind("counters/visit", 1);
        Archives seeking = new Archives().classes("", Seeker.class, Unused.class);

        assertThatThrownBy(() -> deploy("seeking.jar", seeking))
                .hasMessageContaining("field 'visits' of class io.keelson.ejb.rules.Seeker")
                .hasMessageContaining("'counters/visits' leads to nothing; did you mean counters/visit?");

        names.bind("counters/visits", 1);
        deploy("seeking.jar", seeking);
        server.service(Deployer.class).undeploy("seeking");
    }

    @Test
    void aNameOfAModuleThatCannotStandInNamesIsRefused() {
        assertThatThrownBy(() -> deploy("slash.jar", beans("a/b")))
                .hasMessageContaining("META-INF/ejb-jar.xml:1")
                .hasMessageContaining("'a/b'");
    }
}
