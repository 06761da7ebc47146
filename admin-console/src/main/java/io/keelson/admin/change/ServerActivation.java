package io.keelson.admin.change;

import io.keelson.admin.domain.DamagedJson;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.config.AtomicFile;
import io.keelson.kernel.config.ConfigurationChange;
import io.keelson.kernel.config.ConfigurationException;
import io.keelson.kernel.config.DomainConfiguration;
import io.keelson.kernel.config.DomainFile;
import io.keelson.kernel.lifecycle.ServerControl;
import io.keelson.kernel.lifecycle.ServerException;
import io.keelson.kernel.lifecycle.ServerState;
import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A server's part in activations, on its disk and in its subsystems: drives a {@link Participant}. What the server has and what it
 * prepared lie in {@code servers/NAME/config/activation.json}, from which it can also start. Thread-safe: {@code lock} guards
 * everything; it is held while subsystems prepare and commit.
 */
public final class ServerActivation {
    private final String server;
    private final Path file;
    private final DomainConfiguration started;
    private final ServerControl control;
    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private final Participant participant;
    private DomainConfiguration current;
    private DomainConfiguration shown;
    private DomainConfiguration shownOf;
    private String trouble = "";

    /**
     * The part of a server that starts.
     *
     * @param server its name
     * @param directory its directory
     * @param started what it starts with
     */
    public ServerActivation(
            String server, Path directory, DomainConfiguration started, ServerControl control, Ticker ticker) {
        this.server = server;
        this.file = file(directory);
        this.started = started;
        this.current = started;
        this.shown = started;
        this.shownOf = started;
        this.control = control;
        this.ticker = ticker;
        this.participant = new Participant(
                found(file, started.file().text()), UUID.randomUUID().toString());
    }

    private static Path file(Path serverDirectory) {
        return serverDirectory.resolve("config").resolve("activation.json");
    }

    /** The text of {@code domain.yaml} that a server has kept; empty for one that never took part in an activation. */
    public static Optional<String> kept(Path serverDirectory) throws IOException {
        return Optional.ofNullable(read(file(serverDirectory)))
                .map(kept -> kept.installed().text());
    }

    /** Returns what the disk says, where the server did start with that; else a text without a number, about which it asks. */
    private static Participant.Kept found(Path file, String text) {
        Participant.Kept kept = null;
        try {
            kept = read(file);
        } catch (IOException e) {
            ChangeLog.LOG.notRead(file, e.toString());
        }
        if (kept != null && kept.installed().text().equals(text)) {
            return kept;
        }
        int number = kept == null ? 0 : kept.installed().number();
        return new Participant.Kept(
                new Proposal(number, "text-" + digest(text), text), kept == null ? null : kept.prepared());
    }

    private static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static Participant.@Nullable Kept read(Path file) throws IOException {
        try (JsonReader reader = Json.createReader(new ByteArrayInputStream(Files.readAllBytes(file)))) {
            JsonObject json = reader.readObject();
            JsonObject prepared = json.getJsonObject("prepared");
            return new Participant.Kept(
                    MessageJson.proposal(json.getJsonObject("installed")),
                    prepared == null ? null : MessageJson.proposal(prepared));
        } catch (NoSuchFileException e) {
            return null;
        } catch (JsonException | NullPointerException | ClassCastException | ArithmeticException e) {
            throw new IOException(file + " is damaged: " + DamagedJson.reason(e), e);
        }
    }

    private void write(Participant.Kept kept) throws IOException {
        JsonObjectBuilder json = Json.createObjectBuilder().add("installed", MessageJson.proposal(kept.installed()));
        if (kept.prepared() != null) {
            json.add("prepared", MessageJson.proposal(kept.prepared()));
        }
        Path directory = file.getParent();
        if (directory != null) {
            Files.createDirectories(directory);
        }
        AtomicFile.write(file, json.build().toString().getBytes(StandardCharsets.UTF_8));
    }

    /** The number of the revision that this server runs; 0 where it does not know it yet. */
    public int revision() {
        lock.lock();
        try {
            return participant.installed().number();
        } finally {
            lock.unlock();
        }
    }

    /** Returns what the server shows as being in force: of what it reads at its next start, what it has started with. */
    public DomainConfiguration inForce() {
        lock.lock();
        try {
            if (shownOf != current) {
                shown = current.since(started);
                shownOf = current;
            }
            return shown;
        } finally {
            lock.unlock();
        }
    }

