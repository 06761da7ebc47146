package io.keelson.examples.counter;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** The one counter of the cluster, from whichever server it is called. */
public interface Counter extends Remote {
    /** JNDI name of the counter. */
    String NAME = "Counter";

    /** Adds, and returns the sum. */
    int add(int amount) throws RemoteException;

    /** The value now. */
    int value() throws RemoteException;

    /** The name of the server that has the counter. */
    String server() throws RemoteException;
}
