package io.keelson.session.cluster;

import io.keelson.base.time.Ticker;
import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.session.link.Links;
import io.keelson.session.replica.ReplicaAction.Unheard;
import io.keelson.session.replica.ReplicaMessage;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Members of the view that do not answer: they get no copies, and are asked until they do. Thread-safe. */
final class UnresponsiveMembers {
    private final ClusterKnowledge knowledge;
    private final ReplicaMessaging others;
    private final Ticker ticker;
    /** Members that do not answer, each with a session about which it is asked. */
    private final Map<ClusterMember, Slot> silent = new ConcurrentHashMap<>();

    UnresponsiveMembers(ClusterKnowledge knowledge, ReplicaMessaging others, Ticker ticker) {
        this.knowledge = knowledge;
        this.others = others;
        this.ticker = ticker;
    }

    /** Notes that one has not answered for too long. */
    void unheard(Unheard unheard, Slot slot) {
        if (knowledge.unheard(unheard.member(), unheard.sinceNanos(), ticker.nanoTime())) {
            silent.put(unheard.member(), slot);
            Links.silent(unheard.member().server());
        }
    }

    /** Notes that one has answered. */
    void answered(ClusterMember from) {
        if (knowledge.heard(from, ticker.nanoTime())) {
            silent.remove(from);
            Links.heardAgain(from.server());
        }
    }

    /**
     * Takes a message as a sign of life if it is an answer. A message that a server sends by itself does not show that
     * it hears this one.
     */
    void heard(ClusterMember from, ReplicaMessage message) {
        if (message instanceof ReplicaMessage.Have
                || message instanceof ReplicaMessage.Lack
                || message instanceof ReplicaMessage.Found
                || message instanceof ReplicaMessage.Stale) {
            answered(from);
        }
    }

    /** Asks those that did not answer, so that it is noticed when they do. */
    void ask() {
        if (silent.isEmpty()) {
            return;
        }
        Set<ClusterMember> there = knowledge.at(ticker.nanoTime()).silent();
        silent.keySet().retainAll(there);
        silent.forEach((member, slot) -> others.send(slot, member, new ReplicaMessage.Find(ticker.nanoTime())));
    }
}
