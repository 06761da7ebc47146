package iiop.client;

import org.omg.CORBA.LocalObject;
import org.omg.IOP.ServiceContext;
import org.omg.IOP.TransactionService;
import org.omg.PortableInterceptor.ClientRequestInfo;
import org.omg.PortableInterceptor.ClientRequestInterceptor;
import org.omg.PortableInterceptor.ORBInitInfo;
import org.omg.PortableInterceptor.ORBInitializer;

/** Sends calls with the context of a transaction, as a client with a transaction service does. */
public final class Transactions extends LocalObject implements ORBInitializer, ClientRequestInterceptor {
    static volatile boolean sent;

    @Override
    public void pre_init(ORBInitInfo info) {}

    @Override
    public void post_init(ORBInitInfo info) {
        try {
            info.add_client_request_interceptor(this);
        } catch (org.omg.CORBA.UserException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String name() {
        return "transactions";
    }

    @Override
    public void destroy() {}

    @Override
    public void send_request(ClientRequestInfo request) {
        if (sent) {
            request.add_request_service_context(new ServiceContext(TransactionService.value, new byte[] {0}), true);
        }
    }

    @Override
    public void send_poll(ClientRequestInfo request) {}

    @Override
    public void receive_reply(ClientRequestInfo request) {}

    @Override
    public void receive_exception(ClientRequestInfo request) {}

    @Override
    public void receive_other(ClientRequestInfo request) {}
}
