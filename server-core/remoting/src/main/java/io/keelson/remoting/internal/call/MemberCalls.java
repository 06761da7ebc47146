package io.keelson.remoting.internal.call;

import io.keelson.remoting.CallOutcome;
import io.keelson.remoting.RequestNotSentException;
import io.keelson.remoting.internal.marshal.RemoteReference;
import io.keelson.remoting.spi.Members.Member;
import io.keelson.remoting.spi.Members.MemberList;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a stub whose object several members have. A call goes to another member where the request has certainly not been
 * executed, or where the method is idempotent; each member is tried once.
 */
final class MemberCalls extends StubCalls {
    private final MemberChoice choice;
    private final Route asked;
    private volatile Known known;

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
        List<Target> targets = new ArrayList<>();
        node.endpoints().all(first, asked).forEach(endpoint -> targets.add(new Target(endpoint, 1)));
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
            }
        }
        if (!targets.isEmpty()) {
            known = new Known(list.version(), targets);
        }
    }

    @Override
    @Nullable
    Object call(RemoteMethod method, @Nullable Object[] arguments) throws Throwable {
        List<Target> left = targets();
        RemoteException failure = null;
        while (!left.isEmpty()) {
            Target target = choice.take(left);
            try {
                return callOver(target.route().connection(), method, arguments);
            } catch (RemoteException e) {
                if (!(e instanceof CallOutcome) || CallOutcome.mayHaveExecuted(e) && !method.idempotent()) {
                    throw e;
                }
                if (failure != null) {
                    e.addSuppressed(failure);
                }
                failure = e;
            }
        }
        throw failure == null
                ? new RequestNotSentException("no member has '" + reference().key() + "'", null)
                : failure;
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
