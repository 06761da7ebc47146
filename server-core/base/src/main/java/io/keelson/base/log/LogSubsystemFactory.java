package io.keelson.base.log;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Opens the access log and applies changed thresholds. The server log itself is opened before and closed after all
 * subsystems, because they log ({@link Logging#configure}).
 */
public final class LogSubsystemFactory implements SubsystemFactory {
    @Override
    public String name() {
        return "log";
    }

    @Override
    public Set<Class<?>> provides() {
        return Set.of(AccessLogWriter.class);
    }

    @Override
    public Subsystem create(Services services) {
        return new LogSubsystem(services);
    }

    /** The subsystem; the kernel calls it from one thread at a time. */
    private static final class LogSubsystem implements Subsystem {
        private final Services services;
        private @Nullable AccessLogWriter access;
        private @Nullable LogSettings next;

        LogSubsystem(Services services) {
            this.services = services;
        }

        @Override
        public void start() {
            AccessLogSettings settings =
                    services.get(Configuration.class).get(LogSection.class).accessLog();
            AccessLogWriter writer = AccessLogWriter.open(
                    settings, services.get(ServerIdentity.class).directory(), services.get(Ticker.class));
            access = writer;
            services.publish(AccessLogWriter.class, writer);
        }

        @Override
        public void stop(Deadline deadline) {
            if (access != null) {
                access.close(deadline.remaining());
            }
        }

        @Override
        public void prepare(Configuration configuration) {
            next = configuration.get(LogSection.class).log();
        }

        @Override
        public void commit() {
            LogSettings settings = next;
            next = null;
            if (settings != null) {
                Logging.inForce().ifPresent(log -> log.levels(settings));
            }
        }

        @Override
        public void rollback() {
            next = null;
        }
    }
}
