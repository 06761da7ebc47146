package io.keelson.session;

import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.servlet.spi.SessionStores;
import io.keelson.session.file.FileStores;
import java.util.Set;

/** Adds the stores of this room to the servlet container. See docs/design/sessions.md. */
public final class SessionSubsystemFactory implements SubsystemFactory {
    @Override
    public String name() {
        return "sessions";
    }

    @Override
    public Set<Class<?>> requires() {
        return Set.of(SessionStores.class);
    }

    @Override
    public Subsystem create(Services services) {
        return new SessionSubsystem(services.get(SessionStores.class), services.get(ServerIdentity.class));
    }

    /** The subsystem; the kernel calls it from one thread at a time. */
    private record SessionSubsystem(SessionStores stores, ServerIdentity server) implements Subsystem {
        @Override
        public void start() {
            stores.add(new FileStores(server.directory()));
        }
    }
}
