package remote;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** What the test calls. */
public interface Calls extends Remote {
    String echo(String text) throws RemoteException;

    byte[] bytes(byte[] bytes) throws RemoteException;

    /** Answers after so long. */
    String slow(String name, long millis) throws RemoteException, InterruptedException;

    /** Returns where and as whom it runs: the user, whether the context class loader is the application's, the thread. */
    String where() throws RemoteException;

    /** Returns who calls. */
    String who() throws RemoteException;

    /** Returns who calls, as another object sees it that this one asks. */
    String passOn(Calls other) throws RemoteException;

    /** Calls back within the call. */
    String back(Back back, String what) throws RemoteException;

    /** A callback. */
    interface Back extends Remote {
        String heard(String what) throws RemoteException;
    }
}
