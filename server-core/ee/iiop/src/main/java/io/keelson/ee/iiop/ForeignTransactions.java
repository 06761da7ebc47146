package io.keelson.ee.iiop;

import java.util.List;
import java.util.Set;
import org.omg.CORBA.BAD_PARAM;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.LocalObject;
import org.omg.CORBA.TRANSACTION_UNAVAILABLE;
import org.omg.IOP.TransactionService;
import org.omg.PortableInterceptor.ORBInitInfo;
import org.omg.PortableInterceptor.ORBInitInfoPackage.DuplicateName;
import org.omg.PortableInterceptor.ORBInitializer;
import org.omg.PortableInterceptor.ServerRequestInfo;
import org.omg.PortableInterceptor.ServerRequestInterceptor;

/**
 * Refuses calls of beans that come with a transaction of the client's transaction service, since this server cannot join it: what the bean
 * did would outlive a roll-back of the client. Names are read with and without. The broker makes one by its class name, which is why it is
 * public; thread-safe.
 *
 * <p>Specification: CORBA 3.3, Part 1, 16 Portable Interceptors; Enterprise Beans 2.1, 19.6.2 Transaction interoperability.
 */
public final class ForeignTransactions extends LocalObject implements ORBInitializer, ServerRequestInterceptor {
    /** The property by which the broker finds the class. */
    static final String PROPERTY =
            "org.omg.PortableInterceptor.ORBInitializerClass." + ForeignTransactions.class.getName();

    private static final long serialVersionUID = 1;
    private static final Set<String> WITHOUT_TRANSACTIONS = Set.of(Broker.NAMES, Broker.ITERATORS);

    /** Makes it, for the broker. */
    public ForeignTransactions() {}

    @Override
    public void pre_init(ORBInitInfo info) {}

    @Override
    public void post_init(ORBInitInfo info) {
        try {
            info.add_server_request_interceptor(this);
        } catch (DuplicateName e) {
            throw new IllegalStateException("the broker has the interceptor " + name() + " already", e);
        }
    }

    @Override
    public String name() {
        return "keelson.transactions";
    }

    @Override
    public void destroy() {}

    @Override
    public void receive_request_service_contexts(ServerRequestInfo request) {}

    /** The adapter is known here, and the servant is not called yet. */
    @Override
    public void receive_request(ServerRequestInfo request) {
        if (!carriesTransaction(request)) {
            return;
        }
        List<String> adapter = List.of(request.adapter_name());
        if (adapter.isEmpty() || !WITHOUT_TRANSACTIONS.contains(adapter.get(adapter.size() - 1))) {
            IiopLog.LOG.debugf("%s was called in a transaction of the client and is refused", request.operation());
            TRANSACTION_UNAVAILABLE refused = new TRANSACTION_UNAVAILABLE(0, CompletionStatus.COMPLETED_NO);
            refused.setStackTrace(new StackTraceElement[0]); // the broker would send it along
            throw refused;
        }
    }

    private static boolean carriesTransaction(ServerRequestInfo request) {
        try {
            return request.get_request_service_context(TransactionService.value) != null;
        } catch (BAD_PARAM e) { // as is said where there is none
            return false;
        }
    }

    @Override
    public void send_reply(ServerRequestInfo request) {}

    @Override
    public void send_exception(ServerRequestInfo request) {}

    @Override
    public void send_other(ServerRequestInfo request) {}
}
