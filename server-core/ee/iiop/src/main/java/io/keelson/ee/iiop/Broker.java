package io.keelson.ee.iiop;

import com.sun.corba.se.impl.orbutil.ORBConstants;
import com.sun.corba.se.spi.orb.ORB;
import io.keelson.base.thread.Threads;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.remoting.iiop.IiopEntrance;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.Policy;
import org.omg.CORBA.UserException;
import org.omg.PortableServer.IdAssignmentPolicyValue;
import org.omg.PortableServer.IdUniquenessPolicyValue;
import org.omg.PortableServer.LifespanPolicyValue;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.POAHelper;
import org.omg.PortableServer.POAManager;
import org.omg.PortableServer.RequestProcessingPolicyValue;
import org.omg.PortableServer.Servant;
import org.omg.PortableServer.ServantRetentionPolicyValue;

/**
 * The object request broker of the server. It starts with the first connection. References name this server by the address at which a
 * client has reached it. Thread-safe: {@code lock} guards the broker's life and the adapters; names are read without it.
 */
final class Broker {
    /** The adapters of names. */
    static final String NAMES = "keelson.names";

    /** The adapter of lists of names. */
    static final String ITERATORS = "keelson.iterators";

    private static final String UTIL = "javax.rmi.CORBA.UtilClass";

    private final IiopEntrance entrance;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, ServedView> views = new ConcurrentHashMap<>();
    private final List<Socket> first = new ArrayList<>();
    private volatile NameTree names = new NameTree(List.of());
    private volatile @Nullable BrokerSockets sockets;
    private @Nullable Running running;
    private boolean starting;
    private boolean closed;

    /** A broker that runs. */
    private record Running(ORB orb, POA root, References references, Requests requests) {}

    private Broker(IiopEntrance entrance) {
        this.entrance = entrance;
    }

    /**
     * Takes the connections of the entrance.
     *
     * @throws DeploymentException where the guard over classes cannot be put into its place
     */
    static Broker open(IiopEntrance entrance) throws DeploymentException {
        guard();
        Broker broker = new Broker(entrance);
        entrance.open(broker::connected);
        return broker;
    }

    /** The delegate is chosen once, when its class is initialised; without ours nothing is served. */
    private static void guard() throws DeploymentException {
        Properties properties = System.getProperties();
        synchronized (properties) {
            String before = properties.getProperty(UTIL);
            properties.setProperty(UTIL, GuardedUtil.class.getName());
            try {
                Class.forName("javax.rmi.CORBA.Util", true, Broker.class.getClassLoader());
            } catch (ClassNotFoundException e) {
                throw new DeploymentException("the part iiop is not whole; install the distribution again", e);
            } finally {
                if (before == null) {
                    properties.remove(UTIL);
                } else {
                    properties.setProperty(UTIL, before);
                }
            }
        }
        if (!guarded()) {
            throw new DeploymentException(
                    "IIOP is not served: another library has chosen the delegate of javax.rmi.CORBA.Util, or it cannot be told");
        }
    }

