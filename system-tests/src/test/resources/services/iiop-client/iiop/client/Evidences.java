package iiop.client;

import iiop.Shop;
import io.keelson.ee.iiop.csi.Gssup;
import io.keelson.ee.iiop.csi.SasMessage;
import org.omg.CORBA.BAD_PARAM;
import org.omg.CORBA.LocalObject;
import org.omg.IOP.ServiceContext;
import org.omg.PortableInterceptor.ClientRequestInfo;
import org.omg.PortableInterceptor.ClientRequestInterceptor;
import org.omg.PortableInterceptor.ORBInitInfo;
import org.omg.PortableInterceptor.ORBInitializer;

/**
 * Sends messages of the security attribute service as they are asked for, and tells what comes back: {@code sas USER PASSWORD NAME}
 * asserts a name ({@code -} for nobody's, {@code =} for none), {@code sas context}, {@code sas garbage}, {@code sas foreign}.
 */
public final class Evidences extends LocalObject implements ORBInitializer, ClientRequestInterceptor {
    private static volatile byte[] sent;
    private static volatile String received;

    static String answer(String[] words, Shop shop) throws Exception {
        sent = message(words);
        received = "nothing";
        try {
            String who;
            try {
                who = shop.who();
            } catch (java.rmi.AccessException e) {
                who = "refused";
            }
            return who + ", " + received;
        } finally {
            sent = null;
        }
    }

    private static byte[] message(String[] words) {
        switch (words[1]) {
            case "context":
                return new SasMessage.InContext(5).encoded();
            case "garbage":
                return new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 127, 127, 127, 127, 127, 127, 127, 127, 127};
            case "foreign":
                return new SasMessage.Establish(7, SasMessage.ABSENT, new byte[0], new byte[] {0x60, 3, 6, 1, 1}).encoded();
            default:
                byte[] token = words[1].equals("-")
                        ? new byte[0]
                        : Gssup.token(words[1], words[2].toCharArray(), new byte[0]);
                int type = words[3].equals("=")
                        ? SasMessage.ABSENT
                        : words[3].equals("-") ? SasMessage.ANONYMOUS : SasMessage.PRINCIPAL_NAME;
                byte[] name = type == SasMessage.PRINCIPAL_NAME ? Gssup.exportedUser(words[3]) : new byte[0];
                return new SasMessage.Establish(7, type, name, token).encoded();
        }
    }

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
        return "evidences";
    }

    @Override
    public void destroy() {}

    @Override
    public void send_request(ClientRequestInfo request) {
        byte[] now = sent;
        if (now != null) {
            request.add_request_service_context(new ServiceContext(SasMessage.CONTEXT, now), true);
        }
    }

    @Override
    public void send_poll(ClientRequestInfo request) {}

    @Override
    public void receive_reply(ClientRequestInfo request) {
        received(request);
    }

    @Override
    public void receive_exception(ClientRequestInfo request) {
        received(request);
    }

    @Override
    public void receive_other(ClientRequestInfo request) {}

    private static void received(ClientRequestInfo request) {
        if (sent == null) {
            return;
        }
        try {
            SasMessage message =
                    SasMessage.decode(request.get_reply_service_context(SasMessage.CONTEXT).context_data);
            if (message instanceof SasMessage.Failed failed) {
                received = "error " + failed.context() + " " + failed.major() + " " + failed.minor() + " "
                        + failed.token().length;
            } else if (message instanceof SasMessage.Complete complete) {
                received = "complete " + complete.context() + " " + complete.stateful();
            }
        } catch (BAD_PARAM e) {
            received = "nothing";
        } catch (io.keelson.ee.iiop.csi.CsiException e) {
            received = e.getMessage();
        }
    }
}
