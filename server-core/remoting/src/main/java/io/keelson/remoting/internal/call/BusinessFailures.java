package io.keelson.remoting.internal.call;

import jakarta.ejb.EJBException;
import jakarta.ejb.NoSuchEJBException;
import java.rmi.NoSuchObjectException;
import java.rmi.RemoteException;

/**
 * Failures of calls by business interfaces, which declare no {@link RemoteException}: Enterprise Beans 4.0 Core, 3.4.9. The cause is the
 * failure itself, of which {@code CallOutcome.mayHaveExecuted} can be asked.
 */
final class BusinessFailures {
    private BusinessFailures() {}

    static EJBException of(RemoteException failure) {
        EJBException as = failure instanceof NoSuchObjectException
                ? new NoSuchEJBException(failure.getMessage(), failure)
                : new EJBException(failure.getMessage(), failure);
        return as;
    }
}