    /** The configuration that the server has taken over. */
    public DomainConfiguration configuration() {
        lock.lock();
        try {
            return current;
        } finally {
            lock.unlock();
        }
    }

    /** The paths of settings that this server will read at its next start, and that differ from what it started with. */
    public List<String> restartNeeded() {
        lock.lock();
        try {
            return restart();
        } finally {
            lock.unlock();
        }
    }

    private List<String> restart() {
        return ConfigurationChange.forServers(started.model(), started.file(), current.file()).stream()
                .filter(change -> !change.live() && change.concerns(server))
                .map(change -> change.path().toString())
                .toList();
    }

    /** Returns whether the server can take part: it is up, and not on its way down. */
    public boolean ready() {
        ServerState state = control.state();
        return state == ServerState.ADMIN || state == ServerState.RUNNING;
    }

    /** Takes a message of the admin server; returns what to answer. */
    public List<Message> receive(Message message) {
        return step(new Participant.Event.Received(message));
    }

    /** Lets time pass; returns what to ask the admin server. */
    public List<Message> tick() {
        return step(new Participant.Event.Tick());
    }

    private List<Message> step(Participant.Event event) {
        lock.lock();
        try {
            List<Message> answers = new ArrayList<>();
            Deque<Participant.Action> todo = new ArrayDeque<>(participant.step(event, ticker.nanoTime()));
            while (!todo.isEmpty()) {
                Participant.Event next = execute(todo.remove(), answers);
                if (next != null) {
                    todo.addAll(participant.step(next, ticker.nanoTime()));
                }
            }
            return answers;
        } finally {
            lock.unlock();
        }
    }

    private Participant.@Nullable Event execute(Participant.Action action, List<Message> answers) {
        if (action instanceof Participant.Action.Send send) {
            answers.add(send.message());
            return null;
        } else if (action instanceof Participant.Action.Check check) {
            return new Participant.Event.Checked(check(check.proposal()));
        } else if (action instanceof Participant.Action.Keep keep) {
            try {
                FailPoints.reach("before-keep");
                write(keep.kept());
                FailPoints.reach("after-keep");
                trouble = "";
                return new Participant.Event.Stored(null);
            } catch (IOException e) {
                // It is tried again all the time, and told once.
                if (!trouble.equals(e.toString())) {
                    trouble = e.toString();
                    ChangeLog.LOG.notKept(file, trouble);
                }
                return new Participant.Event.Stored("its disk did not take it: " + e);
            }
        }
        return new Participant.Event.Applied(apply(((Participant.Action.Apply) action).proposal()));
    }

    /** Returns why this server would refuse a file; empty where it would not. Nothing is changed. */
    Optional<String> wouldRefuse(DomainFile file) {
        lock.lock();
        try {
            return Optional.ofNullable(check(new Proposal(0, "trial", file.text())));
        } finally {
            lock.unlock();
        }
    }

    private @Nullable String check(Proposal proposal) {
        try {
            control.checkConfiguration(read(proposal));
            return null;
        } catch (ConfigurationException e) {
            return problems(e);
        } catch (ServerException | RuntimeException e) { // whatever it is, this server cannot run it
            return String.valueOf(e.getMessage());
        }
    }

    private DomainConfiguration read(Proposal proposal) throws ConfigurationException {
        return current.with(DomainFile.parse(started.file().path(), proposal.text()));
    }

    private static String problems(ConfigurationException e) {
        return e.problems().stream().map(Object::toString).collect(Collectors.joining("; "));
    }

    private Result apply(Proposal proposal) {
        if (proposal.text().equals(current.file().text())) {
            return restarted();
        }
        try {
            DomainConfiguration next = read(proposal);
            control.applyConfiguration(next);
            current = next;
            ChangeLog.LOG.applied(proposal.number());
            return restarted();
        } catch (ConfigurationException e) {
            return notApplied(proposal, problems(e));
        } catch (ServerException | RuntimeException e) { // the revision is decided; this server is marked
            return notApplied(proposal, String.valueOf(e.getMessage()));
        }
    }

    private Result restarted() {
        List<String> paths = restart();
        return paths.isEmpty() ? new Result.Applied() : new Result.RestartNeeded(paths);
    }

    private static Result notApplied(Proposal proposal, String why) {
        ChangeLog.LOG.notApplied(proposal.number(), why);
        return new Result.NotApplied(why);
    }
}
