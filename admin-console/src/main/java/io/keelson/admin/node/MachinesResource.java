package io.keelson.admin.node;

import io.keelson.admin.access.AuditLog;
import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.DomainException;
import io.keelson.admin.domain.Endpoint;
import io.keelson.admin.domain.ServerStatus;
import io.keelson.admin.machine.Enrolment;
import io.keelson.admin.machine.EnrolmentRefusedException;
import io.keelson.admin.machine.EnrolmentToken;
import io.keelson.admin.machine.Machine;
import io.keelson.admin.machine.SharedFiles;
import io.keelson.admin.machine.ThisMachine;
import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Schema;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.config.DomainKey;
import io.keelson.kernel.management.Role;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonString;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The machines of the domain, on the admin server: {@code machines}. Thread-safe. */
public final class MachinesResource {
    private static final Schema MACHINE = Schema.object()
            .with("name", Schema.TEXT)
            .with("addresses", Schema.list(Schema.TEXT))
            .maybe("node-port", Schema.INTEGER)
            .with("state", Schema.choice("ADMIN", "EXPECTED", "ENROLLED", "UNREACHABLE", "REMOVED"))
            .maybe("expires", Schema.TIME)
            .maybe("why", Schema.TEXT)
            .with("servers", Schema.list(Schema.TEXT));

    private final DomainDirectory domain;
    private final Machines machines;
    private final Supplier<@Nullable Endpoint> reached;
    private final AuditLog audit;
    private final Ticker ticker;

    /** @param reached where other machines reach this server; null where they do not */
    public MachinesResource(
            DomainDirectory domain,
            Machines machines,
            Supplier<@Nullable Endpoint> reached,
            AuditLog audit,
            Ticker ticker) {
        this.domain = domain;
        this.machines = machines;
        this.reached = reached;
        this.audit = audit;
        this.ticker = ticker;
    }

    /** The routes of the management interface. */
    public List<Route> routes() {
        return List.of(
                Route.of("GET", "machines", Role.MONITOR, this::list)
                        .says("lists the machines of the domain; none where it has one only")
                        .answers(200, Schema.object("machines", Schema.list(MACHINE))),
                Route.of("POST", "machines/*", Role.ADMIN, this::add)
                        .says(
                                "expects a machine, and gives the one-time token with which it is enrolled within an hour")
                        .takes(Schema.object()
                                .with("addresses", Schema.list(Schema.TEXT))
                                .with("node-port", Schema.INTEGER))
                        .answers(
                                201,
                                Schema.object()
                                        .with("machine", Schema.TEXT)
                                        .with("token", Schema.TEXT)
                                        .with("expires", Schema.TIME)),
                Route.of("DELETE", "machines/*", Role.ADMIN, this::remove)
                        .says(
                                "puts a machine out of the domain: its certificates and its token count no more; with force=true also while"
                                        + " servers are to run on it")
                        .query("force", Schema.TRUTH)
                        .answers(204),
                Route.open("POST", "machines/*/enrolment", this::enroll)
                        .says("lets a machine in that shows its token; over TLS only, and not for clients")
                        .takes(Schema.object().with("secret", Schema.TEXT).with("request", Schema.TEXT))
                        .answers(200, Schema.entries(Schema.ANY)));
    }

    private Enrolment enrolment() throws Problem {
        return machines.enrolment()
                .orElseThrow(() -> Problem.notDone(
                        409,
                        "One machine",
                        "This domain has one machine; set it up for several with 'keelson machine init' while no server runs",
                        List.of()));
    }

    private Answer list(Call call) throws Problem, IOException {
        call.query(Set.of());
        JsonArrayBuilder all = Answer.JSON.createArrayBuilder();
        Optional<Enrolment> enrolment = machines.enrolment();
        Optional<ThisMachine> here = machines.here();
        if (enrolment.isPresent() && here.isPresent()) {
            all.add(Answer.JSON
                    .createObjectBuilder()
                    .add("name", here.get().name())
                    .add("addresses", Answer.JSON.createArrayBuilder(here.get().addresses()))
                    .add("state", "ADMIN")
                    .add("servers", Answer.JSON.createArrayBuilder(serversOf(null))));
            for (Machine machine : enrolment.get().machines()) {
                all.add(json(machine));
            }
            leftBehind(enrolment.get()).forEach(all::add);
        }
        return Answer.json(
                200, Answer.JSON.createObjectBuilder().add("machines", all).build());
    }

    /** Machines that were put out, for as long as servers are to run on them. */
    private List<JsonObjectBuilder> leftBehind(Enrolment enrolment) throws IOException {
        List<JsonObjectBuilder> all = new ArrayList<>();
        for (String name : enrolment.removed()) {
            List<String> servers = serversOf(name);
            if (!servers.isEmpty()
                    && enrolment.machines().stream().noneMatch(one -> one.name().equals(name))) {
                all.add(Answer.JSON
                        .createObjectBuilder()
                        .add("name", name)
                        .add("addresses", Answer.JSON.createArrayBuilder())
                        .add("state", "REMOVED")
                        .add("servers", Answer.JSON.createArrayBuilder(servers)));
            }
        }
        return all;
    }

