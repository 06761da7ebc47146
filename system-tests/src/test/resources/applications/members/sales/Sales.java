package sales;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** Sales that another server writes. */
public interface Sales extends Remote {
    /** Writes a sale in the transaction of the caller, and refuses it afterwards where that is wanted. */
    void add(String source, String text, boolean refused) throws RemoteException;
}
