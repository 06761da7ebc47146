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
import java.util.List;
import java.util.Locale;
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
    private final List<HealthCheck> checks = new ArrayList<>();
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
        Backends backends =
                new Backends(new Membership(settings, configuration, identity).backends(), settings.method());
        runtime.add("balancer", BalancedServer.class, backends::state);
        Integer wanted = settings.threads();
        int threads = wanted != null
                ? wanted
                : Math.max(1, Math.min(4, Runtime.getRuntime().availableProcessors() / 2));
        OutgoingHttp.Loops open = outgoing.open("keelson.balancer", threads);
        loops = open;
        List<Lane> lanes =
                open.loops().stream().map(loop -> Lane.of(loop, settings)).toList();
        for (Backend backend : backends.all()) {
            HealthCheck check = new HealthCheck(backend, open.loops().get(0), settings, () -> drain(lanes, backend));
            checks.add(check);
            check.begin();
        }
        registration = http.register("/", HttpServer.Audience.APPLICATION, new Entrance(backends, settings, lanes));
        BalancerLog.LOG.balances(
                backends.all().stream().map(Backend::name).collect(Collectors.joining(", ")),
                settings.method().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    private static void drain(List<Lane> lanes, Backend backend) {
        lanes.forEach(lane -> lane.loop().execute(() -> lane.pool().drain(backend)));
    }

    @Override
    public void stop(Deadline deadline) {
        if (registration != null) {
            registration.close();
        }
        checks.forEach(HealthCheck::end);
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
