package io.keelson.admin;

import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Role;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.RuntimeJson;
import io.keelson.kernel.work.WorkRuntimes;
import java.util.List;
import java.util.Set;

/**
 * What the work managers and their threads do now: {@code /management/v1/server/work-managers}, {@code .../thread-pools}
 * and {@code .../stuck-threads}. Thread-safe.
 */
final class WorkResource {
    private final WorkRuntimes work;

    WorkResource(WorkRuntimes work) {
        this.work = work;
    }

    List<Route> routes() {
        return List.of(
                Route.of("GET", "server/work-managers", Role.MONITOR, this::workManagers),
                Route.of("GET", "server/thread-pools", Role.MONITOR, this::threadPools),
                Route.of("GET", "server/stuck-threads", Role.MONITOR, this::stuckThreads));
    }

    private Answer workManagers(Call call) throws Problem {
        call.query(Set.of());
        return Answer.json(
                200,
                Answer.JSON
                        .createObjectBuilder()
                        .add("work-managers", RuntimeJson.of(work.workManagers()))
                        .build());
    }

    private Answer threadPools(Call call) throws Problem {
        call.query(Set.of());
        return Answer.json(
                200,
                Answer.JSON
                        .createObjectBuilder()
                        .add("thread-pools", RuntimeJson.of(work.threadPools()))
                        .add("decisions", RuntimeJson.of(work.decisions()))
                        .build());
    }

    private Answer stuckThreads(Call call) throws Problem {
        call.query(Set.of());
        return Answer.json(
                200,
                Answer.JSON
                        .createObjectBuilder()
                        .add("stuck-threads", RuntimeJson.of(work.stuckThreads()))
                        .build());
    }
}
