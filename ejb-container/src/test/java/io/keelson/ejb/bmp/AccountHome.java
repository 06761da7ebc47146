package io.keelson.ejb.bmp;

import jakarta.ejb.CreateException;
import jakarta.ejb.EJBHome;
import jakarta.ejb.FinderException;
import java.rmi.RemoteException;
import java.util.Collection;

/** A remote home of an entity bean. */
public interface AccountHome extends EJBHome {
    Account create(String id, int balance) throws CreateException, RemoteException;

    Account findByPrimaryKey(String id) throws FinderException, RemoteException;

    Collection<Account> findRicherThan(int balance) throws FinderException, RemoteException;

    int total() throws RemoteException;
}
