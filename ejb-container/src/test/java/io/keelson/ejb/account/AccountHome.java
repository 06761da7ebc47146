package io.keelson.ejb.account;

import jakarta.ejb.CreateException;
import jakarta.ejb.EJBHome;
import jakarta.ejb.FinderException;
import java.rmi.RemoteException;
import java.util.Collection;
import java.util.Enumeration;

/** The home of accounts. */
public interface AccountHome extends EJBHome {
    Account create(String id, String owner, double balance) throws CreateException, RemoteException;

    Account findByPrimaryKey(String id) throws FinderException, RemoteException;

    Enumeration findRich(double balance) throws FinderException, RemoteException;

    Collection findAll() throws FinderException, RemoteException;

    Account findOf(String owner) throws FinderException, RemoteException;

    Collection findLike(String pattern, int most) throws FinderException, RemoteException;
}
