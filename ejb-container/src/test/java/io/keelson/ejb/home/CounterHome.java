package io.keelson.ejb.home;

import jakarta.ejb.CreateException;
import jakarta.ejb.EJBHome;
import java.rmi.RemoteException;

/** A remote home of a stateful bean. */
public interface CounterHome extends EJBHome {
    Counter create() throws CreateException, RemoteException;

    Counter createFrom(int start) throws CreateException, RemoteException;
}
