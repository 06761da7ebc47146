package io.keelson.security;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.base.time.Ticker;
import java.util.Set;

/** Publishes the domain's realm, and the editor of its users. */
public final class SecuritySubsystemFactory implements SubsystemFactory {
    @Override
    public String name() {
        return "security";
    }

    @Override
    public Set<Class<?>> provides() {
        return Set.of(Realm.class, RealmEditor.class);
    }

    @Override
    public Subsystem create(Services services) {
        SecuritySettings settings = services.get(Configuration.class).get(SecuritySettings.class);
        ServerIdentity server = services.get(ServerIdentity.class);
        Ticker ticker = services.get(Ticker.class);
        return new Subsystem() {
            @Override
            public void start() {
                services.publish(
                        RealmEditor.class,
                        new RealmEditor(
                                server.domain().resolve(settings.realmFile()),
                                settings.iterations(),
                                settings.realmName(),
                                settings.digestAlgorithms()));
                services.publish(Realm.class, new FileRealm(settings, server.domain(), ticker));
            }
        };
    }
}
