package samples;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** A number that a whole cluster has once. */
public interface Value extends Remote {
    int value() throws RemoteException;

    int add(int more) throws RemoteException;
}
