package iiop;

import jakarta.ejb.CreateException;
import jakarta.ejb.EJBHome;
import java.rmi.RemoteException;

/** The home. */
public interface ShopHome extends EJBHome {
    Shop create() throws CreateException, RemoteException;
}
