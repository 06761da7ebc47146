package handles;

import jakarta.ejb.EJBHome;
import jakarta.ejb.FinderException;
import java.rmi.RemoteException;

/** The home of places, each of which is there. */
public interface PlaceHome extends EJBHome {
    Place findByPrimaryKey(String name) throws RemoteException, FinderException;
}
