package io.keelson.examples.interfaces;

import jakarta.ejb.CreateException;
import jakarta.ejb.EJBHome;
import java.rmi.RemoteException;

/** The home that clients of RMI-IIOP look up: {@code hello-interfaces/hello/Hello} at {@code corbaloc::127.0.0.1:7003/NameService}. */
public interface HelloHome extends EJBHome {
    HelloObject create() throws CreateException, RemoteException;
}
