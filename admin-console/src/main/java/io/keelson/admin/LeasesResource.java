package io.keelson.admin;

import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Schema;
import io.keelson.kernel.management.Role;
import io.keelson.kernel.spi.lease.LeaseService;
import io.keelson.kernel.spi.lease.LeaseStatus;
import io.keelson.kernel.spi.lease.LeaseView;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Resource with the leases of the cluster, who owns them and who decides: {@code /management/v1/server/leases}. Thread-safe. */
final class LeasesResource {
    private final Optional<LeaseService> leases;

    LeasesResource(Optional<LeaseService> leases) {
        this.leases = leases;
    }

    List<Route> routes() {
        return List.of(
                Route.of("GET", "server/leases", Role.MONITOR, this::get)
                        .says("shows who decides which server owns what, and who owns it")
                        .answers(
                                200,
                                Schema.object()
                                        .with("basis", Schema.TEXT)
                                        .with("voter", Schema.orNull(Schema.TEXT))
                                        .with("leader", Schema.orNull(Schema.TEXT))
                                        .with("voters", Schema.list(Schema.TEXT))
                                        .with("missing", Schema.list(Schema.TEXT))
                                        .with(
                                                "elections",
                                                Schema.list(Schema.object()
                                                        .with("when", Schema.TEXT)
                                                        .with("leader", Schema.TEXT)))
                                        .with(
                                                "leases",
                                                Schema.list(Schema.object()
                                                        .with("name", Schema.TEXT)
                                                        .with("owner", Schema.orNull(Schema.TEXT))
                                                        .with("epoch", Schema.INTEGER)
                                                        .with("duration-millis", Schema.INTEGER)))),
                Route.of("POST", "server/leases/voters/*/replace", Role.OPERATOR, this::replace)
                        .says("begins to have the vote of a server replaced")
                        .query("by", Schema.TEXT)
                        .answers(
                                202, Schema.object().with("server", Schema.TEXT).with("by", Schema.TEXT)));
    }

    private LeaseService service() throws Problem {
        return leases.filter(l -> !l.status().basis().equals(LeaseStatus.NO_BASIS))
                .orElseThrow(() -> Problem.notFound("This server takes part in no cluster, so it has no leases"));
    }

    /** Begins it and answers: when it is done, {@code GET server/leases} shows. */
    private Answer replace(Call call) throws Problem {
        Optional<String> by = Optional.ofNullable(call.query(Set.of("by")).get("by"));
        String server = call.variable();
        String next;
        try {
            next = service().replaceVoter(server, by);
        } catch (IllegalArgumentException e) {
            throw Problem.notDone(422, "Not replaced", String.valueOf(e.getMessage()), List.of());
        }
        AdminLog.LOG.voterReplaced(call.client(), server, next);
        return Answer.json(
                202,
                Answer.JSON
                        .createObjectBuilder()
                        .add("server", server)
                        .add("by", next)
                        .build());
    }

    private Answer get(Call call) throws Problem {
        call.query(Set.of());
        LeaseService service = service();
        LeaseStatus status = service.status();
        JsonObjectBuilder json = Answer.JSON.createObjectBuilder().add("basis", status.basis());
        status.voter().ifPresentOrElse(voter -> json.add("voter", voter), () -> json.addNull("voter"));
        status.leader().ifPresentOrElse(leader -> json.add("leader", leader), () -> json.addNull("leader"));
        JsonArrayBuilder elections = Answer.JSON.createArrayBuilder();
        status.elections()
                .forEach(one -> elections.add(Answer.JSON
                        .createObjectBuilder()
                        .add("when", one.when().toString())
                        .add("leader", one.leader())));
        JsonArrayBuilder known = Answer.JSON.createArrayBuilder();
        service.leases().forEach(lease -> known.add(lease(lease)));
        return Answer.json(
                200,
                json.add("voters", names(status.voters()))
                        .add("missing", names(status.missing()))
                        .add("elections", elections)
                        .add("leases", known)
                        .build());
    }

    private static JsonArrayBuilder names(List<String> names) {
        JsonArrayBuilder array = Answer.JSON.createArrayBuilder();
        names.forEach(array::add);
        return array;
    }

    private static JsonObjectBuilder lease(LeaseView lease) {
        JsonObjectBuilder json = Answer.JSON.createObjectBuilder().add("name", lease.name());
        lease.owner().ifPresentOrElse(owner -> json.add("owner", owner), () -> json.addNull("owner"));
        return json.add("epoch", lease.epoch())
                .add("duration-millis", lease.duration().toMillis());
    }
}
