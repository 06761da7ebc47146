package io.keelson.ee.iiop.client;

import com.sun.corba.se.impl.orbutil.ORBConstants;
import com.sun.corba.se.spi.orb.ORB;
import com.sun.jndi.cosnaming.CNCtxFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Hashtable;
import java.util.Properties;
import javax.naming.AuthenticationException;
import javax.naming.CommunicationException;
import javax.naming.Context;
import javax.naming.NamingException;
import javax.naming.spi.InitialContextFactory;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.NO_PERMISSION;
import org.omg.CORBA.SystemException;

/**
 * Makes contexts of a server's names by RMI-IIOP, as a user:
 *
 * <pre>{@code
 * java.naming.factory.initial      io.keelson.ee.iiop.client.IiopContextFactory
 * java.naming.provider.url         iiop://host:port[,host:port], iiops:// for TLS; default iiop://localhost:7001
 * java.naming.security.principal   the user; without one nobody logs in
 * java.naming.security.credentials the password, a String or a char[]
 * }</pre>
 *
 * <p>{@value #SSL_CONTEXT} may be an {@link javax.net.ssl.SSLContext} for {@code iiops}; without it the JVM's own counts. The certificate
 * has to be for the host of the URL. In the clear a user logs in at a loopback address only.
 *
 * <p>Each initial context has an object request broker of its own, which its {@code close} ends; references that came from it then no
 * longer work.
 *
 * <p>Specification: CORBA 3.3, Part 2, 10 Secure Interoperability, as a client security service.
 */
public final class IiopContextFactory implements InitialContextFactory {
    /** Property of the trust for TLS. */
    public static final String SSL_CONTEXT = "io.keelson.client.ssl-context";

    private static final String BROKER = "java.naming.corba.orb";

    /**
     * Connects and logs in.
     *
     * @throws AuthenticationException where the server does not take user and password
     * @throws NamingException where the environment is wrong or nobody answers
     */
    @Override
    public Context getInitialContext(@Nullable Hashtable<?, ?> environment) throws NamingException {
        Hashtable<Object, Object> given = new Hashtable<>();
        if (environment != null) {
            given.putAll(environment);
        }
        Login login = Login.of(given);
        ORB broker = broker();
        boolean done = false;
        try {
            ((ClientSockets) broker.getORBData().getSocketFactory()).login(login);
            given.put(BROKER, broker);
            given.put(Context.PROVIDER_URL, login.corbaloc());
            given.remove(Context.SECURITY_CREDENTIALS);
            Context context = new CNCtxFactory().getInitialContext(given);
            done = true;
            return closing(context, broker, login);
        } catch (NO_PERMISSION e) {
            throw refused(e);
        } catch (SystemException e) {
            throw caused(new CommunicationException("the server cannot be called: " + e), e);
        } catch (NamingException e) {
            throw e.getRootCause() instanceof NO_PERMISSION permission ? refused(permission) : e;
        } finally {
            if (!done) {
                broker.destroy();
                login.wipe();
            }
        }
    }

    private static NamingException refused(NO_PERMISSION cause) {
        return caused(new AuthenticationException("the server does not take the user and the password"), cause);
    }

    private static NamingException caused(NamingException exception, Exception cause) {
        exception.setRootCause(cause);
        return exception;
    }

    private static ORB broker() {
        Properties properties = new Properties();
        properties.setProperty("org.omg.CORBA.ORBClass", "com.sun.corba.se.impl.orb.ORBImpl");
        properties.setProperty("org.omg.CORBA.ORBSingletonClass", "com.sun.corba.se.impl.orb.ORBSingleton");
        properties.setProperty(ORBConstants.SOCKET_FACTORY_CLASS_PROPERTY, ClientSockets.class.getName());
        properties.setProperty(ORBConstants.IOR_TO_SOCKET_INFO_CLASS_PROPERTY, ClientRoutes.class.getName());
        properties.setProperty(ORBConstants.PI_ORB_INITIALIZER_CLASS_PREFIX + Evidence.class.getName(), "");
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(IiopContextFactory.class.getClassLoader());
        try {
            return (ORB) org.omg.CORBA.ORB.init(new String[0], properties);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** Returns the context with a {@code close} that ends its broker. */
    private static Context closing(Context context, ORB broker, Login login) {
        return (Context) Proxy.newProxyInstance(
                IiopContextFactory.class.getClassLoader(),
                new Class<?>[] {Context.class},
                (self, method, arguments) -> {
                    try {
                        boolean named = method.getName().equals("lookup")
                                && arguments[0] instanceof String name
                                && name.startsWith(BeanName.SCHEME);
                        return named
                                ? BeanName.lookup(context, (String) arguments[0])
                                : method.invoke(context, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause() == null ? e : e.getCause();
                    } finally {
                        if (method.getName().equals("close")) {
                            broker.destroy();
                            login.wipe();
                        }
                    }
                });
    }
}
