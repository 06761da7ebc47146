package io.keelson.ee.concurrency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.Deployer;
import io.keelson.ee.concurrency.office.Branch;
import io.keelson.kernel.management.RuntimeState;
import io.keelson.kernel.naming.Naming;
import io.keelson.testkit.TestArchive;
import io.keelson.testkit.TestServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import javax.naming.NamingException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Executors of {@code domain.yaml} in two applications. */
@Timeout(120)
class DomainExecutorsIT {
    private static final String DOMAIN = """
            servers:
              AdminServer:
                listen-port: 0
            work-managers:
              narrow:
                max-threads-constraint: two
            max-threads-constraints:
              two:
                count: 2
            context-services:
              plain:
                cleared: [Application]
            managed-executors:
              imports:
                max-async: 2
              nightly:
                scheduled: true
              bare:
                context-service: plain
              shared:
                jndi-names: [work/shared]
                work-manager: narrow
              elsewhere:
                targets: [another-server]
            managed-thread-factories:
              pumps:
                priority: 7
            """;

    @TempDir
    static Path directory;

    private static TestServer server;

    @BeforeAll
    static void startServer() throws Exception {
        server = TestServer.builder().yaml(DOMAIN).start();
        for (String name : new String[] {"one", "two"}) {
            server.service(Deployer.class)
                    .deploy(
                            name,
                            new TestArchive().classes(Branch.class).write(directory.resolve(name + ".war")),
                            null);
        }
    }

    @AfterAll
    static void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    private static String get(String application, String what) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(server.uri("/" + application + "/do?what=" + what))
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            module    | %s
            same      | true
            most      | most 2
            shared    | most 2
            scheduled | %s
            threads   | 7 pumps-1
            plain     | no module
            service   | no module
            fail      | no paper
            """)
    void eachApplicationHasItsOwn(String what, String expected) throws Exception {
        for (String application : new String[] {"one", "two"}) {
            String answer = get(application, what);
            if (what.equals("threads")) {
                assertThat(answer).startsWith("7 ").contains("pumps");
            } else {
                assertThat(answer).isEqualTo(String.format(expected, application));
            }
        }
    }

    @Test
    void oneForOtherServersIsNotBound() throws Exception {
        assertThat(get("one", "concurrent/elsewhere")).startsWith("NameNotFoundException");
    }

    @Test
    void noThreadOfTheServersOwnGetsOne() {
        assertThatThrownBy(() -> server.service(Naming.class).context().lookup("concurrent/imports"))
                .isInstanceOf(NamingException.class)
                .hasMessageContaining("managed-executors.imports")
                .hasMessageContaining("is for applications");
    }

    @Test
    void figuresCountWhatTasksDid() throws Exception {
        get("two", "module"); // the first use makes it
        ExecutorRuntime before = figures("two");
        get("two", "fail");
        get("two", "module");
        ExecutorRuntime after = figures("two");
        assertThat(after.submitted() - before.submitted()).isEqualTo(2);
        assertThat(after.failed() - before.failed()).isEqualTo(1);
        assertThat(after.refused()).isZero();
    }

    private static ExecutorRuntime figures(String module) {
        return server.service(RuntimeState.class).of("managed-executors").orElseThrow().stream()
                .map(ExecutorRuntime.class::cast)
                .filter(each -> each.module().equals(module) && each.name().equals("concurrent/imports"))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {managed-executors: {a: {jndi-names: [x/y]}, b: {jndi-names: [x/y]}}}                    | x/y
            {managed-executors: {a: {context-service: none}}}                                        | managed-executors.a.context-service
            {managed-executors: {a: {work-manager: w, max-async: 2}}}                                | neither max-async nor virtual
            {context-services: {a: {propagated: [Transaction]}}}                                     | not propagated
            {context-services: {a: {cleared: [Security], unchanged: [Security]}}}                    | is there twice
            """)
    void wrongOnesAreRefused(String domain, String message) {
        assertThatThrownBy(() -> TestServer.builder()
                        .yaml("{servers: {AdminServer: {listen-port: 0}}, " + domain.substring(1))
                        .start()
                        .close())
                .satisfies(refused -> assertThat(chain(refused)).contains(message));
    }

    private static String chain(Throwable thrown) {
        StringBuilder all = new StringBuilder();
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            all.append(each.getMessage()).append('\n');
            for (Throwable besides : each.getSuppressed()) {
                all.append(besides.getMessage()).append('\n');
            }
        }
        return all.toString();
    }
}
