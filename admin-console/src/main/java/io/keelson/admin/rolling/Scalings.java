package io.keelson.admin.rolling;

import io.keelson.admin.change.ChangeCentre;
import io.keelson.admin.change.ChangeException;
import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.ServerStatus;
import io.keelson.admin.events.Events;
import io.keelson.admin.machine.ThisMachine;
import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.RuntimeJson;
import io.keelson.admin.rest.Schema;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.config.DomainFile;
import io.keelson.kernel.config.DynamicCluster;
import io.keelson.kernel.config.EditException;
import io.keelson.kernel.management.Role;
import jakarta.json.JsonObjectBuilder;
import java.io.IOException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The scaling of the domain's dynamic clusters, on the admin server: {@code domain/clusters/NAME/scale}. Thread-safe: {@code lock}
 * guards which scaling runs and how far each is; it is not held while servers are asked. See docs/design/dynamic-clusters.md.
 */
public final class Scalings {
    private static final int TIMEOUT_SECONDS = 180;
    private static final int PAUSE_SECONDS = 3;
    private static final int MOST_SECONDS = 86_400;

    private static final Schema PROGRESS = Schema.object()
            .with("cluster", Schema.TEXT)
            .maybe("size", Schema.INTEGER)
            .maybe("max-size", Schema.INTEGER)
            .maybe("by", Schema.TEXT)
            .maybe("begun", Schema.TIME)
            .maybe("timeout-seconds", Schema.INTEGER)
            .maybe("pause-seconds", Schema.INTEGER)
            .maybe("from", Schema.INTEGER)
            .maybe("to", Schema.INTEGER)
            .with("state", Schema.choice("NONE", "RUNNING", "DONE", "FAILED", "STOPPED", "INTERRUPTED"))
            .with("why", Schema.TEXT)
            .with("members", Schema.list(ScaleProgress.Member.class));

    private final ChangeCentre centre;
    private final DomainDirectory domain;
    private final ScaleFiles files;
    private final Events events;
    private final Ticker ticker;
    private final ClusterWork work;
    private final ReentrantLock lock = new ReentrantLock();
    private final Pace pace = new Pace();
    private final Map<String, ScaleProgress> latest = new TreeMap<>();
    private final Set<String> running = new HashSet<>();

    /**
     * Those of a domain.
     *
     * @param centre where the size is changed
     * @param files where it is kept how far they are
     * @param work what is under way
     */
    public Scalings(
            ChangeCentre centre,
            DomainDirectory domain,
            ScaleFiles files,
            Events events,
            Ticker ticker,
            ClusterWork work) {
        this.centre = centre;
        this.domain = domain;
        this.files = files;
        this.events = events;
        this.ticker = ticker;
        this.work = work;
    }

    /** The routes of the management interface. */
    public List<Route> routes() {
        return List.of(
                Route.of("GET", "domain/clusters/*/scale", Role.MONITOR, this::get)
                        .says("shows the size of a dynamic cluster, and how far its scaling is")
                        .answers(200, PROGRESS),
                Route.of("POST", "domain/clusters/*/scale", Role.ADMIN, this::begin)
                        .says("gives a dynamic cluster another number of servers, starts those that come and ends those"
                                + " that go; with dry-run it only says which these are")
                        .query("size", Schema.whole(1))
                        .query("timeout", Schema.whole(1, MOST_SECONDS))
                        .query("pause", Schema.whole(0, MOST_SECONDS))
                        .query("dry-run", Schema.TRUTH)
                        .answers(200, PROGRESS)
                        .answers(202, PROGRESS),
                Route.of("DELETE", "domain/clusters/*/scale", Role.ADMIN, this::stop)
                        .says("stops the scaling of a cluster when the server whose turn it is, is gone")
                        .answers(202, PROGRESS));
    }

    // ---- the life of the admin server ------------------------------------------------------------------------------

    /** Reads how far scalings were when the admin server ended. They go on when somebody orders them again. */
    public void open() {
        Map<String, ScaleProgress> found = files.read();
        lock.lock();
        try {
            latest.putAll(found);
        } finally {
            lock.unlock();
        }
    }

    /** Ends the threads. */
    public void close() {
        pace.close();
    }

    // ---- the interface ---------------------------------------------------------------------------------------------

