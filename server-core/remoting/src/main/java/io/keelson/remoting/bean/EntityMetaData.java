package io.keelson.remoting.bean;

import jakarta.ejb.EJBHome;
import jakarta.ejb.EJBMetaData;
import java.io.Serializable;

/**
 * The description of an entity bean with a home. Immutable.
 *
 * @param home its home
 * @param homeInterface the interface of the home
 * @param remoteInterface the interface of its objects
 * @param keyClass the class of its primary keys
 */
public record EntityMetaData(EJBHome home, Class<?> homeInterface, Class<?> remoteInterface, Class<?> keyClass)
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
        return keyClass;
    }

    @Override
    public boolean isSession() {
        return false;
    }

    @Override
    public boolean isStatelessSession() {
        return false;
    }
}
