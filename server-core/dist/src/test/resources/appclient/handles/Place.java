package handles;

import jakarta.ejb.EJBObject;
import java.rmi.RemoteException;

/** An entity object. */
public interface Place extends EJBObject {
    String describe() throws RemoteException;
}
