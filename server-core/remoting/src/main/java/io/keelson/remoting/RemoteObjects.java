package io.keelson.remoting;

import io.keelson.api.remote.LoadAlgorithm;
import io.keelson.remoting.spi.CallContexts;
import io.keelson.remoting.spi.CallEntry;
import io.keelson.remoting.spi.CallScope;
import io.keelson.remoting.spi.CallTraces;
import io.keelson.remoting.spi.CallWork;
import io.keelson.remoting.spi.Members;
import io.keelson.remoting.spi.NamingEndpoint;
import io.keelson.remoting.spi.OpenView;
import io.keelson.remoting.spi.RemoteView;
import io.keelson.remoting.spi.ScramRealm;
import java.io.IOException;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import javax.naming.spi.InitialContextFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** The remote objects of this server. Published as a service by the subsystem. Thread-safe. */
public interface RemoteObjects {
    /** Says who may log in. Until then no user can. */
    void realm(ScramRealm realm);

    /**
     * Says by what the servers of this one's domain know one another, and those of other domains which it trusts: those that have proved
     * it are told on whose behalf a call is made, and are believed. Until then nobody is.
     *
     * @param server the name of this server
     * @param domain the name of its domain
     * @param key what all servers of the domain have, for this purpose alone
     * @param trusted names of other domains, and the secret that each shares with this one
     */
    void domain(String server, String domain, byte[] key, Map<String, String> trusted);

    /**
     * Says whose certificates this server trusts when it connects to another one over TLS, and which of its own it shows where it is
     * asked for one. Until then the JVM's trust counts.
     */
    void trust(SSLContext tls);

    /**
     * Closes the connections that this server has made over TLS to others whose certificates are such.
     *
     * @return how many
     */
    int leave(Predicate<X509Certificate> certificates);

    /** Says what clients' names lead to. Until then every operation is refused. */
    void naming(NamingEndpoint endpoint);

    /** Says which members have an object. Until then this server alone has. */
    void members(Members members);

    /**
     * Has something travel beside the calls of objects that this server makes and takes, from now on.
     *
     * @throws IllegalArgumentException where its name is none, or is taken
     */
    void carry(CallEntry entry);

    /** Returns what makes contexts of other servers' names for the applications of this one. */
    InitialContextFactory contexts();

    /** Says who follows the calls that this server makes and takes. Until then nobody does. */
    void traces(CallTraces traces);

    /** The addresses of the members have changed: those who have connected here are told. */
    void addressesChanged();

    /** Says what travels with each call of this server's, and on whose behalf it is made. */
    void contexts(CallContexts contexts);

    /**
     * Lets an object be called by stubs that choose among all members which have one of this key, until it is withdrawn or its
     * application is closed.
     *
     * @throws IllegalStateException where this server has another of that key
     * @throws IllegalArgumentException where it has no interface that extends {@link Remote}
     */
    void exportForMembers(String key, Remote object, LoadAlgorithm algorithm);

    /** Ends that. Stubs of this very object can go on; nothing happens where it is not that object's key. */
    void withdraw(String key, Remote object);

    /** Returns which members have an object of that key, as far as this one knows; this server alone where it is in no cluster. */
    List<Members.Member> having(String key);

    /** The keys of the objects that this server has and other members may have too, now. */
    Set<String> keys();

    /** Returns the addresses at which other processes reach this server now; none while it takes no calls. */
    List<String> addresses();

    /**
     * Opens an application for calls.
     *
     * @param name its name, in messages
     * @param loader where its classes are found. Objects whose class is defined by it, or by one below it, belong to the application
     *     where they are returned or passed without having been exported
     * @param work what runs the calls
     * @param scope in what context they run
     * @param allowedClasses which classes its calls may bring, beside values of the platform and the packages of its remote
     *     interfaces: full names, {@code org.acme.*} for a package, {@code org.acme.**} with those below it
     */
    Application application(
            String name, ClassLoader loader, CallWork work, CallScope scope, Collection<String> allowedClasses);

    /** Returns true if an object can be called from other processes: a remote one, a reference of a view, or a stub. */
    boolean isRemote(Object object);

    /** Values as bytes, for names that several processes share. */
    SharedValues values();

    /**
     * Values as bytes. What is remote is written as a reference and read as a stub, or as the object itself where it is of this process;
     * everything else is a copy, which is read with the filter of the application that asks. Thread-safe.
     */
    interface SharedValues {
        /**
         * The bytes of a value. One that is remote can be called from then on, until {@link #release} was called as often as this.
         * Remote objects within a copy can be called until their application is closed.
         *
         * @param usable whether a remote value may be called at this moment; asked at each call, so it must not block. Where a value is
         *     written again the last one counts
         * @throws IOException where it cannot be written
         */
        byte[] write(Object value, BooleanSupplier usable) throws IOException;

        /** Says that a value which was written is not needed once more. */
        void release(Object value);

        /**
         * The value of bytes.
         *
         * @param loader of the application that asks, or one below it. For one that belongs to no application a stub has no interfaces of
         *     its own: it can only be handed on
         * @throws IOException where it cannot be read, or is not to be
         */
        @Nullable
        Object read(byte[] bytes, ClassLoader loader) throws IOException, ClassNotFoundException;
    }

    /** The objects of an application. Thread-safe. */
    interface Application extends AutoCloseable {
        /**
         * Lets an object be called from other processes until it is unexported or the application is closed. One that is
         * exported stays so.
         *
         * @throws IllegalArgumentException where it has no interface that extends {@link Remote}
         */
        void export(Remote object);

        /**
         * Ends that. Calls that run go on; their answers are sent.
         *
         * @throws NoSuchObjectException where it was not exported
         */
        void unexport(Remote object) throws NoSuchObjectException;

        /**
         * Lets references of a view travel, until the application is closed. They are known by their class.
         *
         * @param references the class of all its references, of nothing but references of views
         * @throws IllegalStateException where the view's key is taken
         */
        void open(Class<?> references, RemoteView view);

        /** Returns the views that are open now. */
        List<OpenView> views();

        /** Unexports all objects and closes all views. Calls that run go on; their answers are sent. */
        @Override
        void close();
    }
}
