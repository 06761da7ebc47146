package io.keelson.ejb.modules;

/** A remote interface that another application calls, too. */
public interface Distant {
    /** Returns the number of the bean of the request in which the call runs. */
    int slip();
}
