package io.keelson.remoting.internal.call;

import io.keelson.remoting.CallOutcome;
import io.keelson.remoting.RequestNotSentException;
import io.keelson.remoting.internal.marshal.RemoteReference;
import io.keelson.remoting.spi.Members.Member;
import io.keelson.remoting.spi.Members.MemberList;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a stub whose object several members have. A call goes to another member where the request has certainly not been
 * executed, or where the method is idempotent; each member is tried once.
 */
final class MemberCalls extends StubCalls {
    private final MemberChoice choice;
    private final Route asked;
    private volatile MemberList known;

    /** The members that the reference names are taken until an answer brings a list. */
    MemberCalls(Node node, ExportScope scope, RemoteReference reference, Route asked) {
        super(node, scope, reference);
        this.asked = asked;
        this.choice = MemberChoice.of(reference.policy());
        List<Member> members = new ArrayList<>();
        reference.addresses().forEach(address -> members.add(new Member(address, address, 1)));
        this.known = new MemberList(0, members);
    }

    @Override
    long membersKnown() {
        return known.version();
    }

    @Override
    void members(MemberList list) {
        if (!list.members().isEmpty()) {
            known = list;
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
        List<Target> targets = new ArrayList<>();
        for (Member member : known.members()) {
            List<Endpoint> endpoints = node().endpoints().all(List.of(member.address()));
            if (!endpoints.isEmpty()) {
                targets.add(new Target(new FirstOf(endpoints), member.weight()));
            }
        }
        if (targets.isEmpty()) {
            targets.add(new Target(asked, 1));
        }
        return targets;
    }

    /** A member with the way to it. */
    record Target(Route route, int weight) {}
}
