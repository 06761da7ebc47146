package io.keelson.perf;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** Interface that the study of remote calls calls on Keelson. */
public interface RemoteEcho extends Remote {
    /** The same text. */
    String echo(String text) throws RemoteException;

    /** The same bytes. */
    byte[] echo(byte[] bytes) throws RemoteException;
}
