package io.keelson.net;

import io.keelson.base.log.AccessLogWriter;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.base.time.Deadline;
import io.keelson.http.HttpServer;
import java.util.Set;

/** Has requests written to the access log, where the server has one (see docs/design/log.md). */
public final class AccessLogSubsystemFactory implements SubsystemFactory {
    @Override
    public String name() {
        return "access-log";
    }

    @Override
    public Set<Class<?>> requires() {
        return Set.of(HttpServer.class, AccessLogWriter.class);
    }

    @Override
    public Subsystem create(Services services) {
        HttpServer http = services.get(HttpServer.class);
        AccessLogWriter writer = services.get(AccessLogWriter.class);
        return new Subsystem() {
            @Override
            public void start() {
                if (writer.enabled()) {
                    http.accessLog(new AccessLogBridge(writer));
                }
            }

            @Override
            public void stop(Deadline deadline) {
                http.accessLog(null);
            }
        };
    }
}
