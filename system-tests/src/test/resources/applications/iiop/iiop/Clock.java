package iiop;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** A business interface that RMI-IIOP can carry. */
public interface Clock extends Remote {
    long plus(long time) throws RemoteException;
}
