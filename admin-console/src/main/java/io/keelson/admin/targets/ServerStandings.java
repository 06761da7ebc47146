package io.keelson.admin.targets;

import io.keelson.admin.change.ChangeCentre;
import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.ServerStatus;
import io.keelson.base.time.Ticker;
import io.keelson.deploy.targets.Assignment;
import io.keelson.kernel.config.DomainConfiguration;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which servers are to have an application of the domain, what they say of it, and waiting until they have it or have it no more.
 * Thread-safe.
 */
final class ServerStandings {
    private static final int LOOK_MILLIS = 2_000;
    private static final long PAUSE_NANOS = Duration.ofMillis(100).toNanos();
    private static final long PATIENCE_NANOS = Duration.ofMinutes(5).toNanos();
    private static final long SILENCE_NANOS = Duration.ofSeconds(10).toNanos();

    private final ChangeCentre centre;
    private final DomainDirectory domain;
    private final ServerCalls calls;
    private final Ticker ticker;

    ServerStandings(ChangeCentre centre, DomainDirectory domain, ServerCalls calls, Ticker ticker) {
        this.centre = centre;
        this.domain = domain;
        this.calls = calls;
        this.ticker = ticker;
    }

    /** The servers that are to have an application. */
    List<String> servers(String name) throws IOException {
        DomainConfiguration decided = centre.decided();
        List<String> servers = new ArrayList<>();
        for (ServerStatus status : domain.servers()) {
            if (Assignment.activeOn(decided, status.name(), name) != null) {
                servers.add(status.name());
            }
        }
        return servers;
    }

    /**
     * Waits until each server that is to have it says that it runs, is stopped or has failed, or does not answer.
     *
     * @param beside whether the version beside the active one is meant
     * @return those in that state, with the reason
     */
    Map<String, String> await(String name, String state, boolean beside) throws IOException {
        Map<String, String> found = new TreeMap<>();
        Map<String, Long> heard = new TreeMap<>();
        DomainConfiguration decided = centre.decided();
        long began = ticker.nanoTime();
        TreeSet<String> left = new TreeSet<>(servers(name));
        left.forEach(server -> heard.put(server, began));
        while (!left.isEmpty() && ticker.nanoTime() - began < PATIENCE_NANOS) {
            for (String server : List.copyOf(left)) {
                Assignment wanted = beside
                        ? Assignment.besideOn(decided, server, name)
                        : Assignment.activeOn(decided, server, name);
                JsonObject said = wanted == null ? null : look(server, wanted);
                if (said != null) {
                    heard.put(server, ticker.nanoTime());
                }
                boolean settled = said != null
                        && wanted != null
                        && said.getString("version", "").equals(wanted.version())
                        && said.getString("wanted").equals(wanted.running() ? "running" : "stopped")
                        && List.of("RUNNING", "RETIRING", "STOPPED", "FAILED", "WAITING")
                                .contains(said.getString("state"));
                boolean silent = ticker.nanoTime() - heard.getOrDefault(server, began) > SILENCE_NANOS
                        || !domain.status(server).alive();
                if (settled && said != null && said.getString("state").equals(state)) {
                    found.put(server, said.getString("problem", "it says no reason; look at its log"));
                }
                if (settled || silent) {
                    left.remove(server);
                }
            }
            if (!left.isEmpty()) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
        return found;
    }

    /** What a server says of a version that it is to have; null where it does not answer, or does not know of it yet. */
    @Nullable
    JsonObject look(String server, Assignment wanted) {
        try {
            return calls
                    .ask(server, "GET", "server/applications", null, LOOK_MILLIS)
                    .getJsonArray("applications")
                    .getValuesAs(JsonObject.class)
                    .stream()
                    .filter(one -> one.getString("name").equals(wanted.name())
                            && one.getBoolean("beside", false) == wanted.beside()
                            && Objects.equals(one.getString("label", null), wanted.label()))
                    .findFirst()
                    .orElse(null);
        } catch (IOException | NullPointerException | ClassCastException e) {
            return null;
        }
    }

    /** How a server stands. */
    ServerStatus status(String server) throws IOException {
        return domain.status(server);
    }

    /** Waits a while until no server has such a version of an application, which ends with its requests. */
    void awaitGone(List<String> servers, String name, Predicate<@Nullable String> version) {
        long began = ticker.nanoTime();
        while (ticker.nanoTime() - began < SILENCE_NANOS && anyHas(servers, name, version)) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private boolean anyHas(List<String> servers, String name, Predicate<@Nullable String> version) {
        return servers.stream().anyMatch(server -> {
            try {
                return calls
                        .ask(server, "GET", "deployments", null, LOOK_MILLIS)
                        .getJsonArray("deployments")
                        .getValuesAs(JsonObject.class)
                        .stream()
                        .anyMatch(one ->
                                one.getString("name").equals(name) && version.test(one.getString("version", null)));
            } catch (IOException e) {
                return false;
            }
        });
    }
}
