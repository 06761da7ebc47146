package io.keelson.ee.iiop.client;

import com.sun.corba.se.impl.orbutil.ORBUtility;
import com.sun.corba.se.spi.legacy.interceptor.ORBInitInfoExt;
import com.sun.corba.se.spi.orb.ORB;
import io.keelson.ee.iiop.csi.Gssup;
import io.keelson.ee.iiop.csi.SasMessage;
import io.keelson.ee.iiop.csi.SecurityMechanism;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.LocalObject;
import org.omg.CORBA.NO_PERMISSION;
import org.omg.IOP.ServiceContext;
import org.omg.PortableInterceptor.ClientRequestInfo;
import org.omg.PortableInterceptor.ClientRequestInterceptor;
import org.omg.PortableInterceptor.ORBInitInfo;
import org.omg.PortableInterceptor.ORBInitInfoPackage.DuplicateName;
import org.omg.PortableInterceptor.ORBInitializer;

/**
 * Sends user and password beside each request to an object whose reference takes them. The broker makes it by its class; thread-safe.
 *
 * <p>Specification: CORBA 3.3, Part 2, 10.3.3 Client Security Service.
 */
public final class Evidence extends LocalObject implements ORBInitializer, ClientRequestInterceptor {
    private static final long serialVersionUID = 1;

    @SuppressWarnings("serial") // such objects are never written
    private @Nullable ORB orb;

    /** Makes it, for the broker. */
    public Evidence() {}

    @Override
    public void pre_init(ORBInitInfo info) {
        orb = ((ORBInitInfoExt) info).getORB();
    }

    @Override
    public void post_init(ORBInitInfo info) {
        try {
            info.add_client_request_interceptor(this);
        } catch (DuplicateName e) {
            throw new IllegalStateException("another interceptor has the name " + name(), e);
        }
    }

    @Override
    public String name() {
        return "keelson.evidence";
    }

    @Override
    public void destroy() {}

    @Override
    public void send_request(ClientRequestInfo request) {
        ORB of = orb;
        if (of == null) {
            throw new IllegalStateException("the broker has not said who it is");
        }
        Login login = ClientSockets.of(of).login();
        String user = login.user();
        if (user == null) {
            return;
        }
        Route route = Route.of(ORBUtility.getIOR(request.effective_target()), login);
        SecurityMechanism mechanism = route.mechanism();
        if (mechanism == null || !mechanism.passwords()) {
            return;
        }
        if (!route.tls() && !route.addresses().stream().allMatch(address -> Login.isLoopback(address.host()))) {
            throw new NO_PERMISSION(
                    "no password is sent to another machine in the clear", 0, CompletionStatus.COMPLETED_NO);
        }
        char[] password = login.password();
        byte[] token = Gssup.token(user, password, mechanism.realm());
        Arrays.fill(password, '\0');
        SasMessage message = new SasMessage.Establish(0, SasMessage.ABSENT, new byte[0], token);
        request.add_request_service_context(new ServiceContext(SasMessage.CONTEXT, message.encoded()), true);
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
