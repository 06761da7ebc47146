package beans;

import jakarta.ejb.Remote;
import java.util.List;
import java.util.concurrent.Future;

/** The remote interface of a stateless bean. */
@Remote
public interface Greeting {
    /** Returns the process and the caller. */
    String where();

    /** Returns the same list, which has been in the server. */
    List<Item> all(List<Item> items);

    /** For clerks only. */
    String secret();

    /** Throws what is asked for. */
    void fail(String how) throws NotToday;

    /** Returns after some time. */
    Future<String> later(long millis);

    /** A new tally, made by the server. */
    Tally tally();

    /** Adds to a tally, as a client of it within the server. */
    int addTo(Tally tally, int count);
}
