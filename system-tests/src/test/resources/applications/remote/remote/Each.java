package remote;

import io.keelson.api.remote.Idempotent;
import java.rmi.Remote;
import java.rmi.RemoteException;

/** An object that each member has one of. */
public interface Each extends Remote {
    /** The process that it is of. */
    @Idempotent
    long process() throws RemoteException;

    /** The same, to be executed once; after so long. */
    long once(long millis) throws RemoteException, InterruptedException;
}
