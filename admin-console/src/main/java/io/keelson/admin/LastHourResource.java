package io.keelson.admin;

import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Schema;
import io.keelson.kernel.management.Role;
import jakarta.json.JsonArrayBuilder;
import java.util.List;
import java.util.Set;

/** Resource with the server's work in the last hour: {@code /management/v1/server/last-hour}. Thread-safe. */
final class LastHourResource {
    private static final Schema COUNTS = Schema.list(Schema.orNull(Schema.COUNT));

    private final LastHour lastHour;

    LastHourResource(LastHour lastHour) {
        this.lastHour = lastHour;
    }

    List<Route> routes() {
        return List.of(Route.of("GET", "server/last-hour", Role.MONITOR, this::show)
                .says("shows what the server did in the last hour")
                .answers(
                        200,
                        Schema.object()
                                .with("every-seconds", Schema.COUNT)
                                .with("last-millis-ago", Schema.COUNT)
                                .with("completed-per-second", Schema.list(Schema.orNull(new Schema.Plain("number"))))
                                .with("queued", COUNTS)
                                .with("running", COUNTS)));
    }

    private Answer show(Call call) throws Problem {
        call.query(Set.of());
        LastHour.Past past = lastHour.past();
        JsonArrayBuilder rates = Answer.JSON.createArrayBuilder();
        JsonArrayBuilder queued = Answer.JSON.createArrayBuilder();
        JsonArrayBuilder running = Answer.JSON.createArrayBuilder();
        for (LastHour.Sample sample : past.samples()) {
            if (sample.there()) {
                rates.add(Math.rint(sample.rate() * 10) / 10);
                queued.add(sample.queued());
                running.add(sample.running());
            } else {
                rates.addNull();
                queued.addNull();
                running.addNull();
            }
        }
        return Answer.json(
                200,
                Answer.JSON
                        .createObjectBuilder()
                        .add("every-seconds", LastHour.EVERY.toSeconds())
                        .add("last-millis-ago", past.age().toMillis())
                        .add("completed-per-second", rates)
                        .add("queued", queued)
                        .add("running", running)
                        .build());
    }
}
