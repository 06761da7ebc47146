package io.keelson.admin;

import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Schema;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.lifecycle.ServerControl;
import io.keelson.kernel.lifecycle.ShutdownMode;
import io.keelson.kernel.lifecycle.SubsystemTime;
import io.keelson.kernel.management.Role;
import io.keelson.net.Channels;
import jakarta.json.JsonArrayBuilder;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The server itself: {@code /management/v1/server}. Thread-safe. */
final class ServerResource {
    private static final Schema SERVER = Schema.object()
            .with("name", Schema.TEXT)
            .with("domain", Schema.TEXT)
            .with("production-mode", Schema.TRUTH)
            .with("state", Schema.TEXT)
            .with("pid", Schema.INTEGER)
            .with("version", Schema.TEXT)
            .with("java-version", Schema.TEXT)
            .with("uptime-millis", Schema.INTEGER)
            .with("channels", ChannelsResource.CHANNELS)
            .with(
                    "subsystems",
                    Schema.list(Schema.object()
                            .with("name", Schema.TEXT)
                            .with("start-millis", Schema.INTEGER)
                            .with("administer-millis", Schema.INTEGER)
                            .with("resume-millis", Schema.INTEGER)));
    private static final Schema THREAD = Schema.object()
            .with("name", Schema.TEXT)
            .with("id", Schema.INTEGER)
            .with("daemon", Schema.TRUTH)
            .with("state", Schema.TEXT)
            .with("deadlocked", Schema.TRUTH)
            .maybe("waits-for", Schema.TEXT)
            .maybe("held-by", Schema.TEXT)
            .maybe("application", Schema.TEXT)
            .maybe("request", Schema.INTEGER)
            .maybe("user", Schema.TEXT)
            .with("locks", Schema.list(Schema.TEXT))
            .with("stack", Schema.list(Schema.TEXT));

    private final ServerIdentity identity;
    private final ServerControl control;
    private final Channels channels;
    private final Ticker ticker;
    private final String version;

    ServerResource(ServerIdentity identity, ServerControl control, Channels channels, Ticker ticker, String version) {
        this.identity = identity;
        this.control = control;
        this.channels = channels;
        this.ticker = ticker;
        this.version = version;
    }

    List<Route> routes() {
        return List.of(
                Route.of("GET", "server", Role.MONITOR, this::get)
                        .says("shows state, process, version, channels and subsystems")
                        .answers(200, SERVER),
                Route.of("POST", "server/shutdown", Role.OPERATOR, this::shutdown)
                        .says("begins to end the server")
                        .query("force", Schema.TRUTH)
                        .answers(202, Schema.object("state", Schema.TEXT)),
                Route.of("GET", "server/threads", Role.MONITOR, this::threads)
                        .says("takes a thread dump")
                        .query("format", Schema.choice("text", "json"))
                        .answers(200, "text/plain", Schema.TEXT)
                        .answers(200, Schema.object("taken", Schema.TEXT).with("threads", Schema.list(THREAD))));
    }

    private Answer get(Call call) throws Problem {
        call.query(Set.of());
        JsonArrayBuilder subsystems = Answer.JSON.createArrayBuilder();
        for (SubsystemTime time : control.subsystems()) {
            subsystems.add(Answer.JSON
                    .createObjectBuilder()
                    .add("name", time.name())
                    .add("start-millis", time.start().toMillis())
                    .add("administer-millis", time.administer().toMillis())
                    .add("resume-millis", time.resume().toMillis()));
        }
        return Answer.json(
                200,
                Answer.JSON
                        .createObjectBuilder()
                        .add("name", identity.name())
                        .add("domain", identity.domainName())
                        .add("production-mode", identity.productionMode())
                        .add("state", control.state().name())
                        .add("pid", ProcessHandle.current().pid())
                        .add("version", version)
                        .add("java-version", System.getProperty("java.version"))
                        .add(
                                "uptime-millis",
                                ManagementFactory.getRuntimeMXBean().getUptime())
                        .add("channels", new ChannelsResource(channels).listening())
                        .add("subsystems", subsystems)
                        .build());
    }

    /** Begins the shutdown and answers: the answer is in flight like any other request, and so gets out. */
    private Answer shutdown(Call call) throws Problem {
        boolean force = call.flag(call.query(Set.of("force")), "force");
        AdminLog.LOG.shutdownRequested(call.client(), force);
        control.shutdown(force ? ShutdownMode.FORCE : ShutdownMode.GRACEFUL);
        return Answer.json(
                202,
                Answer.JSON
                        .createObjectBuilder()
                        .add("state", control.state().name())
                        .build());
    }

    private Answer threads(Call call) throws Problem {
        Map<String, String> query = call.query(Set.of("format"));
        String format = query.getOrDefault("format", call.accepts("application/json") ? "json" : "text");
        ThreadDump dump = ThreadDump.take(Instant.ofEpochMilli(ticker.currentTimeMillis()));
        return switch (format) {
            case "json" -> Answer.json(200, dump.json());
            case "text" -> Answer.text(dump.text());
            default -> throw Problem.badRequest("The parameter 'format' is text or json");
        };
    }
}
