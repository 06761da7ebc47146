package io.keelson.boot;

import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.deploy.spi.Contributors;
import io.keelson.kernel.naming.Naming;
import io.keelson.remoting.RemoteObjects;
import io.keelson.security.Realm;
import java.util.Set;

/** Puts remote calls together with what they may not know: the realm, names, and applications. */
public final class RemotingBridgeFactory implements SubsystemFactory {
    @Override
    public String name() {
        return "remoting-bridge";
    }

    @Override
    public Set<Class<?>> requires() {
        return Set.of(RemoteObjects.class, Realm.class, Contributors.class);
    }

    @Override
    public Subsystem create(Services services) {
        RemoteObjects remote = services.get(RemoteObjects.class);
        Realm realm = services.get(Realm.class);
        Naming naming = services.get(Naming.class);
        Contributors contributors = services.get(Contributors.class);
        return new Subsystem() {
            @Override
            public void start() {
                remote.realm(new RealmUsers(realm));
                remote.naming(new ServerNames(naming.remote()));
                contributors.add(new RemoteApplications(remote));
            }
        };
    }
}
