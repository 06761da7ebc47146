package io.keelson.ejb.bmp;

import jakarta.ejb.EJBObject;
import java.rmi.RemoteException;

/** A remote component interface of an entity bean. */
public interface Account extends EJBObject {
    int balance() throws RemoteException;

    void deposit(int amount) throws RemoteException;

    void fail() throws RemoteException;

    void mandatory() throws RemoteException;

    void denied() throws RemoteException;

    int comeBack() throws RemoteException;

    String owner() throws RemoteException, Refused;
}
