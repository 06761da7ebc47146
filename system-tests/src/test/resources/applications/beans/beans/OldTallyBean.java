package beans;

import jakarta.ejb.CreateException;
import jakarta.ejb.RemoteHome;
import jakarta.ejb.Stateful;

/** Has a home and no business interface. */
@Stateful(name = "OldTally")
@RemoteHome(OldTallyHome.class)
public class OldTallyBean {
    private int count;

    public void ejbCreate(int start) throws CreateException {
        if (start < 0) {
            throw new CreateException("below zero");
        }
        count = start;
    }

    public int add(int more) {
        count += more;
        return count;
    }
}
