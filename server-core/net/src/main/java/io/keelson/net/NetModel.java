package io.keelson.net;

import io.keelson.base.config.ModelProvider;
import io.keelson.net.config.ServerDrain;
import io.keelson.net.config.ServerNetwork;
import java.util.List;

/** The configuration records of channels. */
public final class NetModel implements ModelProvider {
    @Override
    public List<Class<? extends Record>> sections() {
        return List.of(ServerNetwork.class, ServerDrain.class);
    }
}
