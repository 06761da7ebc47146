package io.keelson.jms.net;

import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Opens links to one JMS server, wherever it is: asks the members that it knows, follows those that say where it is, and learns of others
 * from each that answers. Thread-safe: {@code lock} guards what was learned.
 */
public final class MemberLinks implements ReconnectingLink.Attempts, AutoCloseable {
    private static final int MOST_MEMBERS = 200;
    private static final int MOST_HOPS = 6;

    private final StreamLink.Streams streams;
    private final Supplier<List<String>> given;
    private final String origin;
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<String> learned = new LinkedHashSet<>();
    private int turn;
    private String server;
    private @Nullable String last;

    /**
     * Knows no more than what it is given.
     *
     * @param given addresses, asked at each attempt
     * @param server the JMS server; empty: that of the member that answers first, from then on the same
     * @param origin the connection's own name
     * @param turn with which of the addresses to begin
     */
    public MemberLinks(
            StreamLink.Streams streams, Supplier<List<String>> given, String server, String origin, int turn) {
        this.streams = streams;
        this.given = given;
        this.server = server;
        this.origin = origin;
        this.turn = turn;
    }

    @Override
    public Link attempt(Link.Handler handler) throws JmsFailure {
        List<String> waiting = candidates();
        Set<String> asked = new LinkedHashSet<>();
        JmsFailure failure = null;
        int hops = 0;
        while (!waiting.isEmpty()) {
            String address = waiting.remove(0);
            if (!asked.add(address)) {
                continue;
            }
            try {
                StreamLink open = StreamLink.open(streams, address, server(), origin, handler);
                learn(address, open.opened());
                return open;
            } catch (StreamLink.ElsewhereException e) {
                if (hops++ < MOST_HOPS) {
                    waiting.addAll(0, e.addresses());
                }
                failure = worse(failure, new JmsFailure(JmsFailure.Code.ELSEWHERE, String.valueOf(e.getMessage()), e));
            } catch (JmsFailure e) {
                if (e.code() == JmsFailure.Code.SECURITY || e.code() == JmsFailure.Code.PROTOCOL) {
                    throw e;
                }
                failure = worse(failure, e);
            }
        }
        throw failure == null ? new JmsFailure(JmsFailure.Code.LOST, "there is no address of a JMS server") : failure;
    }

    /** Of two failures the one of a server that has answered says more. */
    private static JmsFailure worse(@Nullable JmsFailure before, JmsFailure now) {
        return before == null || before.code() == JmsFailure.Code.LOST ? now : before;
    }

    /** Returns the name of the JMS server; empty while nobody has answered. */
    public String server() {
        lock.lock();
        try {
            return server;
        } finally {
            lock.unlock();
        }
    }

    private List<String> candidates() {
        List<String> first = given.get();
        lock.lock();
        try {
            List<String> all = new ArrayList<>();
            if (last != null) {
                all.add(last);
            }
            for (int i = 0; i < first.size(); i++) {
                all.add(first.get(Math.floorMod(turn + i, first.size())));
            }
            turn++;
            learned.stream().filter(each -> !all.contains(each)).forEach(all::add);
            return all;
        } finally {
            lock.unlock();
        }
    }

    private void learn(String address, StreamLink.Opened opened) {
        lock.lock();
        try {
            last = address;
            server = opened.server();
            for (String each : opened.addresses()) {
                if (learned.size() < MOST_MEMBERS) {
                    learned.add(each);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        streams.close();
    }
}
