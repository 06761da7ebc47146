package io.keelson.ejb.home;

import jakarta.ejb.CreateException;
import jakarta.ejb.EJBHome;
import java.rmi.RemoteException;

/** A home of a stateless bean. */
public interface EchoHome extends EJBHome {
    Echo create() throws CreateException, RemoteException;
}