    private JsonObjectBuilder json(Machine machine) throws IOException {
        Optional<MachineLink> link = machines.link(machine.name());
        boolean heard = link.map(MachineLink::heard).orElse(false);
        JsonObjectBuilder json = Answer.JSON
                .createObjectBuilder()
                .add("name", machine.name())
                .add("addresses", Answer.JSON.createArrayBuilder(machine.addresses()))
                .add("node-port", machine.nodePort())
                .add("state", !machine.enrolled() ? "EXPECTED" : heard ? "ENROLLED" : "UNREACHABLE")
                .add("servers", Answer.JSON.createArrayBuilder(serversOf(machine.name())));
        Machine.Token token = machine.token();
        if (token != null) {
            json.add("expires", Instant.ofEpochMilli(token.expires()).toString());
        }
        if (machine.enrolled() && !heard) {
            json.add("why", link.map(MachineLink::trouble).orElse(""));
        }
        return json;
    }

    /** The servers that are to run on a machine; null for that of the admin server. */
    private List<String> serversOf(@Nullable String machine) throws IOException {
        List<String> names = new ArrayList<>();
        for (ServerStatus server : domain.servers()) {
            if (ThisMachine.elsewhere(domain, server.name()).equals(Optional.ofNullable(machine))) {
                names.add(server.name());
            }
        }
        return names;
    }

    private Answer add(Call call) throws Problem, IOException {
        call.query(Set.of());
        JsonObject json = call.json();
        if (!json.keySet().equals(Set.of("addresses", "node-port"))
                || !(json.get("node-port") instanceof JsonNumber port)
                || !port.isIntegral()
                || !(json.get("addresses") instanceof jakarta.json.JsonArray addresses)
                || !addresses.stream().allMatch(JsonString.class::isInstance)) {
            throw Problem.badRequest("Send {\"addresses\": [\"...\"], \"node-port\": 5556}");
        }
        Enrolment enrolment = enrolment();
        Endpoint address = reached.get();
        if (address == null) {
            throw Problem.notDone(
                    409,
                    "Not reached",
                    "Other machines do not reach this server: no channel of it shows its machine's certificate. 'keelson"
                            + " machine init' makes one, named 'machines'",
                    List.of());
        }
        try {
            EnrolmentToken token = enrolment.expect(
                    call.variable(),
                    addresses.getValuesAs(JsonString.class).stream()
                            .map(JsonString::getString)
                            .toList(),
                    port.intValue(),
                    address.authority());
            return Answer.json(
                    201,
                    Answer.JSON
                            .createObjectBuilder()
                            .add("machine", call.variable())
                            .add("token", token.text())
                            .add(
                                    "expires",
                                    Instant.ofEpochMilli(ticker.currentTimeMillis())
                                            .plus(Enrolment.TOKEN_LIFE)
                                            .toString())
                            .build());
        } catch (EnrolmentRefusedException e) {
            throw refused(e);
        }
    }

    private static Problem refused(EnrolmentRefusedException e) {
        String why = String.valueOf(e.getMessage());
        return e.forbidden() ? Problem.forbidden(why) : Problem.notDone(409, "Conflict", why, List.of());
    }

    private Answer remove(Call call) throws Problem, IOException {
        boolean force = call.flag(call.query(Set.of("force")), "force");
        List<String> servers = serversOf(call.variable());
        if (!servers.isEmpty() && !force) {
            throw Problem.notDone(
                    409,
                    "Conflict",
                    "These servers are to run on it: " + String.join(", ", servers)
                            + ". Stop them and take them out of the configuration first, or use force",
                    servers);
        }
        try {
            enrolment().remove(call.variable());
        } catch (EnrolmentRefusedException e) {
            throw Problem.notFound(String.valueOf(e.getMessage()));
        }
        return Answer.empty(204);
    }

    private Answer enroll(Call call) throws Problem, IOException {
        call.query(Set.of());
        if (call.exchange().tls() == null) {
            throw Problem.forbidden("Machines are enrolled over TLS with this server itself only");
        }
        JsonObject json = call.json();
        if (!(json.get("secret") instanceof JsonString secret)
                || !(json.get("request") instanceof JsonString request)) {
            throw Problem.badRequest("Send {\"secret\": \"...\", \"request\": \"...\"}");
        }
        String name = call.variable();
        AuditLog.Request asked =
                AuditLog.Request.of(call.exchange(), call.caller()).by("machine:" + name);
        try {
            Enrolment.Enrolled enrolled =
                    enrolment().enroll(name, secret.getString(), request.getString(), () -> audit.begin(asked));
            Answer answer = Answer.json(200, given(enrolled));
            audit.end(asked, 200, null);
            NodeLog.LOG.enrolled(name, call.client());
            return answer;
        } catch (EnrolmentRefusedException e) {
            NodeLog.LOG.notEnrolled(
                    name.replaceAll("[^A-Za-z0-9._-]", "?"), call.client(), String.valueOf(e.getMessage()));
            throw refused(e);
        }
    }

    /** Returns what a machine of the domain needs: who it is, what servers know one another by, the configuration and the users. */
    private JsonObject given(Enrolment.Enrolled enrolled) throws IOException {
        JsonObjectBuilder files = Answer.JSON.createObjectBuilder();
        SharedFiles.read(domain).texts().forEach(files::add);
        try {
            return Answer.JSON
                    .createObjectBuilder()
                    .add("time", ticker.currentTimeMillis())
                    .add("certificate", enrolled.chain())
                    .add("authority", enrolled.authority())
                    .add(
                            "revoked",
                            Answer.JSON.createArrayBuilder(
                                    machines.enrolment().orElseThrow().revoked()))
                    .add(
                            "addresses",
                            Answer.JSON.createArrayBuilder(enrolled.machine().addresses()))
                    .add("node-port", enrolled.machine().nodePort())
                    .add("domain-key", DomainKey.text(domain.path()))
                    .add("management-token", domain.token().text())
                    .add("files", files)
                    .build();
        } catch (DomainException e) {
            throw new IOException(e.getMessage(), e);
        }
    }
}
