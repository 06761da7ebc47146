package io.keelson.ee.opentelemetry.sdk;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.OperatingSystemMXBean;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/**
 * Figures of the server's JVM, by the names of OpenTelemetry's semantic conventions. The SDK asks for them when it sends; collections of
 * garbage report themselves until {@link #close}. Thread-safe.
 *
 * <p>Specification: MicroProfile Telemetry 2.1, 6 Metrics, Required Metrics.
 */
final class JvmMetrics implements AutoCloseable {
    private static final AttributeKey<String> POOL = AttributeKey.stringKey("jvm.memory.pool.name");
    private static final AttributeKey<String> TYPE = AttributeKey.stringKey("jvm.memory.type");
    private static final AttributeKey<String> COLLECTOR = AttributeKey.stringKey("jvm.gc.name");
    private static final AttributeKey<String> ACTION = AttributeKey.stringKey("jvm.gc.action");
    private static final AttributeKey<Boolean> DAEMON = AttributeKey.booleanKey("jvm.thread.daemon");
    private static final AttributeKey<String> STATE = AttributeKey.stringKey("jvm.thread.state");
    private static final List<Double> COLLECTION_BOUNDS = List.of(0.01, 0.1, 1.0, 10.0);
    private static final String BYTES = "By";
    private static final String SECONDS = "s";
    private static final double NANOS = 1e9;
    private static final double MILLIS = 1e3;

    private final NotificationListener listener;
    private final List<NotificationEmitter> collectors = new ArrayList<>();

    private JvmMetrics(Meter meter) {
        DoubleHistogram durations = meter.histogramBuilder("jvm.gc.duration")
                .setDescription("Duration of JVM garbage collection actions.")
                .setUnit(SECONDS)
                .setExplicitBucketBoundariesAdvice(COLLECTION_BOUNDS)
                .build();
        listener = (notification, handback) -> collected(durations, notification);
        for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (bean instanceof NotificationEmitter collector) {
                collector.addNotificationListener(listener, null, null);
                collectors.add(collector);
            }
        }
    }

    /** Registers all figures with a meter. */
    static JvmMetrics observe(Meter meter) {
        memory(meter);
        classes(meter, ManagementFactory.getClassLoadingMXBean());
        processor(meter);
        meter.upDownCounterBuilder("jvm.thread.count")
                .setDescription("Number of executing platform threads.")
                .setUnit("{thread}")
                .buildWithCallback(JvmMetrics::threads);
        return new JvmMetrics(meter);
    }

    private static void collected(DoubleHistogram durations, Notification notification) {
        if (GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION.equals(notification.getType())) {
            GarbageCollectionNotificationInfo info =
                    GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData());
            durations.record(
                    info.getGcInfo().getDuration() / MILLIS,
                    Attributes.of(COLLECTOR, info.getGcName(), ACTION, info.getGcAction()));
        }
    }

    private static void memory(Meter meter) {
        pools(meter, "used", "Measure of memory used.", MemoryPoolMXBean::getUsage, MemoryUsage::getUsed);
        pools(
                meter,
                "committed",
                "Measure of memory committed.",
                MemoryPoolMXBean::getUsage,
                MemoryUsage::getCommitted);
        pools(meter, "limit", "Measure of max obtainable memory.", MemoryPoolMXBean::getUsage, MemoryUsage::getMax);
        pools(
                meter,
                "used_after_last_gc",
                "Measure of memory used, as measured after the most recent garbage collection event on this pool.",
                MemoryPoolMXBean::getCollectionUsage,
                MemoryUsage::getUsed);
    }

    /** Pools without a limit say -1, and those that are not collected have no usage after a collection. */
    private static void pools(
            Meter meter,
            String name,
            String description,
            Function<MemoryPoolMXBean, @Nullable MemoryUsage> usage,
            ToLongFunction<MemoryUsage> figure) {
        meter.upDownCounterBuilder("jvm.memory." + name)
                .setDescription(description)
                .setUnit(BYTES)
                .buildWithCallback(measured -> {
                    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
                        MemoryUsage used = usage.apply(pool);
                        if (used != null && figure.applyAsLong(used) >= 0) {
                            measured.record(figure.applyAsLong(used), of(pool));
                        }
                    }
                });
    }

    private static Attributes of(MemoryPoolMXBean pool) {
        return Attributes.of(POOL, pool.getName(), TYPE, pool.getType() == MemoryType.HEAP ? "heap" : "non_heap");
    }

    private static void classes(Meter meter, ClassLoadingMXBean classes) {
        meter.counterBuilder("jvm.class.loaded")
                .setDescription("Number of classes loaded since JVM start.")
                .setUnit("{class}")
                .buildWithCallback(measured -> measured.record(classes.getTotalLoadedClassCount()));
        meter.counterBuilder("jvm.class.unloaded")
                .setDescription("Number of classes unloaded since JVM start.")
                .setUnit("{class}")
                .buildWithCallback(measured -> measured.record(classes.getUnloadedClassCount()));
        meter.upDownCounterBuilder("jvm.class.count")
                .setDescription("Number of classes currently loaded.")
                .setUnit("{class}")
                .buildWithCallback(measured -> measured.record(classes.getLoadedClassCount()));
    }

    private static void processor(Meter meter) {
        meter.upDownCounterBuilder("jvm.cpu.count")
                .setDescription("Number of processors available to the Java virtual machine.")
                .setUnit("{cpu}")
                .buildWithCallback(
                        measured -> measured.record(Runtime.getRuntime().availableProcessors()));
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
            meter.counterBuilder("jvm.cpu.time")
                    .ofDoubles()
                    .setDescription("CPU time used by the process as reported by the JVM.")
                    .setUnit(SECONDS)
                    .buildWithCallback(measured -> {
                        long nanos = system.getProcessCpuTime();
                        if (nanos >= 0) {
                            measured.record(nanos / NANOS);
                        }
                    });
            meter.gaugeBuilder("jvm.cpu.recent_utilization")
                    .setDescription("Recent CPU utilization for the process as reported by the JVM.")
                    .setUnit("1")
                    .buildWithCallback(measured -> {
                        double load = system.getProcessCpuLoad();
                        if (load >= 0) {
                            measured.record(load);
                        }
                    });
        }
    }

    private static void threads(ObservableLongMeasurement measured) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        Map<Attributes, Long> counts = new HashMap<>();
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread != null) { // has ended since
                Attributes kind = Attributes.of(
                        DAEMON,
                        thread.isDaemon(),
                        STATE,
                        thread.getThreadState().name().toLowerCase(Locale.ROOT));
                counts.merge(kind, 1L, Long::sum);
            }
        }
        counts.forEach((kind, count) -> measured.record(count, kind));
    }

    @Override
    public void close() {
        for (NotificationEmitter collector : collectors) {
            try {
                collector.removeNotificationListener(listener);
            } catch (ListenerNotFoundException gone) {
                // somebody else has removed it: there is nothing left to do
            }
        }
    }
}
