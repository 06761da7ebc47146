package io.keelson.admin.change;

import io.keelson.base.thread.Threads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Brings the messages of the {@link Coordinator} to the servers, each on a thread of its own, and what they answer back. Owns who is
 * being told a decision, and who could not be reached. Both are guarded by the lock of the {@link ChangeCentre}, which is not held
 * while a server is asked, and is held while an answer is handed on.
 */
final class Delivery {
    private final String self;
    private final ServerActivation local;
    private final Peers peers;
    private final ReentrantLock lock;
    private final Consumer<Coordinator.Event> heard;
    private final Set<String> told = new HashSet<>();
    private final Set<String> unreachable = new HashSet<>();

    /**
     * To the servers of a domain.
     *
     * @param self the name of this server, which needs no connection
     * @param heard takes what a server says, or that it cannot be reached; called with the lock
     */
    Delivery(String self, ServerActivation local, Peers peers, ReentrantLock lock, Consumer<Coordinator.Event> heard) {
        this.self = self;
        this.local = local;
        this.peers = peers;
        this.lock = lock;
        this.heard = heard;
    }

    /** Sends; a server that still has a decision to answer is not told it a second time. Called with the lock. */
    void send(String server, Message message) {
        boolean decision = message instanceof Message.Commit;
        if (decision && !told.add(server)) {
            return;
        }
        Threads.daemon("keelson.activation: " + server, () -> exchange(server, message, decision))
                .start();
    }

    private void exchange(String server, Message message, boolean decision) {
        List<Coordinator.Event> events = new ArrayList<>();
        try {
            for (Message answer : deliver(server, message)) {
                events.add(new Coordinator.Event.Received(server, answer));
            }
        } catch (IOException e) {
            events.add(new Coordinator.Event.Unreachable(server));
        } catch (RuntimeException | Error e) { // the attempt must not wait for a thread that died
            ChangeLog.LOG.failed(e);
            events.add(new Coordinator.Event.Unreachable(server));
        }
        lock.lock();
        try {
            if (decision) {
                told.remove(server);
            }
            for (Coordinator.Event event : events) {
                if (event instanceof Coordinator.Event.Unreachable) {
                    unreachable.add(server);
                } else {
                    unreachable.remove(server);
                }
                heard.accept(event);
            }
        } finally {
            lock.unlock();
        }
    }

    private List<Message> deliver(String server, Message message) throws IOException {
        if (!server.equals(self)) {
            return peers.tell(server, message);
        }
        if (!local.ready()) {
            throw new IOException("this server is starting or ending");
        }
        return local.receive(message);
    }

    /** Brings this server an answer to what it asked, on the thread that calls. Called without the lock. */
    void answer(Message message) {
        exchange(self, message, false);
    }

    /** Forgets who could not be reached, as a new attempt asks everybody. Called with the lock. */
    void again() {
        unreachable.clear();
    }

    /** Returns whether none of these servers could be reached when it was sent something last. Called with the lock. */
    boolean unreachable(Collection<String> servers) {
        return unreachable.containsAll(servers);
    }
}
