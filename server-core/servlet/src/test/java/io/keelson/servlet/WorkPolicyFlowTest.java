package io.keelson.servlet;

import static io.keelson.servlet.TestWeb.servlet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.work.RequestClassDefinition;
import io.keelson.base.work.ThreadLimit;
import io.keelson.base.work.WorkDefinitions;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.servlet.fixture.FakeExchange;
import io.keelson.servlet.fixture.ManualWork;
import io.keelson.servlet.work.DispatchSettings;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which work manager a request goes to. */
class WorkPolicyFlowTest {
    private static final AtomicReference<AsyncContext> CYCLE = new AtomicReference<>();

    @TempDir
    Path directory;

    private TestWeb web;
    private final Notes notes = new Notes();

    private static final class Notes extends Handler {
        private final List<String> warnings = new ArrayList<>();

        @Override
        public void publish(LogRecord event) {
            if (event.getLevel().intValue() >= java.util.logging.Level.WARNING.intValue()) {
                warnings.add(event.getMessage());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    @BeforeEach
    void makeServer() {
        web = new TestWeb(directory);
        Logger.getLogger("io.keelson").addHandler(notes);
    }

    @AfterEach
    void stop() {
        Logger.getLogger("io.keelson").removeHandler(notes);
        web.close();
    }

    public static final class Answer extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException, ServletException {
            String forward = request.getParameter("forward");
            if (forward != null && request.getDispatcherType() == DispatcherType.REQUEST) {
                request.getRequestDispatcher(forward).forward(request, response);
                return;
            }
            response.getWriter().print("yes");
        }
    }

    public static final class Later extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            AsyncContext cycle = request.startAsync();
            CYCLE.set(cycle);
            if (request.getParameter("start") != null) {
                cycle.start(cycle::complete);
            }
        }
    }

