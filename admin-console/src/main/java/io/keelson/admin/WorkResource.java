package io.keelson.admin;

import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.RuntimeJson;
import io.keelson.admin.rest.Schema;
import io.keelson.kernel.management.Role;
import io.keelson.kernel.work.PoolDecision;
import io.keelson.kernel.work.StuckThread;
import io.keelson.kernel.work.ThreadPoolRuntime;
import io.keelson.kernel.work.WorkManagerRuntime;
import io.keelson.kernel.work.WorkRuntimes;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Resource with what the work managers and their threads do now: {@code /management/v1/server/work-managers},
 * {@code .../thread-pools} and {@code .../stuck-threads}. Thread-safe.
 */
final class WorkResource {
    private final WorkRuntimes work;
    private final Supplier<List<StuckThread>> stuckThreads;

    /**
     * Shows them.
     *
     * @param stuckThreads the threads that are stuck, those of no work manager too
     */
    WorkResource(WorkRuntimes work, Supplier<List<StuckThread>> stuckThreads) {
        this.work = work;
        this.stuckThreads = stuckThreads;
    }

    List<Route> routes() {
        return List.of(
                Route.of("GET", "server/work-managers", Role.MONITOR, this::workManagers)
                        .says("shows what each work manager has queued, running, completed and refused")
                        .answers(200, Schema.object("work-managers", Schema.list(WorkManagerRuntime.class))),
                Route.of("GET", "server/thread-pools", Role.MONITOR, this::threadPools)
                        .says("shows the execute threads and the decisions of their pools")
                        .answers(
                                200,
                                Schema.object("thread-pools", Schema.list(ThreadPoolRuntime.class))
                                        .with("decisions", Schema.list(PoolDecision.class))),
                Route.of("GET", "server/stuck-threads", Role.MONITOR, this::stuckThreads)
                        .says("shows the threads that are stuck")
                        .answers(200, Schema.object("stuck-threads", Schema.list(StuckThread.class))));
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
                        .add("stuck-threads", RuntimeJson.of(stuckThreads.get()))
                        .build());
    }
}
