package iiop;

import jakarta.ejb.CreateException;
import jakarta.ejb.EJBHome;
import java.rmi.RemoteException;

/** A stateful bean's home. */
public interface CartHome extends EJBHome {
    Cart create() throws CreateException, RemoteException;
}
