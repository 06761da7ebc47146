package io.keelson.ejb.home;

import jakarta.ejb.EJBObject;
import java.rmi.RemoteException;

/** A remote component interface. */
public interface Counter extends EJBObject {
    int add(int more) throws RemoteException;

    void fail() throws RemoteException;

    void mandatory() throws RemoteException;

    String life() throws RemoteException;

    Counter self() throws RemoteException;

    /** Returns "allowed" where the bean may ask for the end of a transaction, else "refused". */
    String marking() throws RemoteException;

    /** Does nothing. */
    void secret() throws RemoteException;

    /** Returns the number of transactions that have begun for the bean, and whether its creation could ask for the end of one. */
    String transactions() throws RemoteException;
}
