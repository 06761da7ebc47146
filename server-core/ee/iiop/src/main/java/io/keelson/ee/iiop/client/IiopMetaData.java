package io.keelson.ee.iiop.client;

import jakarta.ejb.EJBException;
import jakarta.ejb.EJBHome;
import jakarta.ejb.EJBMetaData;
import java.io.Serializable;
import java.rmi.RemoteException;
import org.jspecify.annotations.Nullable;

/**
 * The description of a bean whose home was reached by RMI-IIOP. Immutable and thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 3.6 and 15.4.4.
 */
public final class IiopMetaData implements EJBMetaData, Serializable {
    private static final long serialVersionUID = 1L;

    private final IiopHomeHandle home;
    private final Class<?> homeInterface;
    private final Class<?> remoteInterface;
    private final @Nullable Class<?> keyClass;
    private final boolean stateless;

    /**
     * Makes it.
     *
     * @param keyClass the class of primary keys; null for a session bean
     * @param stateless true for a session bean that keeps no state for a client
     */
    public IiopMetaData(
            IiopHomeHandle home,
            Class<?> homeInterface,
            Class<?> remoteInterface,
            @Nullable Class<?> keyClass,
            boolean stateless) {
        this.home = home;
        this.homeInterface = homeInterface;
        this.remoteInterface = remoteInterface;
        this.keyClass = keyClass;
        this.stateless = stateless;
    }

    @Override
    public EJBHome getEJBHome() {
        try {
            return home.getEJBHome();
        } catch (RemoteException e) {
            throw new EJBException("the home of a bean cannot be found: " + e.getMessage(), e);
        }
    }

    @Override
    public Class<?> getHomeInterfaceClass() {
        return homeInterface;
    }

    @Override
    public Class<?> getRemoteInterfaceClass() {
        return remoteInterface;
    }

    @Override
    public Class<?> getPrimaryKeyClass() {
        Class<?> key = keyClass;
        if (key == null) {
            throw new IllegalStateException("a session bean has no primary key");
        }
        return key;
    }

    @Override
    public boolean isSession() {
        return keyClass == null;
    }

    @Override
    public boolean isStatelessSession() {
        return stateless;
    }
}
