package io.keelson.kernel.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.kernel.config.ConfigurationException;
import io.keelson.kernel.config.ConfigurationReader;
import io.keelson.kernel.config.DomainConfiguration;
import io.keelson.kernel.config.DomainFile;
import io.keelson.kernel.config.Model;
import io.keelson.kernel.config.Problem;
import io.keelson.kernel.lifecycle.KernelModel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkSettingsTest {
    private static final Model MODEL = Model.of(new KernelModel().sections());

    private static DomainConfiguration read(String yaml) throws ConfigurationException {
        return new ConfigurationReader(MODEL)
                .read(DomainFile.parse(Path.of("domain.yaml"), "servers:\n  one: {}\n" + yaml), "one");
    }

    private static List<String> problems(String yaml) throws ConfigurationException {
        return new ConfigurationReader(MODEL)
                .check(DomainFile.parse(Path.of("domain.yaml"), "servers:\n  one: {}\n" + yaml)).stream()
                        .map(Problem::toString)
                        .toList();
    }

    @Test
    void defaults() throws Exception {
        DomainConfiguration configuration = read("work-managers:\n  a: {}\n");
        WorkManagerSettings a = configuration.all(WorkManagerSettings.class).get("a");
        assertThat(a.capacity()).isEqualTo(65_536);
        assertThat(a.shutdownTrigger().trigger()).isNull();
        assertThat(DomainWork.of(configuration).requestClass(a))
                .isEqualTo(io.keelson.base.work.RequestClassDefinition.FairShare.STANDARD);
        assertThat(configuration.get(StuckThreadSettings.class)).isEqualTo(StuckThreadSettings.DEFAULTS);
        assertThat(configuration.get(OverloadSettings.class)).isEqualTo(OverloadSettings.DEFAULTS);
        assertThat(configuration.get(ThreadPoolSettings.class)).isEqualTo(ThreadPoolSettings.DEFAULTS);
    }

    @Test
    void allKeys() throws Exception {
        DomainConfiguration configuration = read("""
                request-classes:
                  gold: {fair-share: 80}
                  quick: {response-time-goal: 200ms}
                  who:
                    context:
                      - {user: "alice@example.com", request-class: gold}
                      - {group: staff, request-class: quick}
                min-threads-constraints:
                  some: {count: 2}
                max-threads-constraints:
                  few: {count: 3}
                capacity-constraints:
                  room: {count: 4}
                work-managers:
                  a:
                    capacity: 10
                    request-class: who
                    min-threads-constraint: some
                    max-threads-constraint: few
                    capacity-constraint: room
                    shutdown-trigger: {stuck-thread-count: 5, max-stuck-thread-time: 30s, resume-when-unstuck: false}
                    ignore-stuck-threads: true
                  b: {response-time-goal: 2s}
                """);
        DomainWork work = DomainWork.of(configuration);
        WorkLimits a = limits(work, "a");
        assertThat(a.capacity()).isEqualTo(10);
        assertThat(a.cases()).extracting(WorkLimits.Case::user).containsExactly("alice@example.com", null);
        assertThat(a.cases()).extracting(WorkLimits.Case::group).containsExactly(null, "staff");
        assertThat(a.minThreads().count()).isEqualTo(2);
        assertThat(a.maxThreads().limit()).isEqualTo(3);
        assertThat(a.sharedCapacity().most()).isEqualTo(4);
        assertThat(a.shutdownTrigger().stuckThreadCount()).isEqualTo(5);
        assertThat(a.shutdownTrigger().maxStuckThreadTime()).isEqualTo(Duration.ofSeconds(30));
        assertThat(a.shutdownTrigger().resumeWhenUnstuck()).isFalse();
        assertThat(a.ignoreStuckThreads()).isTrue();
        assertThat(limits(work, "b").requestClass())
                .isEqualTo(new io.keelson.base.work.RequestClassDefinition.ResponseTimeGoal(Duration.ofSeconds(2)));
    }

    private static WorkLimits limits(DomainWork work, String name) {
        Constraints constraints = new Constraints(new ManualTicker(), new DataSources());
        constraints.apply(work);
        return new LimitsLookup(null, work, constraints).limits(work.manager(name));
    }

    @Test
    void whatIsNotDefinedIsAnErrorAtItsLine() throws Exception {
        assertThat(problems("""
                request-classes:
                  gold: {fair-share: 80}
                  who:
                    context:
                      - user: alice
                        request-class: golt
                max-threads-constraints:
                  few: {count: 3}
                work-managers:
                  a:
                    request-class: gould
                    max-threads-constraint: fev
                    min-threads-constraint: none
                    capacity-constraint: none
                """))
                .containsExactly(
                        "domain.yaml:8:24: request-classes.who.context.request-class: 'golt' is not defined in request-classes;"
                                + " did you mean gold?",
                        "domain.yaml:13:20: work-managers.a.request-class: 'gould' is not defined in request-classes;"
                                + " did you mean gold?",
                        "domain.yaml:14:29: work-managers.a.max-threads-constraint: 'fev' is not defined in"
                                + " max-threads-constraints; did you mean few?",
                        "domain.yaml:15:29: work-managers.a.min-threads-constraint: 'none' is not defined in"
                                + " min-threads-constraints; none is defined",
                        "domain.yaml:16:26: work-managers.a.capacity-constraint: 'none' is not defined in"
                                + " capacity-constraints; none is defined");
    }

    @Test
    void oneKindOfRequestClassAndNoMore() throws Exception {
        assertThat(problems("work-managers:\n  a: {fair-share: 3, response-time-goal: 1s}\n"))
                .singleElement()
                .asString()
                .startsWith("domain.yaml:4:3: work-managers.a: ")
                .contains("exclude each other");
        assertThat(problems("request-classes:\n  a: {fair-share: 3, response-time-goal: 1s}\n  b: {}\n"))
                .hasSize(2)
                .allMatch(problem -> problem.contains("exactly one of fair-share, response-time-goal and context"));
        assertThat(problems("request-classes:\n  a: {fair-share: 3}\n  b: {context: [{request-class: a}]}\n"))
                .singleElement()
                .asString()
                .contains("either a user or a group");
    }

    @Test
    void aMaxThreadsConstraintHasACountOrADataSource() throws Exception {
        assertThat(problems("max-threads-constraints:\n  db: {data-source: orders}\n"))
                .isEmpty();
        for (String wrong : List.of("{}", "{count: 3, data-source: orders}")) {
            assertThat(problems("max-threads-constraints:\n  db: " + wrong + "\n"))
                    .singleElement()
                    .asString()
                    .startsWith("domain.yaml:4:3: max-threads-constraints.db: ")
                    .contains("either a count or a data-source");
        }
    }

    @Test
    void virtualThreadsAreForJdksThatHaveThem() throws Exception {
        List<String> found = problems("work-managers:\n  a: {virtual-threads: true}\n");
        if (Runtime.version().feature() >= 21) {
            assertThat(found).isEmpty();
        } else {
            assertThat(found)
                    .singleElement()
                    .asString()
                    .startsWith("domain.yaml:4:3: work-managers.a: ")
                    .contains("virtual-threads needs JDK 21 or newer");
        }
    }
}
