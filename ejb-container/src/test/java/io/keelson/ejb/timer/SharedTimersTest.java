package io.keelson.ejb.timer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.ejb.fixture.OneThreadTransactions;
import io.keelson.ejb.model.AccessRule;
import io.keelson.ejb.model.BeanMethod;
import io.keelson.ejb.model.BeanModel;
import io.keelson.ejb.model.Patience;
import io.keelson.ejb.schedule.ScheduleText;
import io.keelson.kernel.spi.lease.Fence;
import jakarta.ejb.EJBException;
import jakarta.ejb.NoSuchObjectLocalException;
import jakarta.ejb.Timer;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TransactionAttributeType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Timers of three servers that share their rows, with a clock that the test drives. */
class SharedTimersTest {
    private static final long BEGIN = 1_000_000_000_000L;

    private final ManualScheduler time = new ManualScheduler(BEGIN);
    private final Rows rows = new Rows();
    private final Map<String, List<ApplicationTimers.Automatic>> automatic = new HashMap<>();
    private final List<String> fired = new ArrayList<>();
    private final Set<String> members = new TreeSet<>();
    private MissedRuns missed = MissedRuns.ONCE;
    private boolean reachable = true;

    /** The rows, and who owns them: what the voters of a cluster keep. */
    private static final class Rows {
        final Map<String, TimerRow> rows = new TreeMap<>();
        final Map<String, Long> versions = new HashMap<>();
        long version;
        String owner = "";
        long epoch;
        boolean away;

        void check() throws IOException {
            if (away) {
                throw new IOException("no majority");
            }
        }
    }

    /** One server with its part of the application. */
    private final class Server implements TimedBean, TimerStore, TimerOwnership, TimerMembers {
        final String name;
        final OneThreadTransactions transactions = new OneThreadTransactions();
        final ApplicationTimers timers =
                new ApplicationTimers("shop", this, this, this, transactions, time.scheduler(), time, missed);
        final BeanTimerService service = new BeanTimerService(timers, this);
        private final Map<String, Long> known = new HashMap<>();
        private @Nullable Runnable changed;
        private TimerOwnership.@Nullable Listener listener;
        private long granted;
        boolean dead;
        Runnable body = () -> {};

        Server(String name) {
            this.name = name;
            members.add(name);
        }

        void start() throws IOException {
            timers.add(this);
            timers.load(automatic);
            timers.start();
        }

        /** Dies with what it was doing; the others see it later. */
        void die() {
            dead = true;
            timers.stop(0, TimeUnit.SECONDS);
            members.remove(name);
        }

        @Override
        public String id() {
            return "shop#Clock";
        }

        @Override
        public boolean hasMethod(@Nullable String method) {
            return true;
        }

        @Override
        public boolean fire(@Nullable String method, @Nullable String key, Timer timer, BooleanSupplier mayCommit) {
            String what = name + " " + (time.currentTimeMillis() - BEGIN);
            body.run();
            if (mayCommit.getAsBoolean()) {
                fired.add(what);
                return true;
            }
            return false;
        }

        @Override
        public boolean offer(Runnable work) {
            work.run();
            return true;
        }

        @Override
        public boolean shared() {
            return true;
        }

        @Override
        public boolean reachable() {
            return reachable;
        }

        @Override
        public Changes changes() throws IOException {
            rows.check();
            List<TimerRow> next = rows.rows.values().stream()
                    .filter(row -> rows.versions.get(row.id()) > known.getOrDefault(row.id(), 0L))
                    .toList();
            next.forEach(row -> known.put(row.id(), rows.versions.get(row.id())));
            return new Changes(next, new HashSet<>(rows.rows.keySet()));
        }

        @Override
        public void reset() {
            known.clear();
        }

        private void write(TimerRow row) {
            rows.rows.put(row.id(), row);
            rows.versions.put(row.id(), ++rows.version);
            known.put(row.id(), rows.version);
            tellOthers();
        }

        private void tellOthers() {
            servers.stream().filter(each -> each != this).forEach(each -> {
                Runnable told = each.changed;
                if (told != null) {
                    told.run();
                }
            });
        }

