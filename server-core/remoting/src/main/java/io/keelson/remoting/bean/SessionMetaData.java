package io.keelson.remoting.bean;

import jakarta.ejb.EJBException;
import jakarta.ejb.EJBHome;
import jakarta.ejb.EJBMetaData;
import jakarta.ejb.HomeHandle;
import java.io.Serializable;
import java.rmi.RemoteException;

/**
 * The description of a session bean with a home. Immutable.
 *
 * @param home the handle of its home
 * @param homeInterface the interface of the home
 * @param remoteInterface the interface of its objects
 * @param stateless true if it keeps no state for a client
 */
public record SessionMetaData(HomeHandle home, Class<?> homeInterface, Class<?> remoteInterface, boolean stateless)
        implements EJBMetaData, Serializable {
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
        throw new IllegalStateException("a session bean has no primary key");
    }

    @Override
    public boolean isSession() {
        return true;
    }

    @Override
    public boolean isStatelessSession() {
        return stateless;
    }
}
