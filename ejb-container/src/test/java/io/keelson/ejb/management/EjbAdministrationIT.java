package io.keelson.ejb.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.deploy.Deployer;
import io.keelson.ejb.fixture.Archives;
import io.keelson.ejb.fixture.Said;
import io.keelson.ejb.war.BeanServlet;
import io.keelson.ejb.war.Cart;
import io.keelson.ejb.war.Counted;
import io.keelson.ejb.war.Greeter;
import io.keelson.ejb.war.Guarded;
import io.keelson.ejb.war.Shouting;
import io.keelson.ejb.war.Slow;
import io.keelson.ejb.war.Starter;
import io.keelson.ejb.war.Ticking;
import io.keelson.ejb.war.TimerServlet;
import io.keelson.ejb.war.Visits;
import io.keelson.kernel.management.ConsolePage;
import io.keelson.kernel.management.FeatureOperation;
import io.keelson.kernel.management.FeatureOperation.RefusedException;
import io.keelson.kernel.management.RuntimeState;
import io.keelson.testkit.TestServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Figures and timers of enterprise beans, on a server in the test's JVM. */
class EjbAdministrationIT {
    @TempDir
    static Path directory;

    private static TestServer server;
    private static EjbAdministration administration;

    @BeforeAll
    static void start() throws Exception {
        server = TestServer.start();
        administration = server.service(EjbAdministration.class);
        deploy(
                "beans",
                new Archives()
                        .war(
                                BeanServlet.class,
                                Greeter.class,
                                Shouting.class,
                                Visits.class,
                                Starter.class,
                                Cart.class,
                                Slow.class,
                                Guarded.class,
                                Counted.class));
        deploy("time", new Archives().war(Ticking.class, TimerServlet.class));
    }

    private static void deploy(String name, Archives war) throws Exception {
        server.service(Deployer.class).deploy(name, war.write(directory.resolve(name + ".war")), null);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String get(String path) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(server.uri(path)).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static BeanRuntime bean(String name) {
        return administration.runtimes().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void callsAndFailuresAreCounted() throws Exception {
        BeanRuntime before = bean("beans/Greeter");
        get("/beans/call/greet");
        get("/beans/call/fail");
        BeanRuntime after = bean("beans/Greeter");
        assertThat(after.kind()).isEqualTo("stateless");
        assertThat(after.calls() - before.calls()).isEqualTo(2);
        assertThat(after.failures() - before.failures()).isEqualTo(1);
        assertThat(after.inUse()).isZero();
        assertThat(after.callMillis()).isGreaterThanOrEqualTo(before.callMillis());

        get("/beans/call/cart");
        assertThat(bean("beans/Cart").inMemory()).as("one of two was bought").isEqualTo(1);
        assertThat(server.service(RuntimeState.class)
                        .of("enterprise-beans")
                        .orElseThrow()
                        .contains(bean("beans/Cart")))
                .isTrue();
    }

    @Test
    void theListIsOfOneApplicationOrOfAll() throws Exception {
        assertThat(administration.beans("time").beans())
                .extracting(BeanList.Row::name, BeanList.Row::kind, BeanList.Row::instances)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("time/Ticking", "singleton", "one"));
        assertThat(administration.beans(null).beans())
                .extracting(BeanList.Row::name)
                .contains("beans/Cart", "time/Ticking");
        assertThatThrownBy(() -> administration.beans("tim"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("No application 'tim'")
                .hasMessageContaining("time");
    }

    @Test
    void aTimerIsSeenAndCancelled() throws Exception {
        get("/time/timers/keep");
        List<TimerList.Row> timers = administration.timers("time").timers();
        assertThat(timers).extracting(TimerList.Row::schedule).contains("* * * * * * *", "0 0 0 * * * 2999", "once");
        assertThat(timers).allSatisfy(each -> assertThat(each.owner()).isEqualTo("this server"));
        TimerList.Row kept = timers.stream()
                .filter(each -> each.schedule().equals("once") && each.persistent())
                .findFirst()
                .orElseThrow();
        assertThat(kept.bean()).endsWith("#Ticking");

        try (Said said = new Said()) {
            assertThat(administration.cancel(kept.name(), "ada").timer()).isEqualTo(kept.name());
            assertThat(said.messages()).anyMatch(each -> each.contains(kept.name() + " was cancelled by ada"));
        }
        await().until(() -> administration.timers("time").timers().stream()
                .noneMatch(each -> each.name().equals(kept.name())));
        assertThat(get("/time/timers/kept")).isEqualTo("[late]");
        assertThatThrownBy(() -> administration.cancel(kept.name(), "ada"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("keelson ejb timers");
        assertThatThrownBy(() -> administration.cancel("nonsense", "ada")).isInstanceOf(RefusedException.class);
    }

    @Test
    void anApplicationThatEndsIsShownNoMore() throws Exception {
        deploy("brief", new Archives().war(Ticking.class, TimerServlet.class));
        assertThat(administration.beans("brief").beans()).hasSize(1);
        server.service(Deployer.class).undeploy("brief");
        assertThatThrownBy(() -> administration.beans("brief")).isInstanceOf(RefusedException.class);
    }

    @Test
    void thePageAndItsButtonAreOperations() {
        EjbFeature feature = new EjbFeature();
        ConsolePage page = feature.pages().get(0);
        List<String> paths =
                feature.operations().stream().map(FeatureOperation::path).toList();
        assertThat(paths).contains(page.operation()).containsAll(page.actions());
        assertThat(feature.operations())
                .extracting(FeatureOperation::command)
                .contains("list", "timers", "cancel-timer");
    }
}
