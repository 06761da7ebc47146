package io.keelson.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.servlet.fixture.FakeExchange;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Applications of which something fails at the start. */
class FailingStartTest {
    private final Logger logger = Logger.getLogger("io.keelson.servlet");
    private final List<String> errors = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord said) {
            if (said.getLevel().intValue() >= Level.SEVERE.intValue()) {
                errors.add(said.getMessage());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };
    private TestWeb web;

    @BeforeEach
    void start(@TempDir Path directory) {
        logger.addHandler(handler);
        web = new TestWeb(directory);
    }

    @AfterEach
    void stop() {
        web.close();
        logger.removeHandler(handler);
    }

    public static final class Fails extends HttpServlet {
        @Override
        public void init() throws ServletException {
            switch (getInitParameter("how")) {
                case "exception" -> throw new ServletException("no database");
                case "runtime" -> throw new IllegalStateException("no database");
                case "linkage" -> throw new NoClassDefFoundError("no/database");
                case "assertion" -> throw new AssertionError("no database");
                default -> throw new StackOverflowError();
            }
        }
    }

    public static final class Refuses extends HttpServlet {
        @Override
        public void init() throws ServletException {
            throw new ServletException(new DeploymentException("no good resources"));
        }
    }

    public static final class Serves extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().print("served");
        }
    }

    private static String early(String name, String className, String how) {
        return "<servlet><servlet-name>" + name + "</servlet-name><servlet-class>" + className
                + "</servlet-class><init-param><param-name>how</param-name><param-value>" + how
                + "</param-value></init-param><load-on-startup>1</load-on-startup></servlet>"
                + "<servlet-mapping><servlet-name>" + name + "</servlet-name><url-pattern>/" + name
                + "</url-pattern></servlet-mapping>";
    }

    private static final String SERVES = TestWeb.servlet("serves", Serves.class, "/serves");

    @ParameterizedTest
    @ValueSource(strings = {"exception", "runtime", "linkage", "assertion", "stack"})
    void aServletThatFailsAtTheStartIsUnavailableAndTheRestServes(String how) throws Exception {
        web.deploy(early("fails", Fails.class.getName(), how) + SERVES);
        for (int i = 0; i < 3; i++) {
            FakeExchange failed = web.get("/shop/fails");
            assertThat(failed.response().status()).isEqualTo(503);
            assertThat(failed.response().headers().get("Retry-After")).isNull();
        }
        assertThat(web.get("/shop/serves").response().text()).isEqualTo("served");
        assertThat(errors).hasSize(1);
        assertThat(errors.get(0)).contains("fails").contains("503");
        assertThat(web.outOfService()).hasSize(1);
        assertThat(web.outOfService().get(0)).startsWith("servlet fails failed at the start and answers 503: ");
    }

    @Test
    void aServletOfTheServersRefusesTheApplication() {
        assertThatThrownBy(() -> web.deploy(early("fails", Refuses.class.getName(), "") + SERVES))
                .isInstanceOf(DeploymentException.class)
                .hasMessage("no good resources");
    }

    @Test
    void aClassThatIsMissingIsNoOtherMatter() throws Exception {
        web.deploy(early("fails", "no.such.Servlet", "") + SERVES);
        assertThat(web.get("/shop/fails").response().status()).isEqualTo(503);
        assertThat(web.get("/shop/serves").response().text()).isEqualTo("served");
        assertThat(errors).hasSize(1);
    }

    @Test
    void aListenerOfAnotherServersFacesIsLeftOut() throws Exception {
        web.deploy(
                "<listener><listener-class>org.apache.myfaces.webapp.StartupServletContextListener</listener-class></listener>"
                        + SERVES);
        assertThat(web.get("/shop/serves").response().text()).isEqualTo("served");
    }

    @Test
    void aListenerThatIsMissingRefusesTheApplication() {
        assertThatThrownBy(() ->
                        web.deploy("<listener><listener-class>no.such.Listener</listener-class></listener>" + SERVES))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("no.such.Listener");
    }

    @Test
    void aMappingOfRestWithoutResourcesLeadsToNothing() throws Exception {
        web.deploy("<servlet-mapping><servlet-name>jakarta.ws.rs.core.Application</servlet-name>"
                + "<url-pattern>/hello/*</url-pattern></servlet-mapping>" + SERVES);
        assertThat(web.get("/shop/hello/x").response().status()).isEqualTo(404);
        assertThat(web.get("/shop/serves").response().text()).isEqualTo("served");
    }

    @Test
    void theSettingRefusesTheWholeApplication(@TempDir Path directory) {
        try (TestWeb strict = TestWeb.refusingFailures(directory)) {
            assertThatThrownBy(() -> strict.deploy(early("fails", Fails.class.getName(), "runtime")))
                    .isInstanceOf(DeploymentException.class)
                    .hasMessageContaining("the servlet fails cannot be initialised")
                    .hasMessageContaining("no database");
        }
    }

    public static final class Breaks implements ServletContextListener {
        @Override
        public void contextInitialized(ServletContextEvent event) {
            throw new IllegalStateException("no database");
        }

        @Override
        public void contextDestroyed(ServletContextEvent event) {
            throw new NullPointerException("nothing to close");
        }
    }

    @Test
    void whatFailsAtTheEndOfARefusedApplicationGoesWithTheReason() {
        DeploymentException refused = org.assertj.core.api.Assertions.catchThrowableOfType(
                DeploymentException.class, () -> web.deploy(TestWeb.listener(Breaks.class)));
        assertThat(refused).hasMessageContaining("no database");
        web.close();
        assertThat(errors).isEmpty();
        assertThat(refused.getSuppressed())
                .singleElement()
                .satisfies(e -> assertThat(e.getMessage()).contains(Breaks.class.getName(), "nothing to close"));
    }
}
