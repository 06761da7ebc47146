package io.keelson.admin.rolling;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.ServerStatus;
import io.keelson.admin.events.Events;
import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Schema;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.config.AtomicFile;
import io.keelson.kernel.management.Role;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The rolling restarts of the domain's clusters, on the admin server: {@code domain/clusters/NAME/restart}. Thread-safe: {@code lock}
 * guards which restart runs and how far each is; it is not held while servers are asked. How far it is lies in
 * {@code servers/ADMIN/state/restart-CLUSTER.json}. See docs/design/rolling-restart.md.
 */
public final class RollingRestarts {
    private static final String PREFIX = "restart-";
    private static final String SUFFIX = ".json";
    private static final int TIMEOUT_SECONDS = 180;
    private static final int PAUSE_SECONDS = 5;
    private static final int MOST_SECONDS = 86_400;

    private static final Schema PROGRESS = Schema.object()
            .with("cluster", Schema.TEXT)
            .maybe("application", Schema.TEXT)
            .maybe("back", Schema.TRUTH)
            .maybe("by", Schema.TEXT)
            .maybe("begun", Schema.TIME)
            .maybe("timeout-seconds", Schema.INTEGER)
            .maybe("pause-seconds", Schema.INTEGER)
            .with("state", Schema.choice("NONE", "RUNNING", "DONE", "FAILED", "STOPPED", "INTERRUPTED"))
            .with("why", Schema.TEXT)
            .with("members", Schema.list(Progress.Member.class));

    private final DomainDirectory domain;
    private final Path directory;
    private final Events events;
    private final Ticker ticker;
    private final ClusterWork work;
    private final Conditions conditions;
    private final ReentrantLock lock = new ReentrantLock();
    private final Pace pace = new Pace();
    private final Map<String, Progress> latest = new TreeMap<>();
    private final Map<String, Thread> running = new HashMap<>();
    private volatile Release release = Release.NONE;

    /**
     * Those of a domain.
     *
     * @param directory the admin server's own directory for state
     * @param work what is under way
     */
    public RollingRestarts(DomainDirectory domain, Path directory, Events events, Ticker ticker, ClusterWork work) {
        this.domain = domain;
        this.directory = directory;
        this.events = events;
        this.ticker = ticker;
        this.work = work;
        this.conditions = new Conditions(domain, work);
    }

    /** Says what brings versions of applications to servers. Called once, before {@link #open}. */
    public void release(Release brings) {
        release = brings;
    }

    /** The routes of the management interface. */
    public List<Route> routes() {
        return List.of(
                Route.of("GET", "domain/clusters/*/restart", Role.MONITOR, this::get)
                        .says("shows how far the rolling restart of a cluster is")
                        .answers(200, PROGRESS),
                Route.of("POST", "domain/clusters/*/restart", Role.OPERATOR, this::begin)
                        .says("begins to restart the servers of a cluster one after the other, or goes on with that;"
                                + " with an application each gets the version of it that was put there for a"
                                + " rolling redeployment")
                        .query("application", Schema.TEXT)
                        .query("back", Schema.TRUTH)
                        .query("timeout", Schema.whole(1, MOST_SECONDS))
                        .query("pause", Schema.whole(0, MOST_SECONDS))
                        .query("resume", Schema.TRUTH)
                        .answers(202, PROGRESS),
                Route.of("DELETE", "domain/clusters/*/restart", Role.OPERATOR, this::stop)
                        .says("stops a rolling restart when the server whose turn it is, is back")
                        .answers(202, PROGRESS));
    }

    // ---- the life of the admin server ------------------------------------------------------------------------------

