package io.keelson.kernel.spi.transaction;

import java.io.IOException;
import java.util.List;

/** Way by which the transactions of a server ask those of other servers of the domain. Thread-safe. */
public interface ServerLink {
    /** Returns the addresses at which other servers reach this one now; none while it takes no calls. */
    List<String> addresses();

    /** Returns the addresses of the other servers of the cluster, as far as this one knows. */
    List<String> others();

    /**
     * Asks another server; waits for its answer, within a bound.
     *
     * @param addresses where it may be, tried in their order
     * @param request for {@link TransactionPropagation#serve} there
     * @return the answer
     * @throws ServerAwayException where no server was reached, so that nothing was executed
     * @throws IOException where the answer did not come: it may have been executed
     */
    byte[] ask(List<String> addresses, byte[] request) throws IOException;

    /** No server was reached. */
    final class ServerAwayException extends IOException {
        private static final long serialVersionUID = 1;

        public ServerAwayException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