    private static boolean guarded() {
        try {
            Field delegate = javax.rmi.CORBA.Util.class.getDeclaredField("utilDelegate");
            delegate.setAccessible(true);
            return delegate.get(null) instanceof GuardedUtil;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    /** On a muxer thread. */
    private boolean connected(Socket socket) {
        BrokerSockets there = sockets;
        if (there != null) {
            return there.hand(socket);
        }
        lock.lock();
        try {
            if (closed || first.size() >= 256) {
                return false;
            }
            first.add(socket);
            if (!starting) {
                starting = true;
                Threads.daemon("keelson.iiop.Start", () -> start(socket)).start();
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void start(Socket socket) {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            Running now = run(socket);
            running = now;
            for (ServedView view : views.values()) {
                adapter(now, view);
            }
            BrokerSockets ready = (BrokerSockets) now.orb().getORBData().getSocketFactory();
            for (Socket each : first) {
                if (!ready.hand(each)) {
                    each.close();
                }
            }
            sockets = ready;
        } catch (UserException | RuntimeException | LinkageError | IOException e) {
            IiopLog.LOG.brokerFailed(e);
            closed = true;
            entrance.close();
        } finally {
            first.clear();
            lock.unlock();
        }
    }

    private Running run(Socket socket) throws UserException {
        Properties properties = new Properties();
        properties.setProperty("org.omg.CORBA.ORBClass", "com.sun.corba.se.impl.orb.ORBImpl");
        properties.setProperty("org.omg.CORBA.ORBSingletonClass", "com.sun.corba.se.impl.orb.ORBSingleton");
        properties.setProperty(ORBConstants.SOCKET_FACTORY_CLASS_PROPERTY, BrokerSockets.class.getName());
        properties.setProperty(
                ORBConstants.SERVER_HOST_PROPERTY, socket.getLocalAddress().getHostAddress());
        properties.setProperty(ORBConstants.PERSISTENT_SERVER_PORT_PROPERTY, Integer.toString(socket.getLocalPort()));
        properties.setProperty(Callers.PROPERTY, "");
        properties.setProperty(ORBConstants.ALLOW_LOCAL_OPTIMIZATION, "false");
        Thread.currentThread().setContextClassLoader(Broker.class.getClassLoader());
        ORB orb = (ORB) org.omg.CORBA.ORB.init(new String[0], properties);
        BrokerSockets factory = (BrokerSockets) orb.getORBData().getSocketFactory();
        factory.entrance(entrance);
        Addresses addresses = new Addresses(orb, entrance);
        UnaryOperator<org.omg.CORBA.Object> addressed =
                object -> addresses.at(factory.requests().current().connection(), object);
        orb.setINSDelegate(new InitialNames(orb, addresses));
        POA root = POAHelper.narrow(orb.resolve_initial_references("RootPOA"));
        References references = new References(addressed);
        POA contexts = adapter(root, NAMES, null);
        POA iterators = adapter(root, ITERATORS, null);
        NamingServant naming = new NamingServant(() -> names, references::of, contexts, iterators, addressed);
        contexts.set_servant(naming);
        iterators.set_servant(naming.iterators());
        orb.register_initial_reference("NameService", naming.root());
        root.the_POAManager().activate();
        return new Running(orb, root, references, factory.requests());
    }

    private static POA adapter(POA root, String name, @Nullable POAManager manager) throws UserException {
        Policy[] policies = {
            root.create_lifespan_policy(LifespanPolicyValue.TRANSIENT),
            root.create_id_assignment_policy(IdAssignmentPolicyValue.USER_ID),
            root.create_id_uniqueness_policy(IdUniquenessPolicyValue.MULTIPLE_ID),
            root.create_servant_retention_policy(ServantRetentionPolicyValue.NON_RETAIN),
            root.create_request_processing_policy(RequestProcessingPolicyValue.USE_DEFAULT_SERVANT)
        };
        return root.create_POA(name, manager == null ? root.the_POAManager() : manager, policies);
    }

    private void adapter(Running now, ServedView view) throws UserException {
        POA poa = adapter(now.root(), view.key(), null);
        Servant servant = new ViewServant(view, now.references(), now.requests(), entrance.maxMessageSize());
        poa.set_servant(servant);
        now.references().add(view, poa);
    }

    /**
     * Adds the views of a module.
     *
     * @throws DeploymentException where the broker refuses one
     */
    void add(List<ServedView> added) throws DeploymentException {
        lock.lock();
        try {
            for (ServedView view : added) {
                views.put(view.key(), view);
                if (running != null) {
                    adapter(running, view);
                }
            }
            names = new NameTree(views.values());
        } catch (UserException e) {
            throw new DeploymentException("a view cannot be published by IIOP: " + e, e);
        } finally {
            lock.unlock();
        }
    }

    /** Removes the views of a module; calls that run go on. */
    void remove(List<ServedView> removed) {
        List<POA> ended = new ArrayList<>();
        lock.lock();
        try {
            for (ServedView view : removed) {
                views.remove(view.key(), view);
                POA poa = running == null ? null : running.references().remove(view);
                if (poa != null) {
                    ended.add(poa);
                }
            }
            names = new NameTree(views.values());
        } finally {
            lock.unlock();
        }
        ended.forEach(poa -> poa.destroy(true, false));
    }

    /** Ends the broker and closes its connections. */
    void close() {
        Running ended;
        lock.lock();
        try {
            closed = true;
            ended = running;
            running = null;
            first.clear();
        } finally {
            lock.unlock();
        }
        entrance.close();
        if (ended != null) {
            ended.orb().shutdown(false);
            ended.orb().destroy();
        }
    }
}
