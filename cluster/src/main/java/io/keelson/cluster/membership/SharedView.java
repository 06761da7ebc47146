package io.keelson.cluster.membership;

import static io.keelson.cluster.membership.MembershipLog.LOG;

import io.keelson.cluster.io.Decoder;
import io.keelson.cluster.io.Encoder;
import io.keelson.cluster.io.MalformedMessageException;
import io.keelson.cluster.membership.Membership.Term;
import io.keelson.kernel.spi.membership.ClusterMember;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds out if others have the view that this server has. A server that did not run for a while may have been taken out
 * of their view, and its own says nothing of that. It asks them afterwards. When it hears of all of them that they have
 * this view, it has not been taken out, or has come back. Thread-safe.
 */
public final class SharedView {
    /** View that a member has. */
    static final Topic VIEWS = new Topic(8, "views");

    private static final int QUESTION = 1;
    private static final int ANSWER = 2;
    private static final int LONGEST_NAME = 1_000;

    private final Group group;
    private final Supplier<@Nullable Term> term;
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<ClusterMember> silent = new HashSet<>();
    private long question;
    private @Nullable Term asked;
    private Runnable whenShared = () -> {};

    /** @param term which view this server has; null: none yet */
    SharedView(Group group, Supplier<@Nullable Term> term) {
        this.group = group;
        this.term = term;
        group.receive(VIEWS, this::heard);
    }

    /**
     * Asks members of the view. A question takes the place of the one before: what is answered to that counts no more.
     *
     * @param others whom to ask, without this server; nobody: it is never shared
     * @param shared run when all have answered that it is theirs, if it still is this server's; on a thread of the channel, must not block
     */
    public void ask(Collection<ClusterMember> others, Runnable shared) {
        long number;
        lock.lock();
        try {
            number = ++question;
            asked = term.get();
            silent.clear();
            silent.addAll(others);
            whenShared = shared;
        } finally {
            lock.unlock();
        }
        byte[] payload = new Encoder().tag(QUESTION).number(number).toBytes();
        others.forEach(other -> group.send(other, VIEWS, payload));
    }

    private void heard(ClusterMember from, byte[] payload) {
        try {
            Decoder in = new Decoder(payload);
            int tag = in.tag();
            long number = in.number();
            if (tag == QUESTION) {
                answer(from, number);
            } else if (tag == ANSWER) {
                Term theirs = new Term(in.number(), new ClusterMember(in.text(LONGEST_NAME), in.text(LONGEST_NAME)));
                answered(from, number, theirs);
            }
        } catch (MalformedMessageException | IllegalArgumentException e) {
            LOG.debugf(e, "%s says something about views that is not understood", from);
        }
    }

    private void answer(ClusterMember to, long number) {
        Term own = term.get();
        if (own != null) {
            group.send(
                    to,
                    VIEWS,
                    new Encoder()
                            .tag(ANSWER)
                            .number(number)
                            .number(own.number())
                            .text(own.creator().server())
                            .text(own.creator().run())
                            .toBytes());
        }
    }

    private void answered(ClusterMember by, long number, Term theirs) {
        Runnable shared = null;
        lock.lock();
        try {
            boolean counts = number == question && theirs.equals(asked) && theirs.equals(term.get());
            if (counts && silent.remove(by) && silent.isEmpty()) {
                shared = whenShared;
            }
        } finally {
            lock.unlock();
        }
        if (shared != null) {
            shared.run();
        }
    }
}
