package io.keelson.admin.rolling;

import io.keelson.admin.rest.Problem;
import java.io.IOException;
import java.util.List;

/**
 * Says whether a rolling redeployment could begin now: asked before a version is kept for it, as nothing else can be done with the
 * application until that has come or is taken back. What changes between the answer and the beginning is refused then. Thread-safe.
 */
@FunctionalInterface
public interface Admission {
    /** Admission of everything, where nothing restarts servers. */
    Admission NONE = (application, targets) -> {};

    /**
     * Refuses what could not begin.
     *
     * @param targets those that the application has
     * @throws Problem where it could not begin: 409 or 503, with what is to be done
     * @throws IOException when the servers of the domain cannot be read
     */
    void check(String application, List<String> targets) throws Problem, IOException;
}
