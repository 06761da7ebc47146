package iiop.client;

import iiop.Shop;
import io.keelson.ee.iiop.csi.Gssup;
import io.keelson.ee.iiop.csi.SasMessage;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.omg.CORBA.BAD_PARAM;
import org.omg.CORBA.LocalObject;
import org.omg.IOP.ServiceContext;
import org.omg.PortableInterceptor.ClientRequestInfo;
import org.omg.PortableInterceptor.ClientRequestInterceptor;
import org.omg.PortableInterceptor.ORBInitInfo;
import org.omg.PortableInterceptor.ORBInitializer;

/**
 * Sends messages of the security attribute service as they are asked for, and tells what comes back: {@code sas USER PASSWORD NAME}
 * asserts a name ({@code -} for nobody's, {@code =} for none, {@code dn:NAME} and {@code chain:FILE} for one of a certificate),
 * {@code sas context}, {@code sas discard}, {@code sas garbage}, {@code sas foreign}. A number behind {@code sas} is that of the context.
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

    /** Calls on behalf of somebody, without a token. */
    static String asserting(String name, Shop shop) throws Exception {
        return answer(new String[] {"sas", "-", "-", name}, shop);
    }

    private static byte[] message(String[] words) throws Exception {
        long context = words[0].equals("sas") ? 0 : Long.parseLong(words[0].substring(3));
        switch (words[1]) {
            case "context":
            case "discard":
                return new SasMessage.InContext(context, words[1].equals("discard")).encoded();
            case "garbage":
                return new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 127, 127, 127, 127, 127, 127, 127, 127, 127};
            case "foreign":
                return new SasMessage.Establish(context, SasMessage.ABSENT, new byte[0], new byte[] {0x60, 3, 6, 1, 1})
                        .encoded();
            default:
                byte[] token = words[1].equals("-")
                        ? new byte[0]
                        : Gssup.token(words[1], words[2].toCharArray(), new byte[0]);
                return establish(context, words[3], token).encoded();
        }
    }

    private static SasMessage establish(long context, String name, byte[] token) throws Exception {
        if (name.startsWith("dn:")) {
            byte[] subject = new X500Principal(name.substring(3)).getEncoded();
            return new SasMessage.Establish(context, SasMessage.DISTINGUISHED_NAME, subject, token);
        }
        if (name.startsWith("chain:")) {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            try (InputStream in = Files.newInputStream(Path.of(name.substring(6)))) {
                byte[] chain = factory.generateCertPath(List.of(factory.generateCertificate(in))).getEncoded("PkiPath");
                return new SasMessage.Establish(context, SasMessage.CERTIFICATES, chain, token);
            }
        }
        switch (name) {
            case "=":
                return new SasMessage.Establish(context, SasMessage.ABSENT, new byte[0], token);
            case "-":
                return new SasMessage.Establish(context, SasMessage.ANONYMOUS, new byte[0], token);
            default:
                return new SasMessage.Establish(context, SasMessage.PRINCIPAL_NAME, Gssup.exportedUser(name), token);
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
