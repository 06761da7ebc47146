package beans;

import jakarta.ejb.CreateException;
import jakarta.ejb.EJBHome;
import java.rmi.RemoteException;

/** A home of 2.x. */
public interface OldTallyHome extends EJBHome {
    OldTally create(int start) throws CreateException, RemoteException;
}
