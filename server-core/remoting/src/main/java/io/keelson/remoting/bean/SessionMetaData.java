package io.keelson.remoting.bean;

import jakarta.ejb.EJBHome;
import jakarta.ejb.EJBMetaData;
import java.io.Serializable;

/**
 * The description of a session bean with a home. Immutable.
 *
 * @param home its home
 * @param homeInterface the interface of the home
 * @param remoteInterface the interface of its objects
 * @param stateless true if it keeps no state for a client
 */
public record SessionMetaData(EJBHome home, Class<?> homeInterface, Class<?> remoteInterface, boolean stateless)
        implements EJBMetaData, Serializable {
    @Override
    public EJBHome getEJBHome() {
        return home;
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
