package io.keelson.admin.node;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.ServerRecord;
import io.keelson.admin.domain.ServerStatus;
import io.keelson.admin.machine.Machine;
import io.keelson.admin.machine.MachineRegistry;
import io.keelson.admin.machine.ThisMachine;
import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Schema;
import io.keelson.kernel.management.Role;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** The node managers of the domain and what they do, on the admin server: {@code domain/nodes}, {@code domain/servers}. Thread-safe. */
public final class NodesResource {
    /** The machine of the admin server, where the domain has no other. */
    private static final String THIS = "local";

    private static final Schema NODE = Schema.object()
            .with("name", Schema.TEXT)
            .with("state", Schema.choice("RUNNING", "SHUTDOWN", "UNKNOWN"))
            .maybe("pid", Schema.INTEGER)
            .maybe("address", Schema.TEXT)
            .maybe("version", Schema.TEXT)
            .maybe("why", Schema.TEXT)
            .with("manages", Schema.list(Schema.TEXT))
            .maybe("servers", Schema.list(NodeSeen.class));

    private final DomainDirectory domain;
    private final Machines machines;
    private final BooleanSupplier linkShown;

    /** @param linkShown whether the output of this server shows a link by which one becomes an administrator */
    public NodesResource(DomainDirectory domain, Machines machines, BooleanSupplier linkShown) {
        this.domain = domain;
        this.machines = machines;
        this.linkShown = linkShown;
    }

    /** The routes of the management interface. */
    public List<Route> routes() {
        return List.of(
                Route.of("GET", "domain/nodes", Role.MONITOR, this::nodes)
                        .says("shows the node managers and the servers that they watch")
                        .answers(200, Schema.object("nodes", Schema.list(NODE))),
                Route.of("GET", "domain/servers/*/output", Role.MONITOR, this::output)
                        .says("shows what a server printed since the node manager started it")
                        .query("from", Schema.whole(-1))
                        .answers(
                                200,
                                Schema.object()
                                        .with("from", Schema.INTEGER)
                                        .with("to", Schema.INTEGER)
                                        .with("text", Schema.TEXT)),
                Route.of("POST", "domain/servers/*/start", Role.OPERATOR, this::start)
                        .says("has the node manager start a server, and watch it")
                        .answers(202, new Schema.State(NodeSeen.class)),
                Route.of("POST", "domain/servers/*/shutdown", Role.OPERATOR, this::shutdown)
                        .says("has the node manager end a server, which stays down")
                        .query("force", Schema.TRUTH)
                        .answers(202, new Schema.State(NodeSeen.class)),
                Route.of("POST", "domain/servers/*/kill", Role.OPERATOR, this::kill)
                        .says("has the node manager kill the process of a server, which stays down, or with"
                                + " restart=true is started again as one that has crashed")
                        .query("restart", Schema.TRUTH)
                        .answers(202, new Schema.State(NodeSeen.class)));
    }

    private interface Asked {
        NodeClient.Reply ask(NodeClient node) throws IOException;
    }

    private Answer nodes(Call call) throws Problem, IOException {
        call.query(Set.of());
        JsonArrayBuilder nodes = Answer.JSON.createArrayBuilder();
        String name = machines.here().map(ThisMachine::name).orElse(THIS);
        nodes.add(node(name, NodeClient.find(domain), "SHUTDOWN", "").add("manages", manages(Optional.empty())));
        for (Machine machine : new MachineRegistry(domain).machines()) {
            Optional<MachineLink> link = machines.link(machine.name());
            if (link.isPresent()) {
                // One that was not heard of is not asked: whoever looks would have to wait for the network.
                boolean heard = link.get().heard();
                nodes.add(node(
                                machine.name(),
                                heard ? NodeClient.of(domain, machine.name()) : Optional.empty(),
                                "UNKNOWN",
                                link.get().trouble())
                        .add("manages", manages(Optional.of(machine.name()))));
            }
        }
        return Answer.json(
                200, Answer.JSON.createObjectBuilder().add("nodes", nodes).build());
    }

