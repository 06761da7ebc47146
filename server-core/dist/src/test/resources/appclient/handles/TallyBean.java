package handles;

import jakarta.ejb.Init;
import jakarta.ejb.RemoteHome;
import jakarta.ejb.Stateful;

/** Adds. */
@Stateful(name = "Tally")
@RemoteHome(TallyHome.class)
public class TallyBean {
    private int sum;

    @Init
    public void begin(int first) {
        sum = first;
    }

    public int add(int more) {
        return sum += more;
    }
}
