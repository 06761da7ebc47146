package beans;

import jakarta.ejb.EJBHome;
import jakarta.ejb.FinderException;
import java.rmi.RemoteException;
import java.util.Collection;

/** The home of an entity bean. */
public interface PlaceHome extends EJBHome {
    Place findByPrimaryKey(PlaceKey key) throws FinderException, RemoteException;

    Collection<Place> findIn(String street) throws FinderException, RemoteException;
}