        @Override
        public boolean add(TimerRow row) throws IOException {
            rows.check();
            if (rows.rows.containsKey(row.id())) {
                return false;
            }
            write(row);
            return true;
        }

        @Override
        public Kept put(TimerRow row, Optional<Fence> fence) throws IOException {
            rows.check();
            if (fence.isPresent() && (fence.get().epoch() != rows.epoch || !rows.owner.equals(name))) {
                return Kept.FENCED;
            }
            if (!rows.rows.containsKey(row.id())) {
                return Kept.GONE;
            }
            if (!known.getOrDefault(row.id(), 0L).equals(rows.versions.get(row.id()))) {
                return Kept.FENCED;
            }
            write(row);
            return Kept.DONE;
        }

        @Override
        public void remove(String id) throws IOException {
            rows.check();
            rows.rows.remove(id);
            tellOthers();
        }

        @Override
        public void onChange(@Nullable Runnable told) {
            changed = told;
        }

        @Override
        public void close() {}

        @Override
        public void want(TimerOwnership.Listener hears) {
            listener = hears;
        }

        @Override
        public boolean mine() {
            return !dead && rows.owner.equals(name) && granted == rows.epoch;
        }

        @Override
        public Optional<Fence> fence() {
            return Optional.of(new Fence("timers/shop", granted));
        }

        @Override
        public void release() {
            listener = null;
        }

        @Override
        public String self() {
            return name;
        }

        @Override
        public Set<String> present() {
            return Set.copyOf(members);
        }
    }

    private final List<Server> servers = new ArrayList<>();

    private Server server(String name) throws IOException {
        Server server = new Server(name);
        servers.add(server);
        server.start();
        return server;
    }

    private void own(Server next) {
        rows.epoch++;
        rows.owner = next.name;
        for (Server server : servers) {
            TimerOwnership.Listener hears = server.listener;
            if (server != next && server.granted > 0 && hears != null) {
                server.granted = 0;
                hears.lost("expired");
            }
        }
        next.granted = rows.epoch;
        TimerOwnership.Listener hears = next.listener;
        if (hears != null) {
            hears.granted(rows.epoch);
        }
    }

    private void eachSecond() throws NoSuchMethodException {
        BeanMethod method = new BeanMethod(
                0,
                Runnable.class.getMethod("run"),
                TransactionAttributeType.REQUIRED,
                new AccessRule.PermitAll(),
                true,
                Patience.UNLIMITED,
                false,
                null);
        ScheduleText schedule = new ScheduleText("*", "*", "*", "*", "*", "*", "*", "UTC", null, null);
        automatic.put(
                "shop#Clock",
                List.of(new ApplicationTimers.Automatic(
                        "run()", new BeanModel.Automatic(method, schedule, "each second", true))));
    }

    @Test
    void serversThatStartAtOnceMakeOneRowAndFireEachDueTimeOnce() throws Exception {
        eachSecond();
        server("a");
        Server b = server("b");
        server("c");
        assertThat(rows.rows).hasSize(1);
        own(b);

        time.advance(3_500);

        assertThat(fired).containsExactly("b 1000", "b 2000", "b 3000");
        assertThat(servers)
                .allSatisfy(each -> assertThat(each.service.getTimers()).hasSize(1));
    }

    @ParameterizedTest
    @CsvSource({
        "ONCE, 'a 1000, b 3500, b 4000, b 5000'",
        "ALL, 'a 1000, b 3500, b 3500, b 4000, b 5000'",
        "SKIP, 'a 1000, b 4000, b 5000'"
    })
    void anotherServerGoesOnAsMissedRunsSays(MissedRuns setting, String expected) throws Exception {
        missed = setting;
        eachSecond();
        Server a = server("a");
        Server b = server("b");
        own(a);
        time.advance(1_500);
        a.die();
        time.advance(2_000);

        own(b);
        time.advance(1_500);

        assertThat(fired).containsExactly(expected.split(", "));
    }

