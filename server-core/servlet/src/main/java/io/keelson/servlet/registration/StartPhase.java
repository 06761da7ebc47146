package io.keelson.servlet.registration;

/**
 * Progress of an application's start, which decides what its code may still register or set. Written by the deploying thread; what it
 * answers once the application has started is seen by all threads.
 *
 * <p>Specification: Servlet 6.1, 4.4 Configuration Methods.
 */
public final class StartPhase {
    private boolean componentsFixed;
    private volatile boolean started;

    /** Ends the time in which servlets, filters and their mappings can be added: the context has been initialised. */
    public void componentsFixed() {
        componentsFixed = true;
    }

    /** Ends the start. */
    public void ended() {
        started = true;
    }

    /** Returns whether the application has started; what is registered stays as it is then. */
    public boolean started() {
        return started;
    }

    /** Refuses what is possible only while the application starts. */
    public void checkStarting() {
        if (started) {
            throw new IllegalStateException("the application has started: this is possible only while it starts");
        }
    }

    /** Does the same as {@link #checkStarting}, for what is built into the chains: that is over before the first servlet is made (4.4). */
    public void checkOpenForComponents() {
        if (componentsFixed || started) {
            throw new IllegalStateException(
                    "the context has been initialised: servlets, filters and their mappings can be"
                            + " added by initializers and context listeners only");
        }
    }
}
