package io.keelson.examples.interfaces;

import jakarta.ejb.EJBObject;
import java.rmi.RemoteException;

/** For clients by RMI-IIOP. */
public interface HelloObject extends EJBObject {
    String hello(String name) throws RemoteException;
}
