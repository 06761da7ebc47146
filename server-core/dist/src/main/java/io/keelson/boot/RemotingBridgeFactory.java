package io.keelson.boot;

import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.deploy.spi.Contributors;
import io.keelson.kernel.config.DomainKey;
import io.keelson.kernel.naming.Naming;
import io.keelson.remoting.RemoteObjects;
import io.keelson.security.Realm;
import java.io.IOException;
import java.util.Set;

/** Puts remote calls together with what they may not know: the realm, the domain, who calls, names, and applications. */
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
        ServerIdentity identity = services.get(ServerIdentity.class);
        Contributors contributors = services.get(Contributors.class);
        return new Subsystem() {
            @Override
            public void start() throws IOException {
                remote.domain(identity.name(), DomainKey.of(identity.domain()).derived("remote calls"));
                remote.contexts(new CallingThread());
                remote.realm(new RealmUsers(realm));
                remote.naming(new ServerNames(naming.remote()));
                contributors.add(new RemoteApplications(remote));
            }
        };
    }
}
