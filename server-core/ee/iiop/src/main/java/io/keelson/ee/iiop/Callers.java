package io.keelson.ee.iiop;

import com.sun.corba.se.spi.legacy.interceptor.ORBInitInfoExt;
import com.sun.corba.se.spi.legacy.interceptor.RequestInfoExt;
import com.sun.corba.se.spi.orb.ORB;
import io.keelson.ee.iiop.csi.CsiException;
import io.keelson.ee.iiop.csi.Gssup;
import io.keelson.ee.iiop.csi.Identities;
import io.keelson.ee.iiop.csi.SasMessage;
import io.keelson.remoting.iiop.IiopConnection;
import io.keelson.remoting.iiop.IiopEntrance;
import io.keelson.remoting.spi.RemoteCaller;
import java.util.Arrays;
import java.util.Optional;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.BAD_PARAM;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.LocalObject;
import org.omg.CORBA.NO_PERMISSION;
import org.omg.IOP.ServiceContext;
import org.omg.IOP.TransactionService;
import org.omg.PortableInterceptor.ORBInitInfo;
import org.omg.PortableInterceptor.ORBInitInfoPackage.DuplicateName;
import org.omg.PortableInterceptor.ORBInitializer;
import org.omg.PortableInterceptor.ServerRequestInfo;
import org.omg.PortableInterceptor.ServerRequestInterceptor;

/**
 * Establishes who calls, from the evidence that the client sent beside the request: user and password, and an identity on whose behalf that
 * user calls. Without them the certificate counts that the connection was made with. Contexts are kept for a connection. The broker makes
 * one by its class name, which is why it is public; thread-safe.
 *
 * <p>Specification: CORBA 3.3, Part 2, 10.2 Protocol Message Definitions and 10.3 Target Security Service.
 */
public final class Callers extends LocalObject implements ORBInitializer, ServerRequestInterceptor {
    /** The property by which the broker finds the class. */
    static final String PROPERTY = "org.omg.PortableInterceptor.ORBInitializerClass." + Callers.class.getName();

    private static final long serialVersionUID = 1;

    @SuppressWarnings("serial") // such objects are never written
    private @Nullable ORB orb;

    /** Makes it, for the broker. */
    public Callers() {}

    /** A refusal with what the client is told. */
    private static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1;
        private final int major;
        private final int code;

