package io.keelson.jms.client;

import io.keelson.base.time.Ticker;
import io.keelson.jms.net.LinkAcceptor;
import io.keelson.jms.net.MemberLinks;
import io.keelson.jms.net.ReconnectingLink;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/** A JMS server whose clients come over streams. */
final class NetworkBroker extends TestBroker implements LinkAcceptor.Hosts {
    static final String ADDRESS = "keelson://one:7001";

    final MemoryStreams streams = new MemoryStreams();

    NetworkBroker(Path directory) {
        super(directory);
        streams.listen(ADDRESS, new LinkAcceptor(this, task -> new Thread(task).start()));
    }

    @Override
    ClientConnectionFactory factory(FactorySettings settings) {
        return new ClientConnectionFactory(
                (user, password, handler) -> {
                    String origin = UUID.randomUUID().toString();
                    MemberLinks members = new MemberLinks(streams, () -> List.of(ADDRESS), "", origin, 0);
                    return ReconnectingLink.open(
                            members, handler, "test", origin, settings.reconnectTimeout(), Ticker.system());
                },
                () -> settings,
                null);
    }

    @Override
    public Link connect(String name, Link.Handler handler) throws JmsFailure {
        return server().connect(null, null, handler);
    }

    @Override
    public String own() {
        return "test";
    }

    @Override
    public List<String> owner(String name) {
        return List.of();
    }

    @Override
    public List<String> members() {
        return List.of(ADDRESS);
    }
}
