package io.keelson.remoting.server;

import io.keelson.base.config.ModelProvider;
import io.keelson.remoting.config.ServerIiop;
import io.keelson.remoting.config.ServerRemoting;
import io.keelson.remoting.config.TrustedDomain;
import java.util.List;

/** The configuration records of the native protocol. */
public final class RemotingModel implements ModelProvider {
    @Override
    public List<Class<? extends Record>> sections() {
        return List.of(ServerRemoting.class, ServerIiop.class, TrustedDomain.class);
    }
}
