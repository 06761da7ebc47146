package io.keelson.remoting;

/**
 * Outcome of a remote call that failed: whether its method can have been executed. Exceptions of {@code java.rmi} that come from here have
 * it.
 */
public interface CallOutcome {
    /**
     * Returns true if the method can have been executed. False means that it certainly has not and never will be, so that the call may be
     * made again elsewhere.
     */
    boolean mayHaveExecuted();

    /** Returns whether a call that failed so can have been executed; true where the exception does not tell. */
    static boolean mayHaveExecuted(Throwable failure) {
        return !(failure instanceof CallOutcome outcome) || outcome.mayHaveExecuted();
    }
}
