package io.keelson.ejb.account;

import jakarta.ejb.EJBObject;
import java.rmi.RemoteException;

/** The remote interface of an account. */
public interface Account extends EJBObject {
    String text() throws RemoteException;

    void pay(double amount) throws RemoteException;

    /** Changes the date that a field has, and not the field. */
    void postpone(long millis) throws RemoteException;

    void stamp(int value) throws RemoteException;

    String marks() throws RemoteException;

    void rename(String id) throws RemoteException;
}
