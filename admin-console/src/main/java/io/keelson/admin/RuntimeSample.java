package io.keelson.admin;

import com.sun.management.OperatingSystemMXBean;
import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.RecordCollections;
import io.keelson.admin.rest.RuntimeJson;
import io.keelson.admin.telemetry.Figures;
import io.keelson.base.measure.Described;
import io.keelson.base.measure.Described.Unit;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.lifecycle.ServerControl;
import io.keelson.kernel.management.RuntimeState;
import io.keelson.kernel.watch.HangingThreads;
import io.keelson.kernel.watch.HungThread;
import io.keelson.kernel.work.StuckThread;
import io.keelson.kernel.work.ThreadPoolRuntime;
import io.keelson.kernel.work.WorkManagerRuntime;
import io.keelson.kernel.work.WorkRuntimes;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Sampler of what the server does now, all of it at a time, from the records that the rooms model: for events and metrics. Thread-safe. */
final class RuntimeSample {
    private final ServerIdentity identity;
    private final ServerControl control;
    private final WorkRuntimes work;
    private final HangingThreads hanging;
    private final RuntimeState runtime;
    private final Ticker ticker;

    /** The process. */
    public record Process(
            @Described("How long ago the process began, in seconds.")
            double uptimeSeconds,

            @Described("Bytes of the heap in use.") long heapUsedBytes,

            @Described("The most bytes that the heap may have.")
            long heapMaximumBytes,

            @Described("Live threads.") int threads,

            @Described(
                    value =
                            "The part of all processors that the process uses, 0 to 1; negative where that is not known.",
                    unit = Unit.RATIO)
            double processorUse) {}

    RuntimeSample(
            ServerIdentity identity,
            ServerControl control,
            WorkRuntimes work,
            HangingThreads hanging,
            RuntimeState runtime,
            Ticker ticker) {
        this.identity = identity;
        this.control = control;
        this.work = work;
        this.hanging = hanging;
        this.runtime = runtime;
        this.ticker = ticker;
    }

    /** The collections of records by their names. */
    Map<String, Collection<? extends Record>> collections() {
        Map<String, Collection<? extends Record>> all = new LinkedHashMap<>();
        all.put("process", List.of(process()));
        all.put("work-managers", work.workManagers());
        all.put("thread-pools", work.threadPools());
        for (String name : runtime.names()) {
            runtime.of(name).ifPresent(records -> all.put(name, records));
        }
        return all;
    }

    /** Every number of it. */
    Figures figures() {
        Figures figures = new Figures(identity.name());
        collections().forEach(figures::add);
        return figures;
    }

    /** The collections as they are asked for one by one. */
    RecordCollections records() {
        return new RecordCollections(runtime)
                .with("process", Process.class, () -> List.of(process()))
                .with("work-managers", WorkManagerRuntime.class, work::workManagers)
                .with("thread-pools", ThreadPoolRuntime.class, work::threadPools)
                .with("stuck-threads", StuckThread.class, this::stuckThreads);
    }

    /** The execute threads that are at one piece of work for too long, and the watched threads that do not come back. */
    List<StuckThread> stuckThreads() {
        List<StuckThread> all = new ArrayList<>(work.stuckThreads());
        for (HungThread each : hanging.hanging()) {
            all.add(new StuckThread(each.thread(), "(" + each.roleText() + ")", each.silent(), each.stack()));
        }
        return all;
    }

    /** The process as it is now. */
    static Process process() {
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        double use = ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean machine
                ? machine.getProcessCpuLoad()
                : -1;
        return new Process(
                ManagementFactory.getRuntimeMXBean().getUptime() / 1000.0,
                heap.getUsed(),
                heap.getMax(),
                ManagementFactory.getThreadMXBean().getThreadCount(),
                use);
    }

    /** Name and state of the server. */
    JsonObject state() {
        return Answer.JSON
                .createObjectBuilder()
                .add("server", identity.name())
                .add("state", control.state().name())
                .build();
    }

    /** Everything as one object. */
    JsonObject json() {
        JsonObjectBuilder json = Answer.JSON.createObjectBuilder(state()).add("time", ticker.currentTimeMillis());
        collections().forEach((name, records) -> json.add(name, RuntimeJson.of(records)));
        return json.build();
    }
}
