package io.keelson.jms.client;

import io.keelson.base.time.Ticker;
import io.keelson.jms.broker.JmsServer;
import io.keelson.jms.net.LinkAcceptor;
import io.keelson.jms.net.MemberLinks;
import io.keelson.jms.net.ReconnectingLink;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** A JMS server whose clients come over streams. */
final class NetworkBroker extends TestBroker implements LinkAcceptor.Hosts {
    static final String ADDRESS = "keelson://one:7001";

    final MemoryStreams streams = new MemoryStreams();

    /** While it is true the server answers that it does not have the JMS server. */
    volatile boolean starting;

    final AtomicInteger attempts = new AtomicInteger();

    NetworkBroker(Path directory) {
        super(directory);
        streams.listen(ADDRESS, new LinkAcceptor(this, task -> new Thread(task).start()));
    }

    /** Connections that were closed are so at the server a little later; those that are open do not keep it. */
    @Override
    JmsServer reopen() throws IOException {
        for (int i = 0; i < 50 && server().figures().connections() > 0; i++) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
        return super.reopen();
    }

    @Override
    ClientConnectionFactory factory(FactorySettings settings) {
        return new ClientConnectionFactory(
                (user, password, handler) -> {
                    String origin = UUID.randomUUID().toString();
                    MemberLinks members = new MemberLinks(streams, () -> List.of(ADDRESS), "", origin, 0);
                    return ReconnectingLink.open(
                            members,
                            handler,
                            "test",
                            origin,
                            settings.reconnectTimeout(),
                            Ticker.system(),
                            settings.reconnectTimeout());
                },
                () -> settings,
                null);
    }

    @Override
    public Link connect(String name, boolean member, Link.Handler handler) throws JmsFailure {
        attempts.incrementAndGet();
        if (starting) {
            throw new JmsFailure(JmsFailure.Code.ELSEWHERE, "the lease is not granted yet");
        }
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
