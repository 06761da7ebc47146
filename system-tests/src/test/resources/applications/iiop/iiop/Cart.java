package iiop;

import jakarta.ejb.EJBObject;
import java.rmi.RemoteException;

/** A stateful bean's component interface. */
public interface Cart extends EJBObject {
    int add(int count) throws RemoteException;
}
