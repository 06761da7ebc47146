package iiop;

import jakarta.ejb.EJBObject;
import java.rmi.RemoteException;

/** The component interface. */
public interface Shop extends EJBObject {
    String hello(String name) throws RemoteException;

    Item turn(Item item) throws RemoteException;

    Object echo(Object value) throws RemoteException;

    void buy(int how) throws SoldOut, RemoteException;

    Shop self() throws RemoteException;

    boolean same(Shop other) throws RemoteException;

    String who() throws RemoteException;

    String apart() throws RemoteException;

    String secret() throws RemoteException;
}
