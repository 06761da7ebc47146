package io.keelson.admin;

import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.RuntimeJson;
import io.keelson.admin.rest.Schema;
import io.keelson.kernel.management.Role;
import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.kernel.spi.membership.ClusterView;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The cluster as this server sees it: {@code /management/v1/server/cluster}. Thread-safe. */
final class ClusterResource {
    private static final Schema MEMBER =
            Schema.object().with("server", Schema.TEXT).with("run", Schema.TEXT);

    private final Optional<ClusterView> view;

    ClusterResource(Optional<ClusterView> view) {
        this.view = view;
    }

    List<Route> routes() {
        return List.of(Route.of("GET", "server/cluster", Role.MONITOR, this::get)
                .says("shows the cluster as this server sees it")
                .answers(
                        200,
                        Schema.object()
                                .with("cluster", Schema.TEXT)
                                .with("self", MEMBER)
                                .with("view", Schema.INTEGER)
                                .with("formed", Schema.TRUTH)
                                .with("coordinator", Schema.TEXT)
                                .with("members", Schema.list(MEMBER))
                                .with("missing", Schema.list(Schema.TEXT))
                                .with("counts", new Schema.State(ClusterView.Counts.class))));
    }

    private Answer get(Call call) throws Problem {
        call.query(Set.of());
        ClusterView seen = view.filter(v -> v.cluster().isPresent())
                .orElseThrow(() -> Problem.notFound("This server takes part in no cluster"));
        ClusterView.View now = seen.current();
        JsonArrayBuilder members = Answer.JSON.createArrayBuilder();
        now.members().forEach(member -> members.add(member(member)));
        JsonArrayBuilder missing = Answer.JSON.createArrayBuilder();
        new TreeSet<>(now.missing()).forEach(missing::add);
        return Answer.json(
                200,
                Answer.JSON
                        .createObjectBuilder()
                        .add("cluster", seen.cluster().orElse(""))
                        .add("self", member(seen.self()))
                        .add("view", now.number())
                        .add("formed", now.formed())
                        .add("coordinator", now.coordinator().server())
                        .add("members", members)
                        .add("missing", missing)
                        .add("counts", RuntimeJson.of(seen.counts()))
                        .build());
    }

    private static JsonObjectBuilder member(ClusterMember member) {
        return Answer.JSON.createObjectBuilder().add("server", member.server()).add("run", member.run());
    }
}
