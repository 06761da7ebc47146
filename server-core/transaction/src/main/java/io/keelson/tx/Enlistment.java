package io.keelson.tx;

import io.keelson.kernel.spi.transaction.LocalResource.Role;
import jakarta.transaction.SystemException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says which resources may take part in one transaction. */
final class Enlistment {
    private Enlistment() {}

    /**
     * Refuses a resource that may not join those that take part.
     *
     * @param role null for an XA resource
     */
    static void check(ServerTransaction transaction, List<Branch> present, String name, @Nullable Role role)
            throws SystemException {
        for (Branch each : present) {
            Role other = each instanceof Branch.Local local ? local.local().role() : null;
            if (role == Role.ALONE || other == Role.ALONE) {
                throw new SystemException(refused(transaction, present, name)
                        + (role == Role.ALONE ? name : each.resource())
                        + " has global-transactions-protocol one-phase-commit and has to be the only resource of its transaction; give it"
                        + " an XA driver and two-phase-commit, or logging-last-resource");
            }
            if (role == Role.LAST && other == Role.LAST) {
                throw new SystemException(refused(transaction, present, name)
                        + "both have global-transactions-protocol logging-last-resource, and only one resource can be the last;"
                        + " give one of them an XA driver and two-phase-commit");
            }
        }
    }

    private static String refused(ServerTransaction transaction, List<Branch> present, String name) {
        return "resource " + name + " cannot join transaction " + transaction.id() + " beside "
                + String.join(", ", present.stream().map(Branch::resource).toList()) + ": ";
    }
}
