package io.keelson.ee.opentelemetry.sdk;

import static io.keelson.ee.opentelemetry.OpenTelemetryLog.LOG;

import io.keelson.ee.opentelemetry.export.UrlSender;
import io.keelson.kernel.loader.ApplicationClassLoader;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * OpenTelemetry of one application. The SDK is made when it is first asked for; the lock of this object guards it. Thread-safe.
 *
 * <p>Specification: MicroProfile Telemetry 2.1, 4 Configuration.
 */
public final class ApplicationTelemetry {
    /** The name of the server's instrumentation scope. */
    public static final String SCOPE = "io.keelson.opentelemetry";

    private static final String DISABLED = "otel.sdk.disabled";
    private static final String PROTOCOL = "otel.exporter.otlp.protocol";
    private static final String HTTP = "http/protobuf";
    private static final String NONE = "none";
    private static final long SECONDS_TO_SEND = 10;
    private static final long SECONDS_AFTER_ABORT = 2;

    private final String application;
    private final ClassLoader loader;
    private final Map<String, String> properties;
    private final AtomicInteger modules;
    private final List<UrlSender> senders = new CopyOnWriteArrayList<>();
    private final List<AutoCloseable> observers = new ArrayList<>();
    private @Nullable OpenTelemetrySdk sdk;
    private boolean busy;
    private boolean closed;

    /**
     * Makes that of an application, without its SDK.
     *
     * @param application its name
     * @param loader sees the classes and services of the application
     * @param properties the properties {@code otel.*}
     * @param modules how many modules end before the SDK does
     */
    public ApplicationTelemetry(String application, ClassLoader loader, Map<String, String> properties, int modules) {
        this.application = application;
        this.loader = loader;
        this.properties = Map.copyOf(properties);
        this.modules = new AtomicInteger(modules);
    }

    /** Returns that of the application which the calling thread works for; empty where it has none. */
    public static Optional<ApplicationTelemetry> ofThread() {
        return ApplicationClassLoader.attachment(
                Thread.currentThread().getContextClassLoader(), ApplicationTelemetry.class);
    }

    /** Returns true if this is the telemetry of the application with that loader. */
    boolean isOf(ClassLoader first) {
        return loader == first;
    }

    /** Returns true if properties switch the SDK on. It is off where nobody says so. */
    public static boolean isEnabled(Map<String, String> properties) {
        return properties.getOrDefault(DISABLED, "true").trim().equalsIgnoreCase("false");
    }

    /** Returns true if the application has an SDK. */
    public boolean isEnabled() {
        return isEnabled(properties);
    }

    /**
     * Returns the SDK; one that does nothing where it is switched off, is being made or has ended.
     *
     * @throws RuntimeException when it cannot be made of the properties
     */
    public synchronized OpenTelemetry openTelemetry() {
        OpenTelemetrySdk there = sdk;
        if (there != null) {
            return there;
        }
        if (!isEnabled() || busy || closed) {
            return OpenTelemetry.noop();
        }
        busy = true;
        try {
            OpenTelemetrySdk made = make();
            sdk = made;
            observe(made);
            LOG.sends(application, exporter("traces"), exporter("metrics"), exporter("logs"));
            return made;
        } finally {
            busy = false;
        }
    }

    /**
     * Makes the SDK with the application's own services. Threads of it have the context class loader of the application, and end with it.
     */
    private OpenTelemetrySdk make() {
        properties.forEach((name, value) -> {
            if (name.startsWith("otel.exporter.otlp.")
                    && name.endsWith("protocol")
                    && !value.trim().equals(HTTP)) {
                throw new IllegalArgumentException(name + " is '" + value + "'; this server sends by " + HTTP);
            }
        });
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return AutoConfiguredOpenTelemetrySdk.builder()
                    .setServiceClassLoader(loader)
                    .disableShutdownHook()
                    .addPropertiesSupplier(() -> Map.of(PROTOCOL, HTTP))
                    .addPropertiesCustomizer(given -> properties)
                    .build()
                    .getOpenTelemetrySdk();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private void observe(OpenTelemetrySdk made) {
        if (!exporter("metrics").equals(NONE)) {
            observers.add(JvmMetrics.observe(made.getMeter(SCOPE)));
        }
        if (!exporter("logs").equals(NONE)) {
            observers.add(ApplicationRecords.send(made.getLogsBridge(), loader));
        }
    }

    private String exporter(String signal) {
        return properties.getOrDefault("otel." + signal + ".exporter", "otlp").trim();
    }

    /** Adds a sender whose connection is broken off when the application may wait no longer. */
    public void add(UrlSender sender) {
        senders.add(sender);
    }

    /** Ends the SDK with the last module. */
    public void moduleEnded() {
        if (modules.decrementAndGet() == 0) {
            close();
        }
    }

    /** Sends what waits and ends the SDK. Threads of batches notice the end at their next look into the queue. Idempotent. */
    public void close() {
        OpenTelemetrySdk ending;
        synchronized (this) {
            closed = true;
            ending = sdk;
            sdk = null;
        }
        if (ending == null) {
            return;
        }
        observers.forEach(ApplicationTelemetry::close);
        var sent = ending.shutdown();
        if (!sent.join(SECONDS_TO_SEND, TimeUnit.SECONDS).isDone()) {
            LOG.notSent(application, SECONDS_TO_SEND);
            senders.forEach(UrlSender::abort);
            sent.join(SECONDS_AFTER_ABORT, TimeUnit.SECONDS);
        }
        senders.clear();
    }

    private static void close(AutoCloseable observer) {
        try {
            observer.close();
        } catch (Exception e) {
            throw new IllegalStateException("an observer of telemetry does not close: " + e.getMessage(), e);
        }
    }
}