    /** Reads how far restarts were when the admin server ended. They go on when somebody resumes them. */
    public void open() {
        lock.lock();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, PREFIX + "*" + SUFFIX)) {
            for (Path file : files) {
                read(file);
            }
        } catch (NoSuchFileException e) {
            // There was none yet.
        } catch (IOException e) {
            RollingLog.LOG.notKept("*", e.toString());
        } finally {
            lock.unlock();
        }
    }

    private void read(Path file) {
        try {
            Progress found = ProgressJson.read(Files.readAllBytes(file));
            if (found.state() == Progress.State.RUNNING) {
                found = found.in(Progress.State.INTERRUPTED, "the admin server ended in the middle of it");
                RollingLog.LOG.interrupted(found.cluster(), found.cluster());
            }
            latest.put(found.cluster(), found);
        } catch (IOException e) {
            RollingLog.LOG.notKept(String.valueOf(file.getFileName()), e.toString());
        }
    }

    /** Ends the threads; what they were at is resumed after the next start. */
    public void close() {
        pace.close();
    }

    // ---- the interface ---------------------------------------------------------------------------------------------

    private Answer get(Call call) throws Problem, IOException {
        call.query(Set.of());
        members(call.variable());
        lock.lock();
        try {
            Progress known = latest.get(call.variable());
            return Answer.json(
                    200,
                    known == null
                            ? Answer.JSON
                                    .createObjectBuilder()
                                    .add("cluster", call.variable())
                                    .add("state", "NONE")
                                    .add("why", "")
                                    .add("members", Answer.JSON.createArrayBuilder())
                                    .build()
                            : ProgressJson.write(known));
        } finally {
            lock.unlock();
        }
    }

    private Answer begin(Call call) throws Problem, IOException {
        Map<String, String> query = call.query(Set.of("timeout", "pause", "resume", "application", "back"));
        int timeout = seconds(query, "timeout", TIMEOUT_SECONDS, 1);
        int pause = seconds(query, "pause", PAUSE_SECONDS, 0);
        boolean resume = call.flag(query, "resume");
        boolean back = call.flag(query, "back");
        String application = query.getOrDefault("application", "");
        String cluster = call.variable();
        List<ServerStatus> members = members(cluster);
        List<String> having = application.isEmpty() ? List.of() : having(application, cluster);
        // What no server has is taken back without a restart, so that it never depends on who could start servers.
        boolean restarts = application.isEmpty() || !back || resume || !having.isEmpty();
        if (restarts) {
            // Those that do not run are left out, but where it goes on one may be away that was told to end.
            conditions.nodeManagers(members.stream()
                    .filter(server -> server.alive() || resume)
                    .map(ServerStatus::name)
                    .toList());
        }
        LiveFleet fleet = new LiveFleet(domain, call.caller(), release);
        lock.lock();
        try {
            if (running.containsKey(cluster)) {
                throw Conditions.underWay(cluster, "being restarted");
            }
            Progress known = latest.get(cluster);
            // An application's redeployment whose progress is lost, or was followed by a restart, begins anew with
            // those that lack it.
            boolean same = application.isEmpty()
                    || known != null && known.resumable() && known.application().equals(application);
            Progress first = resume && same
                    ? resumed(cluster, known, members, fleet, call, timeout, pause)
                    : fresh(cluster, known, members, restarts, call, timeout, pause, application, back, having);
            Optional<String> other = work.begin(cluster, "being restarted");
            if (other.isPresent()) {
                throw Conditions.underWay(cluster, other.get());
            }
            try {
                write(first);
            } catch (IOException e) {
                work.end(cluster);
                throw e;
            }
            latest.put(cluster, first);
            pace.takeStop(cluster);
            Thread thread = Threads.daemon("keelson.restart: " + cluster, () -> run(cluster, first, fleet));
            running.put(cluster, thread);
            thread.start();
            return Answer.json(202, ProgressJson.write(first));
        } finally {
            lock.unlock();
        }
    }

    /** The servers that have the version that comes; refuses where none comes. */
    private List<String> having(String application, String cluster) throws Problem, IOException {
        Optional<String> unfit = release.unfit(application, cluster);
        if (unfit.isPresent()) {
            throw Conditions.conflict(unfit.get());
        }
        return release.servers(application);
    }

    private Progress fresh(
            String cluster,
            @Nullable Progress known,
            List<ServerStatus> servers,
            boolean restarts,
            Call call,
            int timeout,
            int pause,
            String application,
            boolean back,
            List<String> having)
            throws Problem {
        Conditions.settled(cluster, known);
        if (restarts) {
            conditions.enough(cluster, servers);
        }
        List<Progress.Member> members = new ArrayList<>();
        for (ServerStatus server : servers) {
            boolean there = !application.isEmpty() && having.contains(server.name()) != back;
            members.add(new Progress.Member(
                    server.name(),
                    !server.alive() ? Progress.Phase.SKIPPED : there ? Progress.Phase.DONE : Progress.Phase.WAITING,
                    0));
        }
        String begun = Instant.ofEpochMilli(ticker.currentTimeMillis()).toString();
        return new Progress(
                cluster,
                application,
                back,
                call.caller().name(),
                begun,
                timeout,
                pause,
                Progress.State.RUNNING,
                "",
                members);
    }

    /**
     * Refuses a version for a rolling redeployment that could not begin now, before it is kept. Changes nothing; {@link Admission} says
     * the rest.
     */
    public void admit(String application, List<String> targets) throws Problem, IOException {
        List<ServerStatus> servers = conditions.over(application, targets);
        String cluster = targets.get(0);
        conditions.nodeManagers(servers.stream()
                .filter(ServerStatus::alive)
                .map(ServerStatus::name)
                .toList());
        conditions.idle(cluster);
        lock.lock();
        try {
            Conditions.settled(cluster, latest.get(cluster));
        } finally {
            lock.unlock();
        }
        conditions.enough(cluster, servers);
    }

    private Progress resumed(
            String cluster,
            @Nullable Progress known,
            List<ServerStatus> servers,
            LiveFleet fleet,
            Call call,
            int timeout,
            int pause)
            throws Problem {
        if (known == null || !known.resumable()) {
            throw Conditions.conflict("There is no restart of " + cluster + " that could go on");
        }
        Set<String> names = Set.copyOf(servers.stream().map(ServerStatus::name).toList());
        Progress there = new Progress(
                cluster,
                known.application(),
                known.back(),
                known.by(),
                known.begun(),
                timeout,
                pause,
                known.state(),
                known.why(),
                known.members().stream()
                        .map(member -> names.contains(member.server()) ? member : member.in(Progress.Phase.SKIPPED))
                        .toList());
        try {
            return RollingRestart.resumed(there, fleet, call.caller().name(), timeout, pause);
        } catch (IOException e) {
            throw Problem.notDone(502, "Bad gateway", String.valueOf(e.getMessage()), List.of());
        }
    }

    private Answer stop(Call call) throws Problem, IOException {
        call.query(Set.of());
        String cluster = call.variable();
        members(cluster);
        lock.lock();
        try {
            Progress known = latest.get(cluster);
            if (known == null || !running.containsKey(cluster)) {
                throw Conditions.conflict("The cluster " + cluster + " is not being restarted");
            }
            pace.stop(cluster, call.caller().name());
            return Answer.json(202, ProgressJson.write(known));
        } finally {
            lock.unlock();
        }
    }

    private List<ServerStatus> members(String cluster) throws Problem, IOException {
        List<ServerStatus> members = domain.servers().stream()
                .filter(server -> cluster.equals(server.cluster()))
                .toList();
        if (members.isEmpty()) {
            throw Problem.notFound("There is no cluster " + cluster + " with servers");
        }
        return members;
    }

    private static int seconds(Map<String, String> query, String name, int standard, int least) throws Problem {
        try {
            int seconds = Integer.parseInt(query.getOrDefault(name, String.valueOf(standard)));
            if (seconds >= least && seconds <= MOST_SECONDS) {
                return seconds;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw Problem.badRequest(
                "The parameter '" + name + "' is a number of seconds from " + least + " to " + MOST_SECONDS);
    }

    // ---- the work --------------------------------------------------------------------------------------------------

    private void run(String cluster, Progress first, Fleet fleet) {
        RollingRestart restart = new RollingRestart(first, fleet, this::kept, ticker);
        try {
            RollingLog.LOG.step(cluster, first.by(), "it begins");
            while (restart.step() && pace.goesOn(cluster)) {
                Optional<String> by = pace.takeStop(cluster);
                by.ifPresent(restart::stop);
            }
        } catch (RuntimeException | Error e) {
            RollingLog.LOG.failed(cluster, e);
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
            Progress known = latest.get(cluster);
            if (known != null) {
                latest.put(cluster, known.in(Progress.State.FAILED, "an error of the server itself: " + why));
            }
        } finally {
            lock.unlock();
        }
    }

    private void kept(Progress progress) throws IOException {
        lock.lock();
        try {
            latest.put(progress.cluster(), progress);
        } finally {
            lock.unlock();
        }
        JsonObject json = ProgressJson.write(progress);
        events.publish(Events.RESTART, json);
        tell(progress);
        write(progress);
    }

    private static void tell(Progress progress) {
        switch (progress.state()) {
            case RUNNING ->
                progress.members().stream()
                        .filter(Conditions::away)
                        .findFirst()
                        .ifPresent(member -> RollingLog.LOG.step(
                                progress.cluster(), progress.by(), member.server() + " is " + member.phase()));
            case DONE -> RollingLog.LOG.step(progress.cluster(), progress.by(), "all members are restarted");
            case FAILED, STOPPED, INTERRUPTED -> RollingLog.LOG.goesNoFurther(progress.cluster(), progress.why());
        }
    }

    private void write(Progress progress) throws IOException {
        Files.createDirectories(directory);
        AtomicFile.write(
                directory.resolve(PREFIX + progress.cluster() + SUFFIX),
                ProgressJson.write(progress).toString().getBytes(StandardCharsets.UTF_8));
    }
}