    /** The servers of a machine, also while its node manager does not run; of the admin server's machine where none is given. */
    private JsonArrayBuilder manages(Optional<String> machine) throws IOException {
        JsonArrayBuilder servers = Answer.JSON.createArrayBuilder();
        for (ServerStatus server : domain.servers()) {
            if (ThisMachine.elsewhere(domain, server.name()).equals(machine)) {
                servers.add(server.name());
            }
        }
        return servers;
    }

    private static JsonObjectBuilder node(String name, Optional<NodeClient> found, String otherwise, String why) {
        JsonObjectBuilder node = Answer.JSON.createObjectBuilder().add("name", name);
        if (found.isEmpty()) {
            node.add("state", otherwise);
            if (!why.isEmpty()) {
                node.add("why", why);
            }
        } else {
            node.add("address", found.get().url());
            if (found.get().pid() > 0) {
                node.add("pid", found.get().pid());
            }
            try {
                JsonObject state = found.get().state().json();
                node.add("state", state.getString("state", "UNKNOWN"));
                node.add("version", state.getString("version", ""));
                if (state.containsKey("servers")) {
                    node.add("servers", state.getJsonArray("servers"));
                }
            } catch (IOException e) {
                node.add("state", "UNKNOWN").add("why", String.valueOf(e.getMessage()));
            }
        }
        return node;
    }

    private Answer output(Call call) throws Problem, IOException {
        String from = call.query(Set.of("from")).getOrDefault("from", "-1");
        long number;
        try {
            number = Long.parseLong(from);
        } catch (NumberFormatException e) {
            throw Problem.badRequest("The parameter 'from' is a number of bytes, or -1 for the end");
        }
        if (call.variable().equals(domain.adminServer())
                && !call.caller().may(Role.ADMIN)
                && linkShown.getAsBoolean()) {
            throw Problem.forbidden("The output of " + call.variable()
                    + " shows a link by which one becomes the domain's administrator; look again when there is one");
        }
        return ask(call, 200, node -> node.output(call.variable(), number));
    }

    private Answer start(Call call) throws Problem, IOException {
        call.query(Set.of());
        return ask(call, 202, node -> node.start(call.variable(), call.caller()));
    }

    private Answer shutdown(Call call) throws Problem, IOException {
        boolean force = call.flag(call.query(Set.of("force")), "force");
        return ask(call, 202, node -> node.shutdown(call.variable(), force, call.caller()));
    }

    private Answer kill(Call call) throws Problem, IOException {
        boolean restart = call.flag(call.query(Set.of("restart")), "restart");
        return ask(call, 202, node -> node.kill(call.variable(), restart, call.caller()));
    }

    private Problem nobody(String server) {
        if (domain.status(server).state().equals(ServerRecord.NO_MACHINE)) {
            return Problem.notDone(
                    409,
                    "No machine",
                    "The machine of " + server + " was put out of the domain; change servers." + server + ".machine",
                    List.of());
        }
        return Problem.notDone(
                503,
                "No node manager",
                "No node manager runs on the machine of " + server + "; start it there with 'keelson node start'",
                List.of());
    }

    private Answer ask(Call call, int status, Asked asked) throws Problem, IOException {
        String server = call.variable();
        if (domain.servers().stream().map(ServerStatus::name).noneMatch(server::equals)) {
            throw Problem.notFound("There is no server " + server);
        }
        NodeClient node = NodeClient.find(domain, server).orElseThrow(() -> nobody(server));
        NodeClient.Reply reply;
        try {
            reply = asked.ask(node);
        } catch (IOException e) {
            throw Problem.notDone(502, "Bad gateway", "The node manager does not answer: " + e.getMessage(), List.of());
        }
        if (!reply.done()) {
            throw Problem.notDone(reply.status(), "Not done", reply.why(), List.of());
        }
        return Answer.json(status, reply.json());
    }
}
