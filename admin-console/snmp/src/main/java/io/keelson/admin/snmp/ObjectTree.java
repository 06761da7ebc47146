package io.keelson.admin.snmp;

import io.keelson.admin.agent.ServerView;
import io.keelson.admin.agent.ServerView.SessionCount;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.work.WorkManagerRuntime;
import io.keelson.net.Channels.ListeningChannel;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.snmp4j.smi.Counter64;
import org.snmp4j.smi.Gauge32;
import org.snmp4j.smi.Integer32;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.OctetString;
import org.snmp4j.smi.TimeTicks;
import org.snmp4j.smi.Variable;

/**
 * The server as objects: the system group of SNMPv2-MIB, and KEELSON-MIB. Made anew when somebody asks and the last is older than a
 * second, so that a walk costs one look. Confined to the thread that listens.
 *
 * <p>Specification: RFC 3418, 2 (system group), RFC 2578, 7.7 (indices).
 */
final class ObjectTree {
    private static final Duration FRESH = Duration.ofSeconds(1);
    private static final OID SYSTEM = new OID("1.3.6.1.2.1.1");

    /** RFC 3418: 2 to the layer less 1; an application is on layer 7. */
    private static final int APPLICATIONS = 64;

    /** An object identifier has 128 numbers at most; an index is cut so that all fit. */
    private static final int LONGEST_NAME = 45;

    /** Number of columns of each table, from the second on: the first are the scalars. */
    private static final int[] COLUMNS = {7, 6, 5};

    private static final int SCALARS = 13;

    private static final long MOST_GAUGE = 0xffff_ffffL;

    private final Supplier<ServerView> view;
    private final OID root;
    private final Ticker ticker;
    private final long began;
    private final List<OID> objects = new ArrayList<>();
    private @Nullable NavigableMap<OID, Variable> last;
    private long lastAt;

    ObjectTree(Supplier<ServerView> view, OID root, Ticker ticker) {
        this.view = view;
        this.root = root;
        this.ticker = ticker;
        this.began = ticker.nanoTime();
        for (int i = 1; i <= 8; i++) {
            objects.add(at(SYSTEM, i));
        }
        for (int i = 2; i <= 4; i++) {
            objects.add(at(SYSTEM, 9, 1, i));
        }
        for (int i = 1; i <= SCALARS; i++) {
            objects.add(at(root, 1, 1, i));
        }
        for (int table = 0; table < COLUMNS.length; table++) {
            for (int i = 1; i <= COLUMNS[table]; i++) {
                objects.add(at(root, 1, table + 2, 1, i));
            }
        }
    }

    /** Returns whether there is an object of which that would be an instance. */
    boolean has(OID instance) {
        return objects.stream().anyMatch(instance::startsWith);
    }

    /** The objects in their order. */
    NavigableMap<OID, Variable> now() {
        NavigableMap<OID, Variable> known = last;
        if (known == null || ticker.nanoTime() - lastAt > FRESH.toNanos()) {
            NavigableMap<OID, Variable> all = new TreeMap<>();
            ServerView server = view.get();
            system(all, server);
            server(all, server);
            server.workManagers().forEach(one -> workManager(all, one));
            server.channels().forEach(one -> channel(all, one));
            server.sessions().forEach(one -> sessions(all, one));
            known = Collections.unmodifiableNavigableMap(all);
            last = known;
            lastAt = ticker.nanoTime();
        }
        return known;
    }

