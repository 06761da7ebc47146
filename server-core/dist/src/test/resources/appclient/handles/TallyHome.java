package handles;

import jakarta.ejb.CreateException;
import jakarta.ejb.EJBHome;
import java.rmi.RemoteException;

/** The home of tallies. */
public interface TallyHome extends EJBHome {
    Tally create(int first) throws RemoteException, CreateException;
}