    @Test
    void aPausedOwnerNeitherCommitsNorAdvances() throws Exception {
        eachSecond();
        Server a = server("a");
        Server b = server("b");
        own(a);
        a.body = () -> {
            a.body = () -> {};
            own(b); // while the method of a runs
        };

        time.advance(2_500);

        assertThat(fired).containsExactly("b 1000", "b 2000");
    }

    @Test
    void whoGetsTheTimersBackGoesOnWhereTheOthersHaveEnded() throws Exception {
        eachSecond();
        Server a = server("a");
        Server b = server("b");
        own(a);
        time.advance(1_500);
        own(b);
        time.advance(2_000);

        own(a);
        time.advance(1_000);

        assertThat(fired).containsExactly("a 1000", "b 2000", "b 3000", "a 4000");
    }

    @Test
    void everyServerMakesSeesAndCancelsTimers() throws Exception {
        Server a = server("a");
        Server b = server("b");
        own(a);
        Timer made = b.service.createIntervalTimer(100, 100, new TimerConfig("tea", true));
        assertThat(a.service.getTimers())
                .hasSize(1)
                .allSatisfy(each -> assertThat(each.getInfo()).isEqualTo("tea"));
        time.advance(250);
        assertThat(fired).containsExactly("a 100", "a 200");
        assertThat(made.getNextTimeout().getTime()).isEqualTo(BEGIN + 300);

        made.cancel();
        time.advance(500);

        assertThat(fired).hasSize(2);
        assertThat(rows.rows).isEmpty();
        assertThat(a.service.getTimers()).isEmpty();
        assertThatThrownBy(made::getInfo).isInstanceOf(NoSuchObjectLocalException.class);
    }

    @Test
    void aTimerOfATransactionOfAnotherServerFiresAfterItsCommit() throws Exception {
        Server a = server("a");
        Server b = server("b");
        own(a);
        b.transactions.begin();
        b.service.createSingleActionTimer(100, new TimerConfig(null, true));
        time.advance(200);
        assertThat(a.service.getTimers()).isEmpty();
        b.transactions.commit();

        time.advance(10);

        assertThat(fired).containsExactly("a 200");
        assertThat(rows.rows).isEmpty();
    }

    @Test
    void aTimerWhoseMakerDiedBeforeItsWordIsMade() throws Exception {
        Server a = server("a");
        Server b = server("b");
        own(a);
        b.add(new TimerRow("1", "shop#Clock", null, null, null, 0, null, true, BEGIN + 100, "b"));
        time.advance(6_000);
        assertThat(fired).isEmpty();

        b.die();
        time.advance(6_000);

        assertThat(fired).hasSize(1);
        assertThat(rows.rows).isEmpty();
    }

    @Test
    void timersThatAreMadeBeforeTheClusterIsThereFollow() throws Exception {
        reachable = false;
        eachSecond();
        Server a = new Server("a");
        servers.add(a);
        a.timers.add(a);
        a.timers.load(automatic);
        a.service.createSingleActionTimer(100, new TimerConfig("early", true));
        a.timers.start();
        time.advance(10);
        assertThat(rows.rows).isEmpty();

        reachable = true;
        time.advance(300);

        assertThat(rows.rows).hasSize(2);
        own(a);
        time.advance(1_000);
        assertThat(fired).containsExactly("a 310", "a 1000");
    }

    @Test
    void withoutTheStoreNothingIsMadeOrCancelledInSilence() throws Exception {
        Server a = server("a");
        own(a);
        Timer timer = a.service.createIntervalTimer(1_000, 1_000, new TimerConfig(null, true));
        rows.away = true;
        assertThatThrownBy(() -> a.service.createTimer(100, null))
                .isInstanceOf(EJBException.class)
                .hasMessageContaining("no majority");
        assertThatThrownBy(timer::cancel).isInstanceOf(EJBException.class);
        assertThatThrownBy(a.service::getTimers).isInstanceOf(EJBException.class);
        rows.away = false;

        time.advance(2_100);

        assertThat(fired).containsExactly("a 1000", "a 2000");
        assertThat(a.service.getTimers()).containsExactly(timer);
    }
}
