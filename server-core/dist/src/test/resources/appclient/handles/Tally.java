package handles;

import jakarta.ejb.EJBObject;
import java.rmi.RemoteException;

/** A stateful bean. */
public interface Tally extends EJBObject {
    int add(int more) throws RemoteException;
}
