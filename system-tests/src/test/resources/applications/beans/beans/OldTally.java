package beans;

import jakarta.ejb.EJBObject;
import java.rmi.RemoteException;

/** A component interface of 2.x. */
public interface OldTally extends EJBObject {
    int add(int more) throws RemoteException;
}