        RefusedException(int major, int code, String why) {
            super(why);
            this.major = major;
            this.code = code;
        }
    }

    @Override
    public void pre_init(ORBInitInfo info) {
        orb = ((ORBInitInfoExt) info).getORB();
    }

    @Override
    public void post_init(ORBInitInfo info) {
        try {
            info.add_server_request_interceptor(this);
        } catch (DuplicateName e) {
            throw new IllegalStateException("another interceptor has the name " + name(), e);
        }
    }

    @Override
    public String name() {
        return "keelson.callers";
    }

    @Override
    public void destroy() {}

    private BrokerSockets sockets() {
        ORB of = orb;
        if (of == null) {
            throw new IllegalStateException("the broker has not said who it is");
        }
        return (BrokerSockets) of.getORBData().getSocketFactory();
    }

    @Override
    public void receive_request_service_contexts(ServerRequestInfo request) {
        BrokerSockets sockets = sockets();
        sockets.requests().end();
        IiopConnection connection = connection(request);
        IiopEntrance entrance = sockets.entrance();
        SasMessage message;
        try {
            message = message(request);
        } catch (CsiException e) {
            throw refusal(request, 0, new RefusedException(SasMessage.INVALID_MECHANISM, 0, message(e)));
        }
        RemoteCaller caller;
        if (message instanceof SasMessage.Establish establish) {
            try {
                caller = caller(establish, connection, entrance);
                reply(request, new SasMessage.Complete(establish.context(), kept(establish, caller, connection)));
            } catch (RefusedException e) {
                throw refusal(request, establish.context(), e);
            }
        } else if (message instanceof SasMessage.InContext in) {
            caller = connection
                    .callers()
                    .find(in.context(), in.discard())
                    .orElseThrow(() -> refusal(
                            request,
                            in.context(),
                            new RefusedException(SasMessage.NO_CONTEXT, 0, "the context is not kept")));
        } else {
            caller = certified(connection, entrance);
        }
        if (caller.principal() == null && !entrance.anonymous(connection)) {
            throw noPermission(request, "nobody may call without a user from there");
        }
        sockets.requests().begin(new Requests.Request(connection, caller, carries(request, TransactionService.value)));
    }

    private static boolean carries(ServerRequestInfo request, int context) {
        try {
            return request.get_request_service_context(context) != null;
        } catch (BAD_PARAM e) { // as is said where there is none
            return false;
        }
    }

    private static String message(Exception e) {
        return String.valueOf(e.getMessage());
    }

    static IiopConnection connection(ServerRequestInfo request) {
        if (request instanceof RequestInfoExt extended
                && extended.connection() != null
                && extended.connection().getSocket() instanceof IiopConnection connection) {
            return connection;
        }
        throw new NO_PERMISSION(
                "the request has come over no connection of this server", 0, CompletionStatus.COMPLETED_NO);
    }

    private static @Nullable SasMessage message(ServerRequestInfo request) throws CsiException {
        ServiceContext context;
        try {
            context = request.get_request_service_context(SasMessage.CONTEXT);
        } catch (BAD_PARAM e) { // as is said where there is none
            return null;
        }
        SasMessage message = SasMessage.decode(context.context_data);
        if (message instanceof SasMessage.Complete || message instanceof SasMessage.Failed) {
            throw new CsiException("a client sends no answers");
        }
        return message;
    }

    /** Contexts with a number are kept for the connection as long as there is room. */
    private static boolean kept(SasMessage.Establish message, RemoteCaller caller, IiopConnection connection)
            throws RefusedException {
        if (message.context() == 0) {
            return false;
        }
        return switch (connection.callers().keep(message.context(), caller)) {
            case KEPT -> true;
            case FULL -> false;
            case CONFLICT ->
                throw new RefusedException(
                        SasMessage.CONFLICTING_EVIDENCE, 0, "the context was established for somebody else");
        };
    }

    /** The user of the certificate that the connection was made with; nobody where it has none, or nobody is called so. */
    private static RemoteCaller certified(IiopConnection connection, IiopEntrance entrance) {
        return connection.certified().flatMap(entrance::certified).orElse(RemoteCaller.ANONYMOUS);
    }

    private static RemoteCaller caller(SasMessage.Establish message, IiopConnection connection, IiopEntrance entrance)
            throws RefusedException {
        RemoteCaller client =
                message.token().length == 0 ? certified(connection, entrance) : client(message.token(), entrance);
        switch (message.identityType()) {
            case SasMessage.ABSENT:
                return client;
            case SasMessage.ANONYMOUS:
                return RemoteCaller.ANONYMOUS;
            case SasMessage.PRINCIPAL_NAME:
                return asserted(client, message.identity(), entrance);
            case SasMessage.CERTIFICATES:
            case SasMessage.DISTINGUISHED_NAME:
                return asserted(client, subject(message), entrance);
            default:
                throw new RefusedException(
                        SasMessage.INVALID_EVIDENCE,
                        0,
                        "identities of kind " + message.identityType() + " are not known");
        }
    }

    private static RemoteCaller client(byte[] token, IiopEntrance entrance) throws RefusedException {
        if (!Gssup.isToken(token)) {
            throw new RefusedException(SasMessage.INVALID_MECHANISM, 0, "the token is none of GSSUP");
        }
        Gssup.Login login;
        try {
            login = Gssup.login(token);
        } catch (CsiException e) {
            throw new RefusedException(SasMessage.INVALID_EVIDENCE, Gssup.UNSPECIFIED, message(e));
        }
        try {
            checkRealm(login.realm(), entrance);
            checkRealm(login.target(), entrance);
            Optional<RemoteCaller> caller =
                    login.user().isEmpty() ? Optional.empty() : entrance.login(login.user(), login.password());
            return caller.orElseThrow(() -> new RefusedException(
                    SasMessage.INVALID_EVIDENCE, Gssup.UNSPECIFIED, "the user is not known or the password is wrong"));
        } finally {
            Arrays.fill(login.password(), '\0');
        }
    }

    private static void checkRealm(String named, IiopEntrance entrance) throws RefusedException {
        if (!named.isEmpty() && !named.equals(entrance.realm())) {
            throw new RefusedException(SasMessage.INVALID_EVIDENCE, Gssup.BAD_TARGET, "the realm is another one");
        }
    }

    private static RemoteCaller asserted(RemoteCaller client, byte[] identity, IiopEntrance entrance)
            throws RefusedException {
        String[] name;
        try {
            name = Gssup.importedUser(identity);
        } catch (CsiException e) {
            throw new RefusedException(SasMessage.INVALID_EVIDENCE, 0, message(e));
        }
        checkRealm(name[1], entrance);
        return entrance.onBehalf(client, name[0])
                .orElseThrow(() -> new RefusedException(
                        SasMessage.INVALID_EVIDENCE, 0, "the client may not call on behalf of that user"));
    }

    private static RemoteCaller asserted(RemoteCaller client, X500Principal subject, IiopEntrance entrance)
            throws RefusedException {
        return entrance.onBehalf(client, subject)
                .orElseThrow(() -> new RefusedException(
                        SasMessage.INVALID_EVIDENCE, 0, "the client may not call on behalf of " + subject));
    }

    /** The client vouches for the certificates, as it does for a name; they prove nothing by themselves. */
    private static X500Principal subject(SasMessage.Establish message) throws RefusedException {
        try {
            return message.identityType() == SasMessage.CERTIFICATES
                    ? Identities.owner(message.identity())
                    : Identities.distinguishedName(message.identity());
        } catch (CsiException e) {
            throw new RefusedException(SasMessage.INVALID_EVIDENCE, 0, message(e));
        }
    }

    private static void reply(ServerRequestInfo request, SasMessage message) {
        request.add_reply_service_context(new ServiceContext(SasMessage.CONTEXT, message.encoded()), true);
    }

    private static NO_PERMISSION refusal(ServerRequestInfo request, long context, RefusedException why) {
        byte[] token = why.code == 0 ? new byte[0] : Gssup.error(why.code);
        reply(request, new SasMessage.Failed(context, why.major, 1, token));
        return noPermission(request, message(why));
    }

    private static NO_PERMISSION noPermission(ServerRequestInfo request, String why) {
        IiopLog.LOG.debugf("the call of %s is refused: %s", request.operation(), why);
        NO_PERMISSION refused = new NO_PERMISSION(why, 0, CompletionStatus.COMPLETED_NO);
        refused.setStackTrace(new StackTraceElement[0]); // the broker would send it along
        return refused;
    }

    @Override
    public void receive_request(ServerRequestInfo request) {}

    @Override
    public void send_reply(ServerRequestInfo request) {
        sockets().requests().end();
    }

    @Override
    public void send_exception(ServerRequestInfo request) {
        sockets().requests().end();
    }

    @Override
    public void send_other(ServerRequestInfo request) {
        sockets().requests().end();
    }
}