    public static final class Login extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException, ServletException {
            request.getSession();
            if (request.getParameter("in") != null) {
                request.login("ann", "secret");
            } else if (request.getParameter("out") != null) {
                request.logout();
            }
            response.getWriter().print(request.getRemoteUser());
        }
    }

    private void weblogic(String elements) throws IOException {
        web.file(
                "WEB-INF/weblogic.xml",
                "<weblogic-web-app xmlns='http://xmlns.oracle.com/weblogic/weblogic-web-app'>\n" + elements
                        + "</weblogic-web-app>");
    }

    private static String withPolicy(String servlet, String policy) {
        return servlet.replace(
                "</servlet-class>",
                "</servlet-class><init-param><param-name>wl-dispatch-policy</param-name><param-value>" + policy
                        + "</param-value></init-param>");
    }

    private void served(ManualWork by, String target) {
        web.work.taken();
        by.taken();
        assertThat(web.get(target).response().status()).isEqualTo(200);
        assertThat(by.taken()).as("pieces of " + by.name() + " for " + target).isEqualTo(1);
        assertThat(by == web.work ? 0 : web.work.taken()).isZero();
    }

    @Test
    void whereNothingIsSaidItIsTheApplicationsOwn() throws Exception {
        web.workManager("batch");
        web.deploy(servlet("a", Answer.class, "/a"));
        served(web.work, "/shop/a");
        assertThat(web.scope.open()).isEmpty();
        assertThat(notes.warnings).isEmpty();
    }

    @Test
    void theMostParticularCounts() throws Exception {
        ManualWork application = web.workManager("application");
        ManualWork byDescriptor = web.workManager("by-descriptor");
        ManualWork byParameter = web.workManager("by-parameter");
        ManualWork byPath = web.workManager("by-path");
        weblogic("""
                <wl-dispatch-policy>application</wl-dispatch-policy>
                <servlet-descriptor><servlet-name>b</servlet-name><dispatch-policy>by-descriptor</dispatch-policy></servlet-descriptor>
                """);
        web.dispatch(null, Map.of("by-path", List.of("/b/slow/*", "*.pdf")));
        web.deploy(servlet("a", Answer.class, "/a")
                + withPolicy(servlet("b", Answer.class, "/b/*"), "by-parameter")
                + withPolicy(servlet("c", Answer.class, "/c/*"), "by-parameter"));

        served(application, "/shop/a");
        served(byDescriptor, "/shop/b/1");
        served(byParameter, "/shop/c/1");
        served(byPath, "/shop/b/slow/1");
        served(byPath, "/shop/c/report.pdf");
        assertThat(notes.warnings).isEmpty();
    }

    @Test
    void theDomainComesBeforeTheDescriptorOfTheApplication() throws Exception {
        web.workManager("descriptor");
        ManualWork domain = web.workManager("domain");
        weblogic("<wl-dispatch-policy>descriptor</wl-dispatch-policy>");
        web.dispatch("domain", Map.of());
        web.deploy(servlet("a", Answer.class, "/a"));
        served(domain, "/shop/a");
    }

    @Test
    void aForwardStaysWhereItsRequestIs() throws Exception {
        ManualWork batch = web.workManager("batch");
        web.deploy(servlet("a", Answer.class, "/a") + withPolicy(servlet("b", Answer.class, "/b"), "batch"));
        served(web.work, "/shop/a?forward=/b");
        assertThat(batch.taken()).isZero();
        served(batch, "/shop/b?forward=/a");
    }

    @Test
    void whatGoesOnAsynchronouslyStaysThere() throws Exception {
        ManualWork batch = web.workManager("batch");
        web.deploy(withPolicy(servlet("later", Later.class, "/later"), "batch") + servlet("a", Answer.class, "/a"));

        FakeExchange started = web.get("/shop/later?start=1");
        assertThat(started.response().ended()).isTrue();
        assertThat(batch.taken()).as("the request, the task of start, the end").isEqualTo(3);

        FakeExchange waiting = web.get("/shop/later");
        batch.taken();
        CYCLE.get().dispatch("/a");
        assertThat(batch.taken()).isEqualTo(1);
        batch.run();
        assertThat(waiting.response().text()).isEqualTo("yes");
        assertThat(web.work.taken()).isZero();
    }

    @Test
    void anApplicationHasWorkManagersOfItsOwn() throws Exception {
        weblogic("""
                <wl-dispatch-policy>slow</wl-dispatch-policy>
                <work-manager><name>slow</name>
                  <context-request-class><name>who</name>
                    <context-case><user-name>ann</user-name><request-class-name>high</request-class-name></context-case>
                    <context-case><group-name>everyone</group-name><request-class-name>gold</request-class-name></context-case>
                  </context-request-class>
                  <max-threads-constraint><name>most</name><count>3</count></max-threads-constraint>
                  <capacity><count>10</count></capacity>
                </work-manager>
                <work-manager><name>fast</name>
                  <fair-share-request-class><name>high</name><fair-share>80</fair-share></fair-share-request-class>
                  <min-threads-constraint-name>domains</min-threads-constraint-name>
                  <max-threads-constraint-name>most</max-threads-constraint-name>
                  <work-manager-shutdown-trigger><max-stuck-thread-time>30</max-stuck-thread-time>\
                  <stuck-thread-count>2</stuck-thread-count></work-manager-shutdown-trigger>
                </work-manager>
                """);
        web.deploy(servlet("a", Answer.class, "/a"));

        WorkDefinitions made = web.scope.open().get(0).definitions();
        assertThat(made.requestClasses())
                .containsEntry("high", new RequestClassDefinition.FairShare(80))
                .containsKey("who");
        assertThat(((RequestClassDefinition.ByContext) made.requestClasses().get("who")).cases())
                .containsExactly(
                        new RequestClassDefinition.Case("ann", null, "high"),
                        new RequestClassDefinition.Case(null, "everyone", "gold"));
        assertThat(made.maxThreadsConstraints()).isEqualTo(Map.of("most", new ThreadLimit.Count(3)));
        assertThat(made.workManagers().get("fast").minThreadsConstraint()).isEqualTo("domains");
        assertThat(made.workManagers().get("fast").maxThreadsConstraint()).isEqualTo("most");
        assertThat(made.workManagers().get("fast").shutdownTrigger().stuckThreadCount())
                .isEqualTo(2);
        assertThat(made.capacities().get(made.workManagers().get("slow").capacity()))
                .isEqualTo(10);
        served(web.scope.open().get(0).own("slow"), "/shop/a");

        web.close();
        assertThat(web.scope.open()).as("closed with the application").isEmpty();
    }

    @Test
    void theNextVersionHasItsOwnWhileThePreviousServes() throws Exception {
        weblogic("<wl-dispatch-policy>slow</wl-dispatch-policy><work-manager><name>slow</name></work-manager>");
        web.deploy(servlet("a", Answer.class, "/a"));
        ManualWork before = web.scope.open().get(0).own("slow");
        weblogic(
                "<wl-dispatch-policy>slow</wl-dispatch-policy><work-manager><name>slow</name><capacity><count>5</count>"
                        + "</capacity></work-manager>");
        web.replace(servlet("a", Answer.class, "/a"), () -> {});
        assertThat(web.scope.open()).hasSize(1);
        served(web.scope.open().get(0).own("slow"), "/shop/a");
        assertThat(before.taken()).isZero();
    }

    @Test
    void anUnknownNameIsWarnedOfAndReplaced() throws Exception {
        ManualWork batch = web.workManager("batch");
        weblogic("""
                <wl-dispatch-policy>batch</wl-dispatch-policy>
                <servlet-descriptor><servlet-name>aa</servlet-name><dispatch-policy>batch</dispatch-policy></servlet-descriptor>
                <servlet-descriptor><servlet-name>b</servlet-name><dispatch-policy>own</dispatch-policy></servlet-descriptor>
                <work-manager><name>owns</name></work-manager>
                """);
        web.deploy(withPolicy(servlet("a", Answer.class, "/a"), "btach") + servlet("b", Answer.class, "/b"));
        served(batch, "/shop/a");
        served(batch, "/shop/b");
        assertThat(notes.warnings)
                .anySatisfy(text -> assertThat(text)
                        .contains(
                                "KLS-101150", "WEB-INF/web.xml:1:", "'btach'; did you mean batch?", "'batch' is used"))
                .anySatisfy(text ->
                        assertThat(text).contains("KLS-101150", "WEB-INF/weblogic.xml:4:", "'own'; did you mean owns?"))
                .anySatisfy(text -> assertThat(text).contains("KLS-101151", "WEB-INF/weblogic.xml:3:", "servlet 'aa'"))
                .hasSize(3);
    }

    @Test
    void whatCannotBeMadeRefusesTheApplication() throws Exception {
        weblogic("<work-manager><name>w</name><request-class-name>nowhere</request-class-name></work-manager>");
        assertThatThrownBy(() -> web.deploy(servlet("a", Answer.class, "/a")))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContainingAll("WEB-INF/weblogic.xml:2:", "'nowhere'");
        weblogic("""
                <work-manager><name>v</name><capacity><name>c</name><count>1</count></capacity></work-manager>
                <work-manager><name>w</name><capacity><name>c</name><count>2</count></capacity></work-manager>
                """);
        assertThatThrownBy(() -> web.deploy(servlet("a", Answer.class, "/a")))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContainingAll("WEB-INF/weblogic.xml:3:", "capacity 'c'", "weblogic.xml:2:");
    }

    @Test
    void whatIsAppliedIsNotWarnedOf() throws Exception {
        weblogic("""
                <wl-dispatch-policy>default</wl-dispatch-policy>
                <servlet-descriptor><servlet-name>a</servlet-name><dispatch-policy>own</dispatch-policy></servlet-descriptor>
                <work-manager><name>own</name></work-manager>
                <session-descriptor><timeout-secs>60</timeout-secs><id-length>60</id-length>\
                <max-in-memory-sessions>1</max-in-memory-sessions></session-descriptor>
                """);
        web.deploy(servlet("a", Answer.class, "/a") + servlet("login", Login.class, "/login"));
        assertThat(web.get("/shop/login").response().headers().get("Set-Cookie"))
                .containsPattern("JSESSIONID=[^;]{60};");
        assertThat(web.get("/shop/login").response().status())
                .as("a second session")
                .isEqualTo(500);
        assertThat(notes.warnings).noneMatch(text -> text.contains("KLS-101101"));
    }

    @Test
    void onePatternLeadsToOneWorkManager() {
        assertThatThrownBy(() -> new DispatchSettings(null, Map.of("a", List.of("/x"), "b", List.of("/x")), false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'/x'");
        assertThatThrownBy(() -> new DispatchSettings(null, Map.of("a", List.of("x")), false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not a URL pattern: 'x'");
    }

    @Test
    void theLoginOfTheSessionSaysWhoCalls() throws Exception {
        ManualWork who = web.workManager("who");
        weblogic("<wl-dispatch-policy>who</wl-dispatch-policy>");
        web.deploy(servlet("login", Login.class, "/login") + servlet("later", Later.class, "/later"));

        web.get("/shop/login");
        assertThat(who.callers())
                .as("nobody is asked for where no class is by caller")
                .isEmpty();

        who.asks(true);
        FakeExchange in = web.get("/shop/login?in=1");
        assertThat(in.response().text()).isEqualTo("ann");
        assertThat(who.callers()).containsExactly("null []");
        String cookie = in.response().headers().get("Set-Cookie").replaceFirst(";.*", "");

        web.send(new FakeExchange("GET", "/shop/login").header("Cookie", "a=b; " + cookie));
        assertThat(who.callers()).containsExactly("ann [clerks]");
        String id = cookie.substring(cookie.indexOf('=') + 1);
        web.get("/shop/login;jsessionid=" + id);
        assertThat(who.callers()).containsExactly("ann [clerks]");

        web.send(new FakeExchange("GET", "/shop/later?start=1").header("Cookie", cookie));
        assertThat(who.callers()).hasSize(3).containsOnly("ann [clerks]");

        web.send(new FakeExchange("GET", "/shop/login?out=1").header("Cookie", cookie));
        who.callers();
        web.send(new FakeExchange("GET", "/shop/login").header("Cookie", cookie));
        assertThat(who.callers()).containsExactly("null []");
        web.send(new FakeExchange("GET", "/shop/login")
                .header("Cookie", "JSESSIONID=unknown")
                .header("Authorization", "Basic YW5uOnNlY3JldA=="));
        assertThat(who.callers()).as("a password was not checked yet").containsExactly("null []");
    }

    @Test
    void eachWorkManagerRefusesForItself() throws Exception {
        ManualWork batch = web.workManager("batch");
        web.deploy(servlet("a", Answer.class, "/a") + withPolicy(servlet("b", Answer.class, "/b"), "batch"));
        batch.full(true);
        assertThat(web.get("/shop/b").response().status()).isEqualTo(503);
        assertThat(web.get("/shop/a").response().status()).isEqualTo(200);
        batch.full(false);
        assertThat(web.get("/shop/b").response().status()).isEqualTo(200);
    }
}
