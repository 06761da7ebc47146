package io.keelson.cluster.lease;

import java.util.concurrent.CompletionStage;

/**
 * Place where commands are decided: a log that voters keep, or a table in a database. Every method but
 * {@link #delivered} is called on the node's thread, and its callbacks come on it.
 */
public interface LeaseBasis {
    /** Begins to work. */
    void start();

    /** Ends, at once. What is under way fails. */
    void stop();

    /** A message of the same basis on another server has come. May be called on any thread. */
    void delivered(byte[] message);

    /** Has an operation decided, and gives its result. Fails where it was not decided, or that is not known. */
    CompletionStage<byte[]> append(byte[] operation);
}
