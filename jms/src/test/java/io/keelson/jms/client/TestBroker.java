package io.keelson.jms.client;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.jms.broker.DestinationRules;
import io.keelson.jms.broker.JmsServer;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.store.FileMessageStore;
import io.keelson.jms.store.MessageStore;
import io.keelson.jms.store.PagingFiles;
import io.keelson.jms.store.WritePolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A JMS server on a directory, which can be opened again. */
class TestBroker implements AutoCloseable {
    private final Path directory;
    private final Map<DestinationName, DestinationRules> destinations = new LinkedHashMap<>();
    private final ScheduledExecutorService timer = Threads.scheduler("test: alarm");
    private final ScheduledExecutorService pager = Threads.scheduler("test: pager");
    private @Nullable JmsServer server;
    private final AtomicLong ahead = new AtomicLong();
    private long bufferSize = 64 << 20;
    private int runs;

    TestBroker(Path directory) {
        this.directory = directory;
        with(DestinationName.queue("orders"), DestinationRules.STANDARD);
        with(DestinationName.queue("errors"), DestinationRules.STANDARD);
        with(DestinationName.topic("prices"), DestinationRules.STANDARD);
    }

    TestBroker with(DestinationName name, DestinationRules rules) {
        destinations.put(name, rules);
        if (server != null) {
            server.configure(name, rules);
        }
        return this;
    }

    TestBroker bufferSize(long bytes) {
        bufferSize = bytes;
        return this;
    }

    Path pagingDirectory() {
        return directory.resolve("paging");
    }

    /** Returns a store over what the last one has left. */
    MessageStore store(Path of) {
        return new FileMessageStore("test", of, WritePolicy.CACHE_FLUSH, 1 << 20);
    }

    JmsServer open() throws IOException {
        PagingFiles files = new PagingFiles(pagingDirectory(), "test" + runs++, 1 << 20);
        files.clear();
        JmsServer[] made = new JmsServer[1];
        made[0] = new JmsServer(
                "test",
                store(directory),
                ticker(),
                millis -> timer.schedule(() -> made[0].tick(), millis, TimeUnit.MILLISECONDS));
        made[0].pageTo(files, (task, after) -> pager.schedule(task, after, TimeUnit.MILLISECONDS), bufferSize);
        made[0].open(0, destinations);
        server = made[0];
        return made[0];
    }

    /** Returns the system's time, and what {@link #pass} has added. */
    private Ticker ticker() {
        return new Ticker() {
            @Override
            public long nanoTime() {
                return Ticker.system().nanoTime() + ahead.get();
            }

            @Override
            public long currentTimeMillis() {
                return Ticker.system().currentTimeMillis() + TimeUnit.NANOSECONDS.toMillis(ahead.get());
            }
        };
    }

    /** Has time pass at once. */
    void pass(long millis) {
        ahead.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
        server().tick();
    }

    JmsServer server() {
        if (server == null) {
            throw new IllegalStateException("not open");
        }
        return server;
    }

    /** Waits until the server knows that its connections are closed. */
    void awaitClosed() {
        Awaitility.await().until(() -> server().figures().connections() == 0);
    }

    /** Waits until the store has no record left but the one that says which numbers are given. */
    void awaitEmptyStore() {
        Awaitility.await().until(() -> server().figures().store().records() == 1);
    }

    JmsServer reopen() throws IOException {
        server().close();
        return open();
    }

    ClientConnectionFactory factory() {
        return factory(FactorySettings.STANDARD);
    }

    ClientConnectionFactory factory(FactorySettings settings) {
        return new ClientConnectionFactory(server(), () -> settings, null);
    }

    @Override
    public void close() {
        server().close();
        timer.shutdownNow();
        pager.shutdown();
    }
}