    private Answer get(Call call) throws Problem, IOException {
        call.query(Set.of());
        String cluster = call.variable();
        DynamicCluster settings = cluster(cluster);
        ScaleProgress known;
        lock.lock();
        try {
            known = latest.get(cluster);
        } finally {
            lock.unlock();
        }
        JsonObjectBuilder json = Answer.JSON.createObjectBuilder();
        if (known == null) {
            json.add("cluster", cluster)
                    .add("state", "NONE")
                    .add("why", "")
                    .add("members", Answer.JSON.createArrayBuilder());
        } else {
            RuntimeJson.of(known).forEach(json::add);
        }
        DynamicCluster.Servers dynamic = settings.dynamic();
        if (dynamic != null) {
            json.add("size", dynamic.size()).add("max-size", dynamic.maxSize());
        }
        return Answer.json(200, json.build());
    }

    private Answer begin(Call call) throws Problem, IOException {
        Map<String, String> query = call.query(Set.of("size", "timeout", "pause", "dry-run"));
        String cluster = call.variable();
        DynamicCluster.Servers dynamic = dynamic(cluster);
        int to = number(query, "size", -1, 1, dynamic.maxSize());
        ScaleProgress plan = plan(cluster, dynamic.size(), to, query, call);
        if (call.flag(query, "dry-run")) {
            return Answer.json(200, RuntimeJson.of(plan));
        }
        Conditions.nodeManagers(domain, ordered(cluster, plan), "which starts and ends the servers");
        LiveFleet fleet = new LiveFleet(domain, call.caller(), Release.NONE);
        LiveSizing sizing =
                new LiveSizing(centre, domain, fleet, cluster, call.caller().name());
        Optional<String> other = work.begin(cluster, "being scaled");
        if (other.isPresent()) {
            throw Problem.notDone(
                    409,
                    "Under way",
                    "The cluster " + cluster + " is " + other.get() + "; wait until that has ended, or stop it",
                    List.of());
        }
        lock.lock();
        try {
            files.write(plan);
            latest.put(cluster, plan);
            pace.takeStop(cluster);
            Thread thread = Threads.daemon("keelson.scale: " + cluster, () -> run(plan, fleet, sizing));
            running.add(cluster);
            thread.start();
        } catch (IOException | RuntimeException e) {
            work.end(cluster);
            throw e;
        } finally {
            lock.unlock();
        }
        return Answer.json(202, RuntimeJson.of(plan));
    }

    /**
     * The servers of a plan whose machines are known before it is done. Of those that come to a cluster which has servers on other
     * machines that says itself where each is started.
     */
    private List<String> ordered(String cluster, ScaleProgress plan) throws IOException {
        Set<String> there = new HashSet<>();
        boolean elsewhere = false;
        for (ServerStatus server : domain.servers()) {
            there.add(server.name());
            elsewhere |= cluster.equals(server.cluster())
                    && ThisMachine.elsewhere(domain, server.name()).isPresent();
        }
        boolean spread = elsewhere;
        return plan.members().stream()
                .map(ScaleProgress.Member::server)
                .filter(server -> there.contains(server) || !spread)
                .toList();
    }

    /** Returns what is to be done; refused where the configuration would be wrong after it, before a server is ended for nothing. */
    private ScaleProgress plan(String cluster, int size, int to, Map<String, String> query, Call call)
            throws Problem, IOException {
        DomainFile file = centre.decided().file();
        List<String> names;
        try {
            names = file.edit(LiveSizing.path(cluster), Math.max(size, to)).dynamicServers(cluster);
            List<String> wrong =
                    to == size ? List.of() : centre.wouldBeWrong(now -> now.edit(LiveSizing.path(cluster), to));
            if (!wrong.isEmpty()) {
                throw Problem.notDone(
                        422,
                        "Not possible",
                        "The configuration would be wrong with " + to + " servers; nothing was changed",
                        wrong);
            }
        } catch (EditException | ChangeException e) {
            throw Problem.notDone(409, "Conflict", String.valueOf(e.getMessage()), List.of());
        }
        Set<String> there = new HashSet<>();
        domain.servers().stream().filter(ServerStatus::alive).forEach(server -> there.add(server.name()));
        return new ScaleProgress(
                cluster,
                call.caller().name(),
                Instant.ofEpochMilli(ticker.currentTimeMillis()).toString(),
                number(query, "timeout", TIMEOUT_SECONDS, 1, MOST_SECONDS),
                number(query, "pause", PAUSE_SECONDS, 0, MOST_SECONDS),
                size,
                to,
                Progress.State.RUNNING,
                "",
                Scaling.plan(names, size, to, there));
    }

