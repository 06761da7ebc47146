package io.keelson.admin.rolling;

import java.io.IOException;
import java.util.List;
import java.util.Set;

/** A dynamic cluster, as its scaling sees and changes it. */
interface Sizing {
    /** The dynamic servers by what is decided, number 1 first. */
    List<String> servers() throws IOException;

    /** The servers of the cluster, dynamic or not, whose processes are there. */
    List<String> running() throws IOException;

    /**
     * The servers that vote about leases and that the domain does not have any more.
     *
     * @throws IOException when nobody says
     */
    Set<String> formerVoters() throws IOException;

    /**
     * Activates another size.
     *
     * @throws IOException when it was refused, or is not certain; the message says why
     */
    void resize(int size) throws IOException;
}
