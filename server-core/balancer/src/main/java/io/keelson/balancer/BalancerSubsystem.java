package io.keelson.balancer;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.time.Deadline;
import io.keelson.http.HttpExchange;
import io.keelson.http.HttpHandler;
import io.keelson.http.HttpServer;
import io.keelson.http.OutgoingHttp;
import io.keelson.http.OutgoingLoop;
import io.keelson.kernel.management.RuntimeState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The load balancer: takes all requests of the server's channels. The kernel's calls come one after the other. */
final class BalancerSubsystem implements Subsystem {
    private final BalancerSettings settings;
    private final Configuration configuration;
    private final ServerIdentity identity;
    private final HttpServer http;
    private final OutgoingHttp outgoing;
    private final RuntimeState runtime;
    private final Map<Backend, HealthCheck> checks = new LinkedHashMap<>();
    private List<Lane> lanes = List.of();
    private @Nullable Backends backends;
    private @Nullable List<Backend> prepared;
    private OutgoingHttp.@Nullable Loops loops;
    private HttpServer.@Nullable Registration registration;

    BalancerSubsystem(BalancerSettings settings, Services services) {
        this.settings = settings;
        configuration = services.get(Configuration.class);
        identity = services.get(ServerIdentity.class);
        http = services.get(HttpServer.class);
        outgoing = services.get(OutgoingHttp.class);
        runtime = services.get(RuntimeState.class);
    }

    @Override
    public void start() throws IOException {
        List<Backend> first = new Membership(settings, configuration, identity).backends();
        Backends open = new Backends(first, settings.method());
        backends = open;
        runtime.add("balancer", BalancedServer.class, open::state);
        Integer wanted = settings.threads();
        int threads = wanted != null
                ? wanted
                : Math.max(1, Math.min(4, Runtime.getRuntime().availableProcessors() / 2));
        OutgoingHttp.Loops made = outgoing.open("keelson.balancer", threads);
        loops = made;
        lanes = made.loops().stream().map(loop -> Lane.of(loop, settings)).toList();
        first.forEach(backend -> look(backend, made));
        registration = http.register("/", HttpServer.Audience.APPLICATION, new Entrance(open, settings, lanes));
        tell(first);
    }

    private void tell(List<Backend> behind) {
        BalancerLog.LOG.balances(
                behind.stream().map(Backend::name).collect(Collectors.joining(", ")),
                settings.method().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    private void look(Backend backend, OutgoingHttp.Loops with) {
        HealthCheck check = new HealthCheck(backend, with.loops().get(0), settings, () -> drain(backend));
        checks.put(backend, check);
        check.begin();
    }

    /**
     * Servers of the domain come and go. One that stays is reached where it was: a server listens elsewhere after its next start only,
     * and then the balancer needs one too.
     */
    @Override
    public void prepare(Configuration next) throws IOException {
        Backends open = backends;
        if (open == null) {
            return;
        }
        Map<String, Backend> known = new HashMap<>();
        open.all().forEach(backend -> known.put(backend.name(), backend));
        prepared = new Membership(settings, next, identity)
                .backends().stream()
                        .map(backend -> known.getOrDefault(backend.name(), backend))
                        .toList();
    }

    @Override
    public void commit() {
        Backends open = backends;
        OutgoingHttp.Loops with = loops;
        List<Backend> next = prepared;
        prepared = null;
        if (open == null || with == null || next == null || next.equals(open.all())) {
            return;
        }
        next.stream().filter(backend -> !checks.containsKey(backend)).forEach(backend -> look(backend, with));
        open.become(next);
        List<Backend> gone = new ArrayList<>(checks.keySet());
        gone.removeAll(next);
        for (Backend backend : gone) {
            HealthCheck check = checks.remove(backend);
            if (check != null) {
                check.end();
            }
            drain(backend);
        }
        tell(next);
    }

    @Override
    public void rollback() {
        prepared = null;
    }

    private void drain(Backend backend) {
        lanes.forEach(lane -> lane.loop().execute(() -> lane.pool().drain(backend)));
    }

    @Override
    public void stop(Deadline deadline) {
        if (registration != null) {
            registration.close();
        }
        checks.values().forEach(HealthCheck::end);
        if (loops != null) {
            loops.close();
        }
    }

    /** Gives each request to a loop: all those of one connection to the same. */
    private record Entrance(Backends backends, BalancerSettings settings, List<Lane> lanes) implements HttpHandler {
        @Override
        public void handle(HttpExchange exchange) {
            Incoming incoming;
            try {
                incoming = Incoming.of(exchange);
            } catch (IllegalArgumentException e) {
                exchange.reply(400, "The request cannot be passed on.");
                return;
            }
            // How much it takes is the server's matter.
            exchange.body().limit(-1);
            Lane lane = lanes.get((int) Math.floorMod(exchange.connectionId(), (long) lanes.size()));
            OutgoingLoop loop = lane.loop();
            loop.execute(() -> new Forwarding(exchange, incoming, backends, settings, lane).begin());
        }

        @Override
        public boolean limitsBody() {
            return true;
        }
    }
}
