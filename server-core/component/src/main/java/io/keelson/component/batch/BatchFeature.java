package io.keelson.component.batch;

import io.keelson.kernel.management.ConsolePage;
import io.keelson.kernel.management.FeatureOperation;
import io.keelson.kernel.management.FeatureOperation.Kind;
import io.keelson.kernel.management.FeatureOperation.RefusedException;
import io.keelson.kernel.management.FeatureOperation.RefusedException.Reason;
import io.keelson.kernel.management.FeatureOperation.Request;
import io.keelson.kernel.management.FeatureOperation.Work;
import io.keelson.kernel.management.ManagementFeature;
import io.keelson.kernel.management.Role;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The management of jobs: the commands {@code keelson batch}, their resources of REST, and the page of the console. */
public final class BatchFeature implements ManagementFeature {
    private static final String EXECUTIONS = "batch/executions";
    private static final String EXECUTION = EXECUTIONS + "/{id}";
    private static final String STOP = EXECUTION + "/stop";
    private static final String RESTART = EXECUTION + "/restart";
    private static final int SHOWN = 50;
    private static final int MOST = 1_000;

    /** For {@link java.util.ServiceLoader}. */
    public BatchFeature() {}

    @Override
    public String name() {
        return "batch";
    }

    @Override
    public String help() {
        return "Shows, starts, stops and restarts jobs of applications (Jakarta Batch).";
    }

    @Override
    public Set<Class<?>> requires() {
        return Set.of(BatchJobs.class);
    }

    private static FeatureOperation operation(
            Kind kind,
            String path,
            Role least,
            String summary,
            String word,
            Class<? extends Record> answer,
            Work<BatchJobs> work) {
        return FeatureOperation.of(kind, path, least, summary)
                .answers(answer)
                .command(word)
                .handledBy(BatchJobs.class, work);
    }

    @Override
    public List<FeatureOperation> operations() {
        return List.of(
                operation(
                                Kind.READ,
                                EXECUTIONS,
                                Role.MONITOR,
                                "lists executions of jobs, the newest first",
                                "list",
                                BatchExecutionList.class,
                                (jobs, request) -> jobs.list(
                                        request.parameter("module").orElse(null),
                                        request.parameter("job").orElse(null),
                                        (int) request.number("count", SHOWN, 1, MOST)))
                        .takes("module", "A module, as shop or shop#web; without it all of them.", false)
                        .takes("job", "A job; without it all of them.", false)
                        .takes("count", "How many at most, from 1 to 1,000; 50 without it.", false),
                operation(
                        Kind.READ,
                        EXECUTION,
                        Role.MONITOR,
                        "shows an execution of a job with its steps",
                        "show",
                        BatchExecutionDetails.class,
                        (jobs, request) -> jobs.show(request.variable("id"))),
                parameters(operation(
                        Kind.ACT,
                        "batch/modules/{module}/jobs/{job}/start",
                        Role.OPERATOR,
                        "starts a job of a module",
                        "start",
                        BatchWork.class,
                        (jobs, request) ->
                                jobs.start(request.variable("module"), request.variable("job"), parameters(request)))),
                operation(
                        Kind.ACT,
                        STOP,
                        Role.OPERATOR,
                        "has an execution of a job stop",
                        "stop",
                        BatchWork.class,
                        (jobs, request) -> jobs.stop(request.variable("id"))),
                parameters(operation(
                        Kind.ACT,
                        RESTART,
                        Role.OPERATOR,
                        "restarts an execution that was stopped or has failed, from its last checkpoint",
                        "restart",
                        BatchWork.class,
                        (jobs, request) -> jobs.restart(request.variable("id"), parameters(request)))));
    }

    private static FeatureOperation parameters(FeatureOperation operation) {
        return operation.takes("parameters", "Parameters of the job, as file=orders.csv,year=2026.", false);
    }

    private static Map<String, String> parameters(Request request) throws RefusedException {
        Map<String, String> all = new LinkedHashMap<>();
        String given = request.parameter("parameters").orElse("");
        for (String each : given.isEmpty() ? new String[0] : given.split(",", -1)) {
            int equals = each.indexOf('=');
            if (equals < 1) {
                throw new RefusedException(
                        Reason.WRONG,
                        "'parameters' is a list as file=orders.csv,year=2026; '" + each + "' has no name and value");
            }
            all.put(each.substring(0, equals).trim(), each.substring(equals + 1));
        }
        return all;
    }

    @Override
    public List<ConsolePage> pages() {
        return List.of(new ConsolePage(
                        "batch",
                        "Jobs",
                        "Applications",
                        "Executions of jobs (Jakarta Batch) of the applications on each server, the newest first. More shows the steps.",
                        EXECUTIONS,
                        "id",
                        List.of(STOP, RESTART))
                .details(EXECUTION));
    }
}
