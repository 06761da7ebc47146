package beans;

import jakarta.ejb.EJBObject;
import java.rmi.RemoteException;

/** The remote view of an entity bean. */
public interface Place extends EJBObject {
    String describe() throws RemoteException;
}
