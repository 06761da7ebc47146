package weblogic.cluster.singleton;

/**
 * A service of which a cluster has one, as code that was written for WebLogic knows it. It is the same as
 * {@code io.keelson.api.cluster.SingletonService}: a public class with a public constructor without arguments, one object on each
 * server, activated on one of them. The two methods are called one after the other, on a thread of the service's own.
 */
public interface SingletonService {
    /** Begins to work. What it throws, or when it does not return in time, sends the service to the next server. */
    void activate();

    /** Ends the work: when it has returned another server may begin. */
    void deactivate();
}
