package io.keelson.remoting;

/** What an exception of a remote call tells about the request. Exceptions of {@code java.rmi} that come from here have it. */
public interface CallOutcome {
    /**
     * Whether the method can have been executed: false where it certainly has not and never will be, so that the call may be
     * made again elsewhere.
     */
    boolean mayHaveExecuted();

    /** Returns whether a call that failed so can have been executed; true where the exception does not tell. */
    static boolean mayHaveExecuted(Throwable failure) {
        return !(failure instanceof CallOutcome outcome) || outcome.mayHaveExecuted();
    }
}
