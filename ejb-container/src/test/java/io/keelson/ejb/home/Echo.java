package io.keelson.ejb.home;

import jakarta.ejb.EJBObject;
import java.rmi.RemoteException;

/** A component interface of a stateless bean. */
public interface Echo extends EJBObject {
    String echo(String text) throws RemoteException;
}
