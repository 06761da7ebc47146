package io.keelson.ee.amqp;

import io.keelson.base.config.Configuration;
import io.keelson.jms.protocol.MessagingProtocol;
import io.keelson.jms.protocol.ServerAmqp;
import io.keelson.net.Channels;
import io.keelson.security.Realm;

/** Makes the protocol of the part {@code amqp}. See docs/design/amqp.md. */
public final class AmqpFactory implements MessagingProtocol {
    /** For {@link java.util.ServiceLoader}. */
    public AmqpFactory() {}

    @Override
    public String name() {
        return "amqp";
    }

    @Override
    public Opened open(Wanted wanted) {
        AmqpProtocol protocol = new AmqpProtocol(
                wanted.services().get(Configuration.class).get(ServerAmqp.class).amqp(),
                wanted.connector(),
                wanted.blocking(),
                wanted.services().find(Realm.class).orElse(null));
        wanted.services().find(Channels.class).ifPresent(channels -> channels.register(protocol));
        return protocol.clients();
    }
}