    private void system(NavigableMap<OID, Variable> all, ServerView server) {
        Variable upTime = ticks(Duration.ofNanos(ticker.nanoTime() - began));
        Variable[] scalars = {
            text("Keelson " + server.version() + ", server " + server.name() + " of the domain " + server.domain()),
            below(2, 1),
            upTime,
            text(""),
            text(server.name()),
            text(""),
            new Integer32(APPLICATIONS),
            new TimeTicks(0)
        };
        for (int i = 0; i < scalars.length; i++) {
            all.put(at(SYSTEM, i + 1, 0), scalars[i]);
        }
        all.put(at(SYSTEM, 9, 1, 2, 1), below(2, 1));
        all.put(at(SYSTEM, 9, 1, 3, 1), text("KEELSON-MIB, and the system group of SNMPv2-MIB"));
        all.put(at(SYSTEM, 9, 1, 4, 1), new TimeTicks(0));
    }

    private void server(NavigableMap<OID, Variable> all, ServerView server) {
        Variable[] scalars = {
            text(server.name()),
            text(server.domain()),
            text(server.cluster()),
            text(server.state()),
            text(server.version()),
            ticks(server.uptime()),
            gauge(server.heapUsedBytes() / 1024),
            gauge(server.heapMaximumBytes() / 1024),
            gauge(server.threads()),
            gauge(server.members()),
            gauge(server.leases()),
            gauge(server.leasesHeld()),
            gauge(server.sessions().stream().mapToLong(SessionCount::inMemory).sum())
        };
        for (int i = 0; i < scalars.length; i++) {
            all.put(below(1, 1, i + 1, 0), scalars[i]);
        }
    }

    private void workManager(NavigableMap<OID, Variable> all, WorkManagerRuntime one) {
        row(
                all,
                2,
                index(one.name()),
                text(one.name()),
                gauge(one.queued()),
                gauge(one.running()),
                new Counter64(one.completed()),
                new Counter64(one.refused()),
                gauge(one.stuck()),
                truth(one.suspended()));
    }

    private void channel(NavigableMap<OID, Variable> all, ListeningChannel one) {
        InetAddress address = one.address().getAddress();
        row(
                all,
                3,
                index(one.name()),
                text(one.name()),
                text(address == null ? one.address().getHostString() : address.getHostAddress()),
                gauge(one.address().getPort()),
                text(String.join(",", one.protocols())),
                truth(one.secure()),
                truth(one.admin()));
    }

    private void sessions(NavigableMap<OID, Variable> all, SessionCount one) {
        int[] application = index(one.application());
        int[] path = index(one.contextRoot());
        int[] both = Arrays.copyOf(application, application.length + path.length);
        System.arraycopy(path, 0, both, application.length, path.length);
        row(
                all,
                4,
                both,
                text(one.application()),
                text(one.contextRoot()),
                text(one.storeType()),
                gauge(one.inMemory()),
                gauge(one.behind()));
    }

    /** A row; where two names are the same once they are cut, the first is shown. */
    private void row(NavigableMap<OID, Variable> all, int table, int[] index, Variable... columns) {
        for (int i = 0; i < columns.length; i++) {
            OID column = below(1, table, 1, i + 1);
            column.append(new OID(index));
            all.putIfAbsent(column, columns[i]);
        }
    }

    private OID below(int... more) {
        return at(root, more);
    }

    private static OID at(OID base, int... more) {
        OID whole = new OID(base);
        whole.append(new OID(more));
        return whole;
    }

    /** A name as an index: its length, then its bytes. */
    private static int[] index(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, LONGEST_NAME);
        int[] index = new int[length + 1];
        index[0] = length;
        for (int i = 0; i < length; i++) {
            index[i + 1] = bytes[i] & 0xff;
        }
        return index;
    }

    private static Variable text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new OctetString(bytes.length > 255 ? Arrays.copyOf(bytes, 255) : bytes);
    }

    private static Variable gauge(long value) {
        return new Gauge32(Math.max(0, Math.min(MOST_GAUGE, value)));
    }

    /** Hundredths of a second, which begin again after 497 days. */
    private static Variable ticks(Duration time) {
        return new TimeTicks(time.toMillis() / 10 & MOST_GAUGE);
    }

    private static Variable truth(boolean value) {
        return new Integer32(value ? 1 : 2);
    }
}
