package io.keelson.ejb.invocation;

/** The origin of a call, which decides how failures are told. */
public enum ClientKind {
    /** A business interface or the no-interface view, in this process. */
    LOCAL(false),
    /** A remote business interface. */
    REMOTE(false),
    /** A remote business interface that extends {@code java.rmi.Remote}, or an {@code EJBObject} or {@code EJBHome}. */
    RMI(true),
    /** An {@code EJBLocalObject} or {@code EJBLocalHome}. */
    LOCAL_COMPONENT(false),
    /** A timer that is due. */
    TIMER(false),
    /** A message. */
    MESSAGE(false);

    private final boolean rmi;

    ClientKind(boolean rmi) {
        this.rmi = rmi;
    }

    /** Returns true if the client uses a remote interface, which passes values. */
    public boolean remote() {
        return this == REMOTE || this == RMI;
    }

    /** Returns true if failures are told as {@code java.rmi.RemoteException}. */
    public boolean rmi() {
        return rmi;
    }
}
