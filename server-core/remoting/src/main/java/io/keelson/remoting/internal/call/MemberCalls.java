package io.keelson.remoting.internal.call;

import io.keelson.remoting.CallOutcome;
import io.keelson.remoting.RequestNotSentException;
import io.keelson.remoting.internal.marshal.RemoteReference;
import io.keelson.remoting.spi.Members.Member;
import io.keelson.remoting.spi.Members.MemberList;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a stub whose object several members have. A call goes to another member where the request has certainly not been
 * executed, or where the method is idempotent; each member is tried once. Where none of the list can be had, those are asked that were
 * members before: they may be back while those of the list are gone, and nobody else could say so.
 */
final class MemberCalls extends StubCalls {
    /** Size of a large cluster, so that a stub of one whose members come and go does not grow. */
    private static final int FORMER_MOST = 64;

    private final MemberChoice choice;
    private final IdempotentMethods idempotent;
    private final Route asked;
    private volatile Known known;
    /** Ways to those that were members before, the ones that left last at the end. Guarded by itself. */
    private final Set<Endpoint> former = new LinkedHashSet<>();

    /** A list with the ways to its members. */
    private record Known(long version, List<Target> targets) {}

    /**
     * For one stub.
     *
     * @param asked how the process is reached that gave the reference
     * @param first those that are taken until an answer brings a list
     */
    MemberCalls(Node node, ExportScope scope, RemoteReference reference, Route asked, Set<Address> first) {
        super(node, scope, reference);
        this.asked = asked;
        this.choice = MemberChoice.of(reference.policy());
        this.idempotent = IdempotentMethods.of(reference.policy());
        List<Target> targets = new ArrayList<>();
        List<Endpoint> endpoints = node.endpoints().all(first, asked);
        endpoints.forEach(endpoint -> targets.add(new Target(endpoint, 1)));
        remember(endpoints);
        this.known = new Known(0, targets);
    }

    @Override
    long membersKnown() {
        return known.version;
    }

    @Override
    void members(MemberList list) {
        List<Target> targets = new ArrayList<>();
        for (Member member : list.members()) {
            List<Endpoint> endpoints = node().endpoints().all(Address.all(member.addresses()), asked);
            if (!endpoints.isEmpty()) {
                targets.add(new Target(new FirstOf(endpoints), member.weight()));
                remember(endpoints);
            }
        }
        if (!targets.isEmpty()) {
            known = new Known(list.version(), targets);
        }
    }

    private void remember(List<Endpoint> endpoints) {
        synchronized (former) {
            for (Endpoint endpoint : endpoints) {
                former.remove(endpoint);
                former.add(endpoint);
            }
            Iterator<Endpoint> oldest = former.iterator();
            while (former.size() > FORMER_MOST) {
                oldest.next();
                oldest.remove();
            }
        }
    }

    @Override
    @Nullable
    Object call(RemoteMethod method, @Nullable Object[] arguments) throws Throwable {
        List<Target> left = targets();
        RemoteException failure = null;
        boolean ofList = true;
        while (!left.isEmpty()) {
            Target target = choice.take(left);
            try {
                return callOver(target.route().connection(), method, arguments);
            } catch (RemoteException e) {
                if (!(e instanceof CallOutcome) || CallOutcome.mayHaveExecuted(e) && !mayRepeat(method)) {
                    throw e;
                }
                if (failure != null) {
                    e.addSuppressed(failure);
                }
                failure = e;
            }
            if (left.isEmpty() && ofList) {
                ofList = false;
                left = before();
            }
        }
        throw failure == null
                ? new RequestNotSentException("no member has '" + reference().key() + "'", null)
                : failure;
    }

    private boolean mayRepeat(RemoteMethod method) {
        return method.idempotent() || idempotent.has(method);
    }

    /** Those that were members before and are not in the list. */
    private List<Target> before() {
        List<Target> now = known.targets;
        List<Target> before = new ArrayList<>();
        synchronized (former) {
            for (Endpoint endpoint : former) {
                if (now.stream().noneMatch(target -> leadsTo(target.route(), endpoint))) {
                    before.add(new Target(endpoint, 1));
                }
            }
        }
        return before;
    }

    private static boolean leadsTo(Route route, Endpoint endpoint) {
        return route == endpoint || route instanceof FirstOf several && several.has(endpoint);
    }

    private List<Target> targets() {
        List<Target> targets = new ArrayList<>(known.targets);
        if (targets.isEmpty()) {
            targets.add(new Target(asked, 1));
        }
        return targets;
    }

    /** A member with the way to it. */
    record Target(Route route, int weight) {}
}
