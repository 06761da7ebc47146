package io.keelson.remoting.internal.call;

import io.keelson.base.work.WorkManager;
import io.keelson.remoting.internal.wire.Feature;
import io.keelson.remoting.spi.CallTraces;
import io.keelson.remoting.spi.Members;
import io.keelson.remoting.spi.Members.MemberList;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.security.Principal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A call of a method of an object. */
final class ObjectCall extends ServedCall {
    private final CallTarget export;
    private final RemoteMethod method;
    private final String key;
    private final long membersKnown;

    /**
     * For one request.
     *
     * @param key the key by which members have the object; empty for none
     * @param membersKnown the version of the members' list that the caller has
     */
    ObjectCall(Head head, CallTarget export, RemoteMethod method, String key, long membersKnown) {
        super(head);
        this.export = export;
        this.method = method;
        this.key = key;
        this.membersKnown = membersKnown;
    }

    @Override
    WorkManager work() {
        WorkManager work = export.work();
        if (!work.asksForCaller()) {
            return work;
        }
        Principal user = caller().principal();
        return work.forCaller(user == null ? null : user.getName(), caller().groups());
    }

    @Override
    ExportScope scope() {
        return export.scope();
    }

    @Override
    void execute(ByteBuf reply) throws Exception {
        CallTraces.Served followed = connection()
                .node()
                .traces()
                .arrived(method.method(), connection().peer(), CallEntries.ids(contexts()));
        if (followed == null) {
            perform(reply);
            return;
        }
        Throwable failure = null;
        try {
            failure = perform(reply);
        } catch (Exception | Error e) { // whatever it was, the span says so
            failure = e;
            throw e;
        } finally {
            followed.over(failure);
        }
    }

    /** Returns what the object threw, which is its answer; null where it returned. */
    private @Nullable Throwable perform(ByteBuf reply) throws Exception {
        @Nullable Object[] arguments = arguments();
        if (!export.usable()) {
            throw new RequestFaultException(
                    Fault.NO_SUCH_OBJECT, "its server no longer holds the lease under which it was bound");
        }
        Object result;
        Throwable thrown = null;
        int status = Replies.VALUE;
        Map<String, byte[]> back = Map.of();
        CallEntries.Begun beside = connection().node().entries().arrived(connection(), contexts());
        try {
            result = export.invoke(method, arguments);
        } catch (InvocationTargetException e) {
            status = Replies.THROWN;
            thrown = e.getCause();
            result = thrown;
        } catch (IllegalArgumentException e) {
            throw new RequestFaultException(
                    Fault.ARGUMENTS, "the arguments do not fit " + method.name() + ": " + e.getMessage());
        } finally {
            back = beside.done();
        }
        int start = reply.writerIndex();
        if (connection().terms().has(Feature.REPLY_CONTEXTS)) {
            Replies.contexts(reply, back);
        }
        members(reply);
        try {
            reply(reply, status, result);
        } catch (RequestFaultException e) {
            reply.writerIndex(start);
            throw e;
        }
        return thrown;
    }

    private @Nullable Object[] arguments() throws RequestFaultException {
        try {
            PeerReferences references = new PeerReferences(connection(), scope());
            return scope().streams().read(body(), method.parameters(), references);
        } catch (IOException | ClassNotFoundException | RuntimeException | LinkageError | VirtualMachineError e) {
            connection().node().refusals().arguments(method.name(), connection().peer(), e);
            throw new RequestFaultException(
                    Fault.ARGUMENTS, "the arguments of " + method.name() + " cannot be read: " + e);
        } finally {
            bodyRead();
        }
    }

    private void members(ByteBuf reply) {
        Members members = connection().node().members();
        if (members == null || key.isEmpty()) {
            return;
        }
        MemberList list = members.members(Views.offered(key));
        if (key.indexOf(Views.INSTANCE) >= 0) {
            list = Views.holderFirst(list, connection().node().addresses());
        }
        if (list.version() != membersKnown) {
            connection().vouch(); // the peer passes over what it does not know
            Replies.members(reply, list);
        }
    }
}
