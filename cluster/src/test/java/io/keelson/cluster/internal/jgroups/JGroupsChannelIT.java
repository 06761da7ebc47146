package io.keelson.cluster.internal.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.base.config.DataSize;
import io.keelson.base.thread.ThreadWatch;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.cluster.io.ProcessMark;
import io.keelson.cluster.io.ProcessTable;
import io.keelson.cluster.membership.Channel;
import io.keelson.cluster.membership.ClusterSettings;
import io.keelson.cluster.membership.ClusterSettings.Discovery;
import io.keelson.cluster.membership.ClusterSettings.Transport;
import io.keelson.cluster.membership.ClusterTls;
import io.keelson.cluster.membership.Group;
import io.keelson.cluster.membership.Membership;
import io.keelson.cluster.membership.Roster;
import io.keelson.cluster.names.TreeNames;
import io.keelson.cluster.singleton.Singletons;
import io.keelson.kernel.config.DomainKey;
import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.kernel.spi.membership.ClusterView;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.h2.jdbcx.JdbcDataSource;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Message;
import org.jgroups.ObjectMessage;
import org.jgroups.View;
import org.jgroups.protocols.DISCARD;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.TP;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.stack.ProtocolStack;
import org.jgroups.util.Util;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Real stacks on loopback, several servers in this JVM. */
@Timeout(120)
class JGroupsChannelIT {
    private static final ClusterSettings TCP = settings(Transport.TCP, Discovery.STATIC, null, null, false, null);

    private static final int PINGS = 300;

    @TempDir
    private Path domain;

    private final List<Membership> opened = new ArrayList<>();
    private final List<Channel> channels = new ArrayList<>();
    private final List<String> refusals = Collections.synchronizedList(new ArrayList<>());
    private Map<String, InetSocketAddress> servers;
    private JdbcDataSource database;

    private static ClusterSettings settings(
            Transport transport, Discovery discovery, String dns, Path directory, boolean encryption, ClusterTls tls) {
        return new ClusterSettings(
                transport,
                discovery,
                dns,
                directory,
                discovery == Discovery.JDBC ? "jdbc/members" : null,
                "keelson_members",
                "239.192.71.2",
                45772,
                encryption,
                tls,
                Duration.ofSeconds(2),
                null,
                ClusterSettings.SessionCompression.AUTO,
                new DataSize(8_192),
                false);
    }

