package io.keelson.jms;

import io.keelson.base.config.ModelProvider;
import io.keelson.jms.protocol.ServerAmqp;
import io.keelson.jms.protocol.ServerStomp;
import java.util.List;

/** The configuration records of this room. */
public final class JmsModel implements ModelProvider {
    @Override
    public List<Class<? extends Record>> sections() {
        return List.of(
                JmsSettings.class,
                JmsQueueSettings.class,
                JmsTopicSettings.class,
                JmsFactorySettings.class,
                JmsBridgeSettings.class,
                JmsSafSettings.class,
                ServerAmqp.class,
                ServerStomp.class);
    }
}
