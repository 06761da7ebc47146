package io.keelson.admin;

import io.keelson.kernel.work.WorkRuntimes;
import java.util.List;
import java.util.Set;

/**
 * What the work managers and their threads do now: {@code /management/v1/server/work-managers} and
 * {@code .../thread-pools}. Thread-safe.
 */
final class WorkResource {
    private final WorkRuntimes work;

    WorkResource(WorkRuntimes work) {
        this.work = work;
    }

    List<Route> routes() {
        return List.of(
                Route.of("GET", "server/work-managers", this::workManagers),
                Route.of("GET", "server/thread-pools", this::threadPools));
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
                        .build());
    }
}
