package io.keelson.kernel.spi.lease;

import java.util.List;
import java.util.Optional;

/**
 * The one place where "which server owns it" is decided: for singleton services, and for whatever else may run on one
 * server only. See docs/design/leases.md for what is promised.
 *
 * <p>An implementation MUST hold these; the simulation of docs/design/leases.md checks them:
 *
 * <ol>
 *   <li>Two leases of one name MUST NOT overlap in real time, as long as clocks drift by at most 5 % against each other.
 *   <li>Epochs of one name MUST grow with every grant, whatever is restarted. A lower one MUST be refused and reported.
 *   <li>The holder MUST see {@link Lease#stillMine()} false before anyone else can be granted the name.
 *   <li>Without a majority (or without the database) nothing MUST be granted, and what is held MUST end in time.
 *   <li>A method MUST NOT block. Listeners are called one at a time.
 * </ol>
 */
public interface LeaseService {
    /** The longest name, in characters. */
    int LONGEST_NAME = 256;

    /**
     * Asks for a name from now on. Claims wait for none that stand before them: when a name becomes free whoever asks
     * first gets it.
     *
     * @param name up to {@value #LONGEST_NAME} characters, not empty
     * @throws IllegalArgumentException when the name is empty or too long
     * @throws IllegalStateException when this server has a claim to the name already, stops, or owns nothing: the admin
     *     server of a cluster. A server that takes part in no cluster grants every name to itself at once
     */
    LeaseClaim claim(String name, LeaseListener listener);

    /** The leases that this server has heard of, by name. */
    List<LeaseView> leases();

    /** Returns who decides. */
    LeaseStatus status();

    /**
     * Has a server's vote replaced by another's, whether that server runs or not. Begins it and returns; {@link #status} shows
     * when it is done. Without a majority of the present voters it is never done.
     *
     * @param server the one that votes now
     * @param by who is to vote in its place; empty: any that is there and does not vote
     * @return who is to vote in its place
     * @throws IllegalArgumentException when the one does not vote, the other does or is not there, or no votes are needed
     */
    String replaceVoter(String server, Optional<String> by);
}