    private Answer stop(Call call) throws Problem, IOException {
        call.query(Set.of());
        String cluster = call.variable();
        cluster(cluster);
        lock.lock();
        try {
            ScaleProgress known = latest.get(cluster);
            if (known == null || !running.contains(cluster)) {
                throw Problem.notDone(409, "Conflict", "The cluster " + cluster + " is not being scaled", List.of());
            }
            pace.stop(cluster, call.caller().name());
            return Answer.json(202, RuntimeJson.of(known));
        } finally {
            lock.unlock();
        }
    }

    private DynamicCluster cluster(String cluster) throws Problem, IOException {
        DynamicCluster settings = centre.decided().all(DynamicCluster.class).get(cluster);
        if (settings == null) {
            throw Problem.notFound("There is no cluster " + cluster);
        }
        return settings;
    }

    private DynamicCluster.Servers dynamic(String cluster) throws Problem, IOException {
        DynamicCluster.Servers dynamic = cluster(cluster).dynamic();
        if (dynamic == null) {
            throw Problem.notDone(
                    409,
                    "Conflict",
                    "The cluster " + cluster + " is not dynamic: its servers are written down one by one; give it a"
                            + " template and a size at clusters." + cluster + ".dynamic",
                    List.of());
        }
        return dynamic;
    }

    private static int number(Map<String, String> query, String name, int standard, int least, int most)
            throws Problem {
        try {
            int number = Integer.parseInt(query.getOrDefault(name, String.valueOf(standard)));
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw Problem.badRequest("The parameter '" + name + "' is a number from " + least + " to " + most
                + (name.equals("size") ? ", the cluster's max-size" : ""));
    }

    // ---- the work --------------------------------------------------------------------------------------------------

    private void run(ScaleProgress first, Fleet fleet, Sizing sizing) {
        String cluster = first.cluster();
        Scaling scaling = new Scaling(first, fleet, sizing, this::kept, ticker);
        try {
            ScalingLog.LOG.step(cluster, first.to(), first.by(), "it begins, with " + first.from());
            while (scaling.step() && pace.goesOn(cluster)) {
                pace.takeStop(cluster).ifPresent(scaling::stop);
            }
        } catch (RuntimeException | Error e) {
            ScalingLog.LOG.failed(cluster, e);
            failed(cluster, e);
        } finally {
            lock.lock();
            try {
                running.remove(cluster);
                work.end(cluster);
            } finally {
                lock.unlock();
            }
        }
    }

    private void failed(String cluster, Throwable why) {
        lock.lock();
        try {
            @Nullable ScaleProgress known = latest.get(cluster);
            if (known != null) {
                latest.put(cluster, known.in(Progress.State.FAILED, "an error of the server itself: " + why));
            }
        } finally {
            lock.unlock();
        }
    }

    private void kept(ScaleProgress progress) throws IOException {
        lock.lock();
        try {
            latest.put(progress.cluster(), progress);
        } finally {
            lock.unlock();
        }
        events.publish(Events.SCALE, RuntimeJson.of(progress));
        tell(progress);
        files.write(progress);
    }

    private static void tell(ScaleProgress progress) {
        String cluster = progress.cluster();
        switch (progress.state()) {
            case RUNNING ->
                progress.members().stream()
                        .filter(member -> member.phase() != ScaleProgress.Phase.DONE
                                && member.phase() != ScaleProgress.Phase.WAITING)
                        .findFirst()
                        .ifPresent(member -> ScalingLog.LOG.step(
                                cluster, progress.to(), progress.by(), member.server() + " is " + member.phase()));
            case DONE -> ScalingLog.LOG.step(cluster, progress.to(), progress.by(), "it is done");
            case FAILED, STOPPED, INTERRUPTED ->
                ScalingLog.LOG.goesNoFurther(cluster, progress.to(), progress.why(), cluster, progress.to());
        }
    }
}
