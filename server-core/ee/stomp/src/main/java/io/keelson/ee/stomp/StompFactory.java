package io.keelson.ee.stomp;

import io.keelson.base.config.Configuration;
import io.keelson.base.time.Ticker;
import io.keelson.jms.protocol.MessagingProtocol;
import io.keelson.jms.protocol.ServerStomp;
import io.keelson.net.Channels;
import io.keelson.security.Realm;

/** Makes the protocol of the part {@code stomp}. See docs/design/stomp.md. */
public final class StompFactory implements MessagingProtocol {
    /** For {@link java.util.ServiceLoader}. */
    public StompFactory() {}

    @Override
    public String name() {
        return "stomp";
    }

    @Override
    public Opened open(Wanted wanted) {
        StompProtocol protocol = new StompProtocol(
                wanted.services()
                        .get(Configuration.class)
                        .get(ServerStomp.class)
                        .stomp(),
                wanted.connector(),
                wanted.blocking(),
                wanted.services().find(Realm.class).orElse(null),
                wanted.services().get(Ticker.class));
        wanted.services().find(Channels.class).ifPresent(channels -> channels.register(protocol));
        return protocol.clients();
    }
}