    /** Addresses whose next port is free as well. */
    private Map<String, InetSocketAddress> addresses() throws IOException {
        Map<String, InetSocketAddress> all = new LinkedHashMap<>();
        int port = 20_000 + (int) (ProcessHandle.current().pid() % 20_000);
        for (String server : List.of("AdminServer", "server-1", "server-2")) {
            while (!free(port) || !free(port + 1)) {
                port++;
            }
            all.put(server, new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            port += 2;
        }
        return all;
    }

    private static boolean free(int port) {
        try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return probe.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    private Roster roster(String self) throws IOException {
        if (servers == null) {
            servers = addresses();
        }
        return new Roster("shop", "c", self, "AdminServer", servers, 2);
    }

    private Membership open(String self, ClusterSettings settings) throws IOException {
        return open(roster(self), settings, DomainKey.of(domain));
    }

    private Membership open(Roster roster, ClusterSettings settings, DomainKey key) {
        return open(
                roster,
                (expected, listener) ->
                        new JGroupsChannel(expected, settings, key, domain, database, listener, ThreadWatch.none()));
    }

    private Membership open(Roster roster, Channel.Factory factory) {
        Membership membership = new Membership(roster, factory);
        opened.add(membership);
        membership.start();
        return membership;
    }

    @AfterEach
    void close() {
        channels.forEach(Channel::close);
        opened.forEach(membership -> membership.stop(Deadline.in(Ticker.system(), Duration.ofSeconds(10))));
    }

    private void awaitView(int size, Membership... members) {
        await().atMost(Duration.ofSeconds(40)).untilAsserted(() -> {
            for (Membership one : members) {
                assertThat(one.view().current().members()).hasSize(size);
                assertThat(one.view().current().formed()).isTrue();
            }
        });
    }

    private Membership[] three(ClusterSettings settings) throws IOException {
        Membership[] all = {open("AdminServer", settings), open("server-1", settings), open("server-2", settings)};
        awaitView(3, all);
        return all;
    }

    /**
     * A machine that is gone does not refuse connections: it does not answer. Who sends to it waits for a connection again and
     * again, and what is for others must not wait with it.
     */
    @Test
    void whoDoesNotAnswerHoldsUpNobodyElse() throws Exception {
        Membership[] all = three(TCP);
        ClusterMember gone = all[2].group().self();
        Util.shutdown(((JGroupsChannel) all[2].group()).raw());
        try (Silence silence = Silence.at(servers.get("server-2"))) {
            assertThat(silence.queue()).isNotEmpty();
            for (int i = 0; i < PINGS; i++) {
                all[0].group().send(gone, TreeNames.NAMES, new byte[1]); // waits to be sent again and again
            }
            List<Long> took = Collections.synchronizedList(new ArrayList<>());
            all[1].group()
                    .receive(
                            TreeNames.NAMES,
                            (from, sent) -> took.add(
                                    System.nanoTime() - ByteBuffer.wrap(sent).getLong()));
            for (int i = 0; i < PINGS; i++) {
                byte[] now = ByteBuffer.allocate(Long.BYTES)
                        .putLong(System.nanoTime())
                        .array();
                all[0].group().send(all[1].group().self(), TreeNames.NAMES, now);
                Thread.sleep(20);
            }
            await().atMost(Duration.ofSeconds(60)).until(() -> took.size() == PINGS);
            assertThat(took.stream().filter(nanos -> nanos > 150_000_000L).count())
                    .as("late of %d messages", PINGS)
                    .isLessThan(PINGS / 4);
        }
    }

    /** An address at which somebody listens who takes no connection: its queue is full, and what asks for more is dropped. */
    private record Silence(ServerSocket listening, List<Socket> queue) implements AutoCloseable {
        static Silence at(InetSocketAddress address) throws IOException {
            ServerSocket listening = new ServerSocket(address.getPort(), 1, address.getAddress());
            List<Socket> queue = new ArrayList<>();
            try {
                while (queue.size() < 100) {
                    Socket next = new Socket();
                    queue.add(next);
                    next.connect(listening.getLocalSocketAddress(), 200);
                }
                throw new AssertionError("it takes all connections");
            } catch (SocketTimeoutException full) {
                return new Silence(listening, queue);
            }
        }

        @Override
        public void close() throws IOException {
            for (Socket socket : queue) {
                socket.close();
            }
            listening.close();
        }
    }

    @Test
    void connectsFromTheAddressThatTheOthersKnow() throws Exception {
        InetAddress own = InetAddress.getByName("127.0.0.21");
        try (ServerSocket other = new ServerSocket(0, 10, InetAddress.getByName("127.0.0.22"))) {
            other.setSoTimeout(30_000);
            int free = addresses().get("AdminServer").getPort();
            Map<String, InetSocketAddress> two = Map.of(
                    "AdminServer", new InetSocketAddress(own, free),
                    "server-1", new InetSocketAddress(other.getInetAddress(), other.getLocalPort()));
            open(new Roster("shop", "c", "AdminServer", "AdminServer", two, 2), TCP, DomainKey.of(domain));
            try (Socket connection = other.accept()) {
                assertThat(connection.getInetAddress()).isEqualTo(own);
            }
        }
    }

    @Test
    void threeThatStartAtOnceFormOneClusterAndTalk() throws Exception {
        Membership[] all = three(TCP);
        assertThat(all[1].view().current().members())
                .isEqualTo(all[0].view().current().members())
                .isEqualTo(all[2].view().current().members());
        assertThat(all[0].term()).isEqualTo(all[1].term());

        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        all[2].group()
                .receive(Singletons.SINGLETONS, (from, payload) -> heard.add(from.server() + " " + payload.length));
        ClusterMember two = all[2].group().self();
        for (int size : new int[] {0, 1, 100, 300_000}) {
            all[1].group().send(two, Singletons.SINGLETONS, new byte[size]);
        }
        await().untilAsserted(() ->
                assertThat(heard).containsExactly("server-1 0", "server-1 1", "server-1 100", "server-1 300000"));

        all[1].stop(Deadline.in(Ticker.system(), Duration.ofSeconds(10)));
        awaitView(2, all[0], all[2]);
        assertThat(all[0].view().current().missing()).containsExactly("server-1");
    }

    @Test
    void whatItStartedEndsWithIt() throws Exception {
        Set<Thread> before =
                Set.copyOf(Thread.getAllStackTraces().keySet()); // of other tests, which stop in other ways
        Membership[] all = three(TCP);
        for (Membership one : all) {
            one.stop(Deadline.in(Ticker.system(), Duration.ofSeconds(10)));
        }
        await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> !before.contains(thread))
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("keelson.cluster") || name.contains("jgroups")));
        opened.clear();
    }

    /** One whose peer has not introduced itself. */
    @Test
    void aConnectionThatComesWhileItLeavesIsClosed() throws Exception {
        Channel leaves = channel(roster("AdminServer"), DomainKey.of(domain));
        leaves.connect();
        InetSocketAddress at = servers.get("AdminServer");
        try (Socket late = new Socket(at.getAddress(), at.getPort())) {
            late.setSoTimeout(10_000);
            leaves.close();

            assertThat(late.getInputStream().read()).as("its end").isEqualTo(-1);
        }
    }

    @Test
    void theThreadsThatAcceptReadAndDeliverAreWatchedUntilTheyEnd() throws Exception {
        WatchedPulses watched = new WatchedPulses();
        DomainKey key = DomainKey.of(domain);
        Membership admin = open(
                roster("AdminServer"),
                (expected, listener) -> new JGroupsChannel(expected, TCP, key, domain, database, listener, watched));
        Membership one = open("server-1", TCP);
        awaitView(2, admin, one);
        await().untilAsserted(() -> assertThat(watched.names.keySet())
                .anyMatch(name -> name.contains("acceptor"))
                .anyMatch(name -> name.contains("Connection.Receiver"))
                .anyMatch(name -> name.contains("bundler")));
        assertThat(watched.names.values()).containsOnly(ThreadWatch.Role.CLUSTER);
        CountDownLatch ran = new CountDownLatch(1);
        Executor timer = watched.timers.get(0);
        timer.execute(ran::countDown);
        assertThat(ran.await(30, TimeUnit.SECONDS)).as("the timer came back").isTrue();
        admin.stop(Deadline.in(Ticker.system(), Duration.ofSeconds(10)));
        await().untilAsserted(() -> assertThat(watched.pulses).isEmpty());
        assertThatThrownBy(() -> timer.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
    }

    /** No socket of it is closed, and it answers whoever asks: the process table alone says it. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aMemberWhoseProcessHasEndedGoes() throws Exception {
        DomainKey key = DomainKey.of(domain);
        Process process = new ProcessBuilder("sleep", "300").start();
        ProcessMark mark = ProcessTable.ofThisMachine().find(process.pid()).orElseThrow();
        Membership admin = open("AdminServer", TCP);
        Membership one = open("server-1", TCP);
        Membership two = open(
                roster("server-2"),
                (expected, listener) ->
                        new JGroupsChannel(expected, TCP, key, domain, database, listener, mark, ThreadWatch.none()));
        awaitView(3, admin, one, two);
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        for (Membership each : List.of(admin, one)) {
            each.view().subscribe(new ClusterView.Listener() {
                @Override
                public void changed(ClusterView.View now, ClusterView.Change change) {
                    change.left().forEach(member -> heard.add(member.server() + " left"));
                }

                @Override
                public void ended(ClusterMember member) {
                    heard.add(member.server() + " has ended");
                }
            });
        }

        process.destroyForcibly().waitFor();

        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(heard)
                        .filteredOn(said -> said.endsWith("left"))
                        .hasSizeGreaterThanOrEqualTo(2));
        assertThat(heard).startsWith("server-2 has ended").contains("server-2 left");
    }

    @Test
    void aServerThatWasRestartedIsAnotherMember() throws Exception {
        Membership[] all = three(TCP);
        ClusterMember before = all[2].group().self();
        all[2].stop(Deadline.in(Ticker.system(), Duration.ofSeconds(10)));
        Membership again = open("server-2", TCP);
        awaitView(3, all[0], all[1], again);
        assertThat(again.group().self()).isNotEqualTo(before);
        assertThat(again.group().self().server()).isEqualTo("server-2");
    }

    @Test
    void byMulticast() throws Exception {
        three(settings(Transport.UDP, Discovery.STATIC, null, null, false, null));
    }

    @Test
    void encrypted() throws Exception {
        three(settings(Transport.TCP, Discovery.STATIC, null, null, true, null));
    }

    @Test
    void throughASharedDirectory() throws Exception {
        Path shared = Files.createDirectories(domain.resolve("shared"));
        three(settings(Transport.TCP, Discovery.FILE, null, shared, false, null));
    }

    @Test
    void throughATableOfADatabase() throws Exception {
        database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:members;DB_CLOSE_DELAY=-1");
        Membership[] all = three(settings(Transport.TCP, Discovery.JDBC, null, null, false, null));
        await().untilAsserted(
                        () -> assertThat(rows()).containsExactlyInAnyOrder("AdminServer", "server-1", "server-2"));

        all[2].stop(Deadline.in(Ticker.system(), Duration.ofSeconds(10)));
        await().untilAsserted(() -> assertThat(rows()).containsExactlyInAnyOrder("AdminServer", "server-1"));
        assertThat(all[0].view().counts().joined()).isEqualTo(2);
        // Its row goes before the others have the view without it.
        await().untilAsserted(() -> assertThat(all[0].view().counts().left()).isEqualTo(1));
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP ALL OBJECTS");
        }
    }

    private List<String> rows() throws SQLException {
        List<String> names = new ArrayList<>();
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT name, cluster FROM keelson_members WHERE cluster = 'keelson shop/c'")) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }

    @Test
    void throughTheDns() throws Exception {
        // Each has an address of its own and the same port; the name is a list of addresses, which resolves to them.
        int port = addresses().get("AdminServer").getPort();
        servers = new LinkedHashMap<>();
        servers.put("AdminServer", new InetSocketAddress("127.0.0.2", port));
        servers.put("server-1", new InetSocketAddress("127.0.0.3", port));
        servers.put("server-2", new InetSocketAddress("127.0.0.4", port));
        three(settings(Transport.TCP, Discovery.DNS, "127.0.0.2,127.0.0.3,127.0.0.4", null, false, null));
    }

    // ---- who may not -----------------------------------------------------------------------------------------------

    private Channel channel(Roster roster, DomainKey key) {
        Channel channel = new JGroupsChannel(
                roster,
                TCP,
                key,
                domain,
                null,
                new Channel.Listener() {
                    @Override
                    public void view(
                            long number,
                            ClusterMember creator,
                            List<ClusterMember> members,
                            List<List<ClusterMember>> parts) {
                        // only who is refused matters here
                    }

                    @Override
                    public void suspected(ClusterMember member) {
                        // only who is refused matters here
                    }

                    @Override
                    public void refused(String who, String why) {
                        refusals.add(who + ": " + why);
                    }
                },
                ThreadWatch.none());
        channels.add(channel);
        return channel;
    }

    @Test
    void aServerWithAnotherKeyIsToldSo(@TempDir Path other) throws Exception {
        channel(roster("AdminServer"), DomainKey.of(domain)).connect();
        Channel intruder = channel(roster("server-1"), DomainKey.of(other));

        assertThatThrownBy(intruder::connect)
                .isInstanceOfSatisfying(
                        Channel.RefusedException.class,
                        refusal -> assertThat(refusal.passing()).isFalse())
                .hasMessageContaining("its domain key is not this domain's");
        // Each side asks for the other's proof, so that the one who is refused may refuse as well.
        assertThat(refusals)
                .anyMatch(said -> said.startsWith("server-1 at 127.0.0.1: "))
                .allMatch(said -> said.matches("(server-1|AdminServer) at 127\\.0\\.0\\.1: .*")
                        && said.contains("its domain key is not this domain's"));
        String key = Files.readString(DomainKey.file(domain)).strip();
        assertThat(refusals).noneMatch(said -> said.contains(key));
    }

    @Test
    void aServerOfAnotherDomainIsToldSo() throws Exception {
        channel(roster("AdminServer"), DomainKey.of(domain)).connect();
        Roster foreign = new Roster(
                "bank", "c", "server-1", "AdminServer", roster("server-1").servers(), 2);

        assertThatThrownBy(channel(foreign, DomainKey.of(domain))::connect)
                .isInstanceOf(Channel.RefusedException.class)
                .hasMessageContaining("it belongs to the domain 'shop' and this is the domain 'bank'");
        assertThat(refusals)
                .contains("server-1 at 127.0.0.1: it belongs to the domain 'bank' and this is the domain 'shop'")
                .isSubsetOf(
                        "server-1 at 127.0.0.1: it belongs to the domain 'bank' and this is the domain 'shop'",
                        "AdminServer at 127.0.0.1: it belongs to the domain 'shop' and this is the domain 'bank'");
    }

    @Test
    void aSecondCopyOfAServerWaitsUntilTheFirstIsGone() throws Exception {
        channel(roster("AdminServer"), DomainKey.of(domain)).connect();
        Channel first = channel(roster("server-1"), DomainKey.of(domain));
        first.connect();
        Map<String, InetSocketAddress> elsewhere =
                new LinkedHashMap<>(roster("server-1").servers());
        elsewhere.put("server-1", elsewhere.get("server-2"));
        Channel second =
                channel(new Roster("shop", "c", "server-1", "AdminServer", elsewhere, 2), DomainKey.of(domain));

        assertThatThrownBy(second::connect)
                .isInstanceOfSatisfying(
                        Channel.RefusedException.class,
                        refusal -> assertThat(refusal.passing()).isTrue())
                .hasMessageContaining("an earlier run of the server 'server-1' is still a member");
        first.close();
        // The coordinator answers who leaves before it has the next view.
        await().atMost(Duration.ofSeconds(30))
                .ignoreExceptionsMatching(refusal -> refusal instanceof Channel.RefusedException it && it.passing())
                .untilAsserted(second::connect);
    }

    /**
     * Nor as a part of the cluster that is found: whoever was turned away, or was slow, is alone with itself for a while. It was a member
     * then, beside the first.
     */
    @Test
    void aSecondCopyThatIsAloneIsNotMergedWithTheFirst() throws Exception {
        Membership admin = open("AdminServer", TCP);
        Membership first = open("server-1", TCP);
        awaitView(2, admin, first);
        Map<String, InetSocketAddress> itself =
                Map.of("server-1", roster("server-1").servers().get("server-2"));
        Membership second = open(new Roster("shop", "c", "server-1", "server-1", itself, 1), TCP, DomainKey.of(domain));
        await().untilAsserted(() -> assertThat(second.view().current().members())
                .containsExactly(second.group().self()));

        // The admin server's list has the address, and so it finds what it takes for a part.
        await().atMost(Duration.ofSeconds(40))
                .untilAsserted(() -> assertThat(admin.view().counts().refused()
                                + first.view().counts().refused()
                                + second.view().counts().refused())
                        .isPositive());
        assertThat(admin.view().current().members())
                .containsExactlyInAnyOrder(admin.group().self(), first.group().self());
        assertThat(second.view().current().members()).hasSize(1);

        first.stop(Deadline.in(Ticker.system(), Duration.ofSeconds(10)));
        await().atMost(Duration.ofSeconds(40))
                .untilAsserted(() -> assertThat(admin.view().current().members())
                        .containsExactlyInAnyOrder(
                                admin.group().self(), second.group().self()));
    }

    /**
     * A server that hears nobody for a while keeps its view. Meanwhile the others have gone on without it, and one of them was started
     * again: its earlier run is gone for everybody who can still take it out of that view.
     */
    @Test
    void whoMissedThatAServerWasRestartedComesBack() throws Exception {
        Membership admin = open("AdminServer", TCP);
        Membership first = open("server-1", TCP);
        awaitView(2, admin, first);
        Membership deaf = open("server-2", TCP);
        awaitView(3, admin, first, deaf);
        ProtocolStack stack = ((JGroupsChannel) deaf.group()).raw().getProtocolStack();
        stack.removeProtocol(FD_ALL3.class);
        DISCARD nothing = new DISCARD().discardAll(true);
        stack.insertProtocol(nothing, ProtocolStack.Position.ABOVE, TP.class);
        awaitView(2, admin, first);

        admin.stop(Deadline.in(Ticker.system(), Duration.ofSeconds(10)));
        Membership again = open("AdminServer", TCP);
        awaitView(2, again, first);
        assertThat(deaf.view().current().members())
                .contains(admin.group().self())
                .doesNotContain(again.group().self());

        nothing.discardAll(false);
        await().atMost(Duration.ofSeconds(40)).untilAsserted(() -> {
            for (Membership one : List.of(again, first, deaf)) {
                assertThat(one.view().current().members())
                        .containsExactlyInAnyOrder(
                                again.group().self(),
                                first.group().self(),
                                deaf.group().self());
            }
        });
    }

    @Test
    void aPortThatIsTakenIsSaid() throws Exception {
        Roster roster = roster("server-1");
        try (ServerSocket taken = new ServerSocket()) {
            taken.bind(roster.address());
            assertThatThrownBy(channel(roster, DomainKey.of(domain))::connect)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(String.valueOf(roster.address().getPort()));
        }
    }

    /** An object whose deserialisation would be seen. */
    static final class Trap implements Serializable {
        private static final long serialVersionUID = 1;
        static final AtomicBoolean SPRUNG = new AtomicBoolean();

        private void readObject(ObjectInputStream in) {
            SPRUNG.set(true);
        }
    }

    /** Who has just been let in may be asked before it has the view itself: whoever asks would wait for an answer that is never sent. */
    @Test
    void whoSpeaksToAServerThatDoesNotSeeItYetIsAnswered() throws Exception {
        Membership[] all = three(TCP);
        Group asking = all[0].group();
        Group joining = all[1].group();
        List<String> answers = Collections.synchronizedList(new ArrayList<>());
        asking.receive(Singletons.SINGLETONS, (from, payload) -> answers.add(from.server()));
        joining.receive(Singletons.SINGLETONS, (from, payload) -> joining.send(from, Singletons.SINGLETONS, payload));
        JGroupsChannel channel = (JGroupsChannel) joining;
        Address own = channel.address(joining.self()).orElseThrow();
        GMS views = channel.raw().getProtocolStack().findProtocol(GMS.class);
        views.installView(View.create(own, 1_000, own));
        assertThat(channel.address(asking.self())).isEmpty();

        asking.send(joining.self(), Singletons.SINGLETONS, new byte[1]);

        await().untilAsserted(() -> assertThat(answers).contains("server-1"));
    }

    @Test
    void noObjectIsMadeOutOfWhatArrives() throws Exception {
        Membership[] all = three(TCP);
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        all[0].group().receive(Singletons.SINGLETONS, (from, payload) -> heard.add("heard " + payload.length));
        JGroupsChannel attacker = (JGroupsChannel) all[1].group();
        Address target = attacker.address(all[0].group().self()).orElseThrow();

        attacker.raw().send(new ObjectMessage(target, new Trap()));
        BytesMessage bytes = new BytesMessage(target);
        bytes.setObject(new Trap());
        attacker.raw().send(bytes.setFlag(Message.Flag.OOB));
        assertThatThrownBy(() -> {
                    BytesMessage read = new WireTypes.PlainBytes();
                    read.setObject(new Trap());
                    read.getObject();
                })
                .hasMessageContaining("refused");
        all[2].group().send(all[0].group().self(), Singletons.SINGLETONS, new byte[1]);

        await().untilAsserted(() -> assertThat(heard).containsExactly("heard 1"));
        assertThat(Trap.SPRUNG).isFalse();
    }

    @Test
    void withMutualTls() throws Exception {
        Path own = store("own", "CN=shop");
        Path foreign = store("foreign", "CN=elsewhere");
        ClusterSettings tls = settings(
                Transport.TCP, Discovery.STATIC, null, null, false, new ClusterTls(own, "changeit", null, null));
        Membership admin = open("AdminServer", tls);
        Membership one = open("server-1", tls);
        Membership stranger = open(
                roster("server-2"),
                settings(
                        Transport.TCP,
                        Discovery.STATIC,
                        null,
                        null,
                        false,
                        new ClusterTls(foreign, "changeit", null, null)),
                DomainKey.of(domain));
        awaitView(2, admin, one);
        await().untilAsserted(() -> assertThat(stranger.view().current().members())
                .containsExactly(stranger.group().self()));
        assertThat(stranger.view().current().formed()).isFalse();
        assertThat(admin.view().current().members()).hasSize(2);
    }

    /** Who takes a connection and says nothing: the handshake with it comes to an end, and the others meet. */
    @Test
    void whoNeverEndsAHandshakeKeepsNobodyFromTheOthers() throws Exception {
        ClusterSettings tls = settings(
                Transport.TCP,
                Discovery.STATIC,
                null,
                null,
                false,
                new ClusterTls(store("own", "CN=shop"), "changeit", null, null));
        Roster admin = roster("AdminServer");
        try (ServerSocket silent = new ServerSocket()) {
            silent.bind(servers.get("server-2"));
            awaitView(2, open(admin, tls, DomainKey.of(domain)), open("server-1", tls));
        }
    }

    /** A key and its own certificate, by the JDK's tool. */
    private Path store(String name, String subject) throws Exception {
        Path file = domain.resolve(name + ".p12");
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        Process made = new ProcessBuilder(
                        keytool.toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-alias",
                        name,
                        "-dname",
                        subject,
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        "changeit",
                        "-keystore",
                        file.toString())
                .redirectErrorStream(true)
                .start();
        assertThat(made.waitFor())
                .as(new String(made.getInputStream().readAllBytes()))
                .isZero();
        return file;
    }
}
